const transform = { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.jest.json' }] };

/** @type {import('jest').Config} */
export default {
  // Two: the process tests start several programs each, and the machines of CI have two cores.
  maxWorkers: 2,
  // A hung test must end some day; no test may depend on how soon.
  testTimeout: 120_000,
  projects: [
    {
      displayName: 'unit',
      testEnvironment: 'node',
      transform,
      testMatch: ['<rootDir>/packages/*/src/**/*.test.ts', '<rootDir>/perf/src/**/*.test.ts'],
      modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/(build|dist)/'],
      // Unit tests read the sources, so they need no build of the TypeScript packages.
      moduleNameMapper: {
        '^@roslet/(interfaces|rmw|cli)$': '<rootDir>/packages/$1/src/index.ts',
        '^@roslet/(interfaces|rmw|cli)/internal$': '<rootDir>/packages/$1/src/internal.ts',
        '^roslet$': '<rootDir>/packages/roslet/src/index.ts',
        '^roslet/internal$': '<rootDir>/packages/roslet/src/internal.ts',
      },
    },
    {
      displayName: 'process',
      testEnvironment: 'node',
      transform,
      // These use the built packages, like the child programs they start.
      testMatch: ['<rootDir>/test/**/*.test.ts'],
    },
  ],
};
