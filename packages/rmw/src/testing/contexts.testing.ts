import { Context } from '../context';
import { type ContextOptions } from '../context-options';
import { native } from '../native';
import { type RmwWarning } from '../warnings';
import { type FakeAddon, type FakeContext } from './fake-addon.testing';

/** A context of a test, with what it warned about. */
export interface TestContext extends Context {
  readonly warnings: RmwWarning[];
}

const open: Context[] = [];
let domain = 0;

/** Contexts of one test meet, those of different tests do not. */
export function testContext(options: ContextOptions = {}): TestContext {
  const warnings: RmwWarning[] = [];
  const context = new Context({
    directory: `/fake/${domain}`,
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  open.push(context);
  return Object.assign(context, { warnings });
}

/** Call it after each test. */
export function closeContexts(): void {
  for (const context of open.splice(0)) context.close();
  domain++;
}

/** Lets everything that is under way arrive. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The native side of a context. */
export function fakeOf(context: Context): FakeContext {
  return (native as FakeAddon).contextOf(context.id);
}
