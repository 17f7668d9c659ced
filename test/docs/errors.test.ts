import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * docs/errors.md is what users search for when something goes wrong, so it must list every code that the packages can
 * throw, once, and none that they cannot.
 */

const root = path.join(__dirname, '..', '..');

interface Registry {
  readonly packageName: string;
  readonly codes: readonly string[];
}

const registries = findRegistries();
const documented = rowsBySection(readFileSync(path.join(root, 'docs', 'errors.md'), 'utf8'));

describe.each(registries)('the section of $packageName in docs/errors.md', ({ packageName, codes }) => {
  const rows = documented.get(packageName) ?? [];
  const listed = rows.map((row) => row.code);

  test('has a row for every code of the package', () => {
    expect(codes.filter((code) => !listed.includes(code))).toEqual([]);
  });

  test('has no row for a code that the package does not have', () => {
    expect(listed.filter((code) => !codes.includes(code))).toEqual([]);
  });

  test('has one row for each code, and says what it means and what to do', () => {
    expect(listed.filter((code, index) => listed.indexOf(code) !== index)).toEqual([]);
    expect(rows.filter((row) => row.meaning === '' || row.remedy === '').map((row) => row.code)).toEqual([]);
  });
});

test('docs/errors.md has rows only in the sections of packages with an error registry', () => {
  const known = registries.map((registry) => registry.packageName);
  const strays = [...documented].filter(([section, rows]) => rows.length > 0 && !known.includes(section));
  expect(strays).toEqual([]);
});

test('no code belongs to two packages', () => {
  const all = registries.flatMap((registry) => registry.codes);
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
});

test('every code that the sources mention is in a registry', () => {
  const registered = new Set(registries.flatMap((registry) => registry.codes));
  const strays = productSources().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bERR_ROSLET_[A-Z0-9_]*[A-Z0-9]\b/g)]
      .map(([code]) => code)
      .filter((code) => !registered.has(code))
      .map((code) => `${code} in ${path.relative(root, file)}`),
  );
  expect([...new Set(strays)]).toEqual([]);
});

function findRegistries(): Registry[] {
  const files = [
    { directory: 'native', file: path.join(root, 'native', 'errors.js') },
    ...readdirSync(path.join(root, 'packages')).map((name) => ({
      directory: path.join('packages', name),
      file: path.join(root, 'packages', name, 'src', 'errors.ts'),
    })),
  ];
  return files
    .filter(({ file }) => existsSync(file))
    .map(({ directory, file }) => ({ packageName: nameOf(directory), codes: codesOf(file) }));
}

function nameOf(directory: string): string {
  const manifest = readFileSync(path.join(root, directory, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { name: string }).name;
}

function codesOf(file: string): string[] {
  const { ERROR_CODES } = jest.requireActual<{ ERROR_CODES?: Record<string, string> }>(file);
  if (ERROR_CODES === undefined) throw new Error(`${file} does not export ERROR_CODES`);
  return Object.keys(ERROR_CODES);
}

interface Row {
  readonly code: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** The table rows below each `## package` heading. */
function rowsBySection(markdown: string): Map<string, Row[]> {
  const sections = new Map<string, Row[]>();
  let rows: Row[] = [];
  for (const line of markdown.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.set(heading.trim().replaceAll('`', ''), (rows = []));
    const [, code = '', meaning = '', remedy = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('`', ''));
    if (/^[A-Z][A-Z0-9_]+$/.test(code)) rows.push({ code, meaning, remedy });
  }
  return sections;
}

/** The code that users run: TypeScript and C++ sources without their tests. */
function productSources(): string[] {
  const folders = [
    path.join(root, 'native', 'src'),
    ...readdirSync(path.join(root, 'packages')).map((name) => path.join(root, 'packages', name, 'src')),
  ];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\.(ts|cpp|hpp)$/.test(entry.name) && !/\.(test|testing)\.ts$/.test(entry.name),
    )
    .map((entry) => path.join(entry.parentPath, entry.name));
}
