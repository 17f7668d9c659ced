import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { InterfaceRegistry } from '../registry/interface-registry';
import { runGenerateTypes } from './command';
import { shippedTypesFile, userTypesFile } from './files';

const PACKAGE = join(__dirname, '..', '..');

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roslet-generate-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text: string): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

/** What the compiler says of a program that imports `roslet`, here a package that passes this one's exports on. */
function compile(files: Record<string, string>): string[] {
  write('roslet.ts', `export * from '${join(PACKAGE, 'src', 'index')}';`);
  const names = Object.entries(files).map(([name, text]) => write(name, text));
  const program = ts.createProgram(names, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    types: ['node'],
    typeRoots: [join(PACKAGE, '..', '..', 'node_modules', '@types')],
    paths: { roslet: [join(root, 'roslet.ts')] },
  });
  return names
    .flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)))
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}

test('the types of the shipped interfaces in the repository are current', () => {
  // If this fails: pnpm --filter @roslet/interfaces generate
  expect(readFileSync(join(PACKAGE, 'src', 'generated', 'message-types.ts'), 'utf8')).toBe(shippedTypesFile());
});

test('messages, services, actions and classes are typed by name', () => {
  const problems = compile({
    'user.ts': `
      import { loadInterface, type ActionTypes, type MessageTypes, type ServiceTypes, type sensor_msgs } from 'roslet';
      declare const image: MessageTypes['sensor_msgs/msg/Image'];
      export const bytes: Uint8Array = image.data;
      export const named: sensor_msgs.msg.Image = image;
      export const seconds: number = image.header.stamp.sec;
      declare const request: ServiceTypes['example_interfaces/srv/AddTwoInts']['Request'];
      export const sum: bigint = request.a + request.b;
      declare const result: ActionTypes['test_msgs/action/Fibonacci']['Result'];
      export const sequence: Int32Array = result.sequence;
      const Marker = loadInterface('visualization_msgs/msg/Marker');
      export const arrow: 0 = Marker.ARROW;
      export const x: number = new Marker().pose.position.x;
      const Add = loadInterface('example_interfaces/srv/AddTwoInts');
      export const answer: bigint = new Add.Response({ sum: 3n }).sum;
      declare const log: MessageTypes['rcl_interfaces/msg/Log'];
      export const where: string = log.function;
    `,
  });
  expect(problems).toEqual([]);
});

test('the compiler refuses what a type does not have', () => {
  const problems = compile({
    'user.ts': `
      import type { MessageTypes } from 'roslet';
      declare const image: MessageTypes['sensor_msgs/msg/Image'];
      export const text: string = image.data;
      export const unknown = image.pixels;
      export type Missing = MessageTypes['sensor_msgs/msg/Imgae'];
    `,
  });
  expect(problems).toHaveLength(3);
  expect(problems.join('\n')).toMatch(/'Uint8Array.*' is not assignable to type 'string'/);
  expect(problems.join('\n')).toMatch(/'pixels' does not exist/);
  expect(problems.join('\n')).toMatch(/'sensor_msgs\/msg\/Imgae' does not exist/);
});

function ownInterfaces(): void {
  write(
    'my_msgs/msg/Wheel.msg',
    '# One wheel. */ not the end\nfloat64 speed # m/s\ngeometry_msgs/Pose pose\nuint8 LEFT=1',
  );
  write('my_msgs/msg/Car.msg', 'Wheel[4] wheels\nint64[] ids\nbool[] flags\nstring NAME="it\'s"\nint64 BIG=5');
  write('my_msgs/srv/Start.srv', 'Car car\n---\nbool ok');
  write('my_msgs/action/Drive.action', 'other_msgs/Route route\n---\n---\nfloat32 done');
  write('other_msgs/msg/Route.msg', 'geometry_msgs/Point[] points');
}

test("a user's own interfaces join the types of the module they import", () => {
  ownInterfaces();
  const registry = new InterfaceRegistry({ directories: [root], environment: {} });
  const problems = compile({
    'generated.d.ts': userTypesFile(registry),
    'user.ts': `
      /// <reference path="./generated.d.ts" />
      import { loadInterface, type MessageTypes, type my_msgs, type ServiceTypes, type ActionTypes } from 'roslet';
      declare const car: MessageTypes['my_msgs/msg/Car'];
      export const wheel: my_msgs.msg.Wheel | undefined = car.wheels[0];
      export const x: number | undefined = wheel?.pose.position.x;
      export const ids: bigint[] = car.ids;
      export const ok: boolean = ({} as ServiceTypes['my_msgs/srv/Start']['Response']).ok;
      export const route = ({} as ActionTypes['my_msgs/action/Drive']['Goal']).route.points[0]?.x;
      export const left: 1 = loadInterface('my_msgs/msg/Wheel').LEFT;
      export const still: MessageTypes['std_msgs/msg/String'] = { data: '' };
    `,
  });
  expect(problems).toEqual([]);
});

test('chosen interfaces come with what is nested in them, shipped ones stay out', () => {
  ownInterfaces();
  const registry = new InterfaceRegistry({ directories: [root], environment: {} });
  const text = userTypesFile(registry, { names: ['my_msgs/msg/Car'], module: 'rclnodejs' });
  expect(text).toContain("declare module 'rclnodejs' {");
  expect(text).toContain("'my_msgs/msg/Wheel': my_msgs.msg.Wheel;");
  expect(text).toContain('/** One wheel. * / not the end */');
  expect(text).toContain('readonly BIG: 5n;');
  expect(text).not.toContain('my_msgs/srv/Start');
  expect(text).not.toContain("'geometry_msgs/msg/Pose'");
});

describe('roslet-generate-types', () => {
  function run(...argv: string[]): { code: number; out: string; err: string } {
    let out = '';
    let err = '';
    const code = runGenerateTypes(argv, { write: (text) => (out += text), complain: (text) => (err += text) });
    return { code, out, err };
  }

  test('writes a file for directories', () => {
    ownInterfaces();
    const out = join(root, 'types/ros.d.ts');
    expect(run('--out', out, root)).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(out, 'utf8')).toContain("'my_msgs/srv/Start': {");
  });

  test('writes chosen types to standard output', () => {
    ownInterfaces();
    const { code, out } = run('--type', 'my_msgs/Wheel', '--module', 'rclnodejs', root);
    expect(code).toBe(0);
    expect(out).toContain("from 'rclnodejs'");
    expect(out).not.toContain('Car');
  });

  test('answers mistakes in one line', () => {
    expect(run('--help').out).toMatch(/^Usage: roslet-generate-types/);
    expect(run('--no-such-option')).toMatchObject({ code: 1, err: expect.stringMatching(/Unknown option/) });
    expect(run('/no/such/dir')).toMatchObject({ code: 1, err: expect.stringMatching(/does not exist\n$/) });
    expect(run('--type', 'my_msgs/Nothing')).toMatchObject({ code: 1, err: expect.stringMatching(/is in none of/) });
    expect(run('--out', root)).toMatchObject({ code: 1, err: expect.stringMatching(/EISDIR/) });
  });
});
