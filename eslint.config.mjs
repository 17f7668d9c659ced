import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Imports point down the layers only; the addon has one importer. */
const packagesFromBottom = [
  '@roslet/native',
  '@roslet/interfaces',
  '@roslet/rmw',
  'roslet',
  '@roslet/cli',
  '@roslet/perf',
];

function layer(folder, allowed) {
  const forbidden = packagesFromBottom.filter((name) => !allowed.includes(name));
  return {
    files: [`${folder}/src/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: forbidden.map((name) => ({
            regex: `^${name}(/|$)`,
            message: `${folder} may import only packages of the layers below it (see DESIGN.md).`,
          })),
        },
      ],
    },
  };
}

const nodeGlobals = Object.fromEntries(
  [
    'Buffer',
    'URL',
    'clearInterval',
    'clearTimeout',
    'console',
    'fetch',
    'performance',
    'process',
    'queueMicrotask',
    'setImmediate',
    'setInterval',
    'setTimeout',
  ].map((name) => [name, 'readonly']),
);

export default defineConfig(
  globalIgnores(['**/dist/', 'packages/*/build/', '**/node_modules/', 'native/build*/', '.ci/out/', '**/*.d.ts']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // An interface's method may be async without awaiting anything.
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
    },
  },
  layer('packages/interfaces', []),
  layer('packages/rmw', ['@roslet/interfaces']),
  layer('packages/roslet', ['@roslet/interfaces', '@roslet/rmw']),
  layer('packages/cli', ['@roslet/interfaces', '@roslet/rmw', 'roslet']),
  layer('perf', ['@roslet/interfaces', '@roslet/rmw', 'roslet', '@roslet/cli']),
  { files: ['packages/rmw/src/native.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.test.ts', 'test/**/*.ts'],
    rules: {
      // Tests hand over wrong values on purpose and look into untyped messages.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    languageOptions: { globals: nodeGlobals },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: {
        __dirname: 'readonly',
        __filename: 'readonly',
        exports: 'writable',
        module: 'writable',
        require: 'readonly',
      },
    },
  },
);
