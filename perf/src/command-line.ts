/** What was typed, as anybody can type it again. */
export function commandLine(): string {
  return ['pnpm --silent perf', ...process.argv.slice(2)].join(' ');
}
