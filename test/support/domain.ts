/**
 * A domain of its own for each test, and the proof that nothing of it stays behind.
 *
 * ```ts
 * const domain = isolatedDomain();
 *
 * test('a talker is heard', async () => {
 *   const listener = startProgram(domain, 'roslet/programs/listener.cjs');
 *   ...
 * });
 * ```
 *
 * After each test the programs that it started are ended, the domain directory must be empty (a test that kills
 * programs on purpose says so with `domain.allowLeftovers()`), and it is removed.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

export interface TestDomain {
  /** What `ROSLET_DIR` is set to: a fresh directory in shared memory. Domain ids are subdirectories of it. */
  readonly directory: string;
  /** The environment of a program that is to join: this process's own, without its ROS settings, and `ROSLET_DIR`. */
  environment(extra?: Record<string, string | undefined>): NodeJS.ProcessEnv;
  /** Relative paths of everything that lies in the directory now, sorted; empty when all went well. */
  leftovers(): string[];
  /** This test leaves dead contexts behind on purpose: do not check. */
  allowLeftovers(): void;
  /** Runs when the test is over, before the directory is checked; the last one registered runs first. */
  onEnd(cleanUp: () => Promise<void> | void): void;
}

/** Call it once at the top of a test file or `describe` block: what it returns stands for the running test's domain. */
export function isolatedDomain(): TestDomain {
  let directory: string | undefined;
  let mayLeave = false;
  let cleanUps: (() => Promise<void> | void)[] = [];

  const domain: TestDomain = {
    get directory() {
      if (directory === undefined) throw new Error('The domain exists only while a test runs');
      return directory;
    },
    environment: (extra = {}) => programEnvironment(domain.directory, extra),
    leftovers: () => entriesBelow(domain.directory),
    allowLeftovers: () => {
      mayLeave = true;
    },
    onEnd: (cleanUp) => {
      cleanUps.unshift(cleanUp);
    },
  };

  beforeEach(() => {
    directory = mkdtempSync('/dev/shm/roslet-test-');
    mayLeave = false;
    cleanUps = [];
  });

  afterEach(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
    const left = domain.leftovers();
    rmSync(domain.directory, { recursive: true, force: true });
    directory = undefined;
    if (!mayLeave) expect({ leftInDomainDirectory: left }).toEqual({ leftInDomainDirectory: [] });
  });

  return domain;
}

function programEnvironment(directory: string, extra: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ROS|RCUTILS|RMW|AMENT|JEST)_?/.test(name));
  return { ...Object.fromEntries(inherited), NODE_OPTIONS: '', NO_COLOR: '1', ROSLET_DIR: directory, ...extra };
}

/** The last to leave a domain removes the directories above its own, too, when they are empty. */
function entriesBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}
