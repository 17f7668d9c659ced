// `pnpm perf`: what `roslet perf` does, and the comparisons and reports that need a checkout.
import { run } from '@roslet/perf';

await run(process.argv.slice(2));
