import type { Command } from 'commander';
export function reportCommand(perf: Command): void {
  void perf;
}
