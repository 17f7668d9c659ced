/** The command, bound to processors from its first instruction on; unchanged without any. */
export function pinned(command: readonly string[], cpus: readonly number[]): readonly string[] {
  return cpus.length === 0 ? command : ['taskset', '-c', cpus.join(','), ...command];
}
