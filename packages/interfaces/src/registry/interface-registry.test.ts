import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InterfaceOptionError, RecursiveInterfaceError, TypeNameError, TypeNotFoundError } from '../errors';
import { defaultRegistry } from './default-registry';
import { InterfaceRegistry } from './interface-registry';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roslet-interfaces-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text = ''): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

function manifest(name: string): string {
  return `<?xml version="1.0"?>\n<package format="3">\n  <name>${name}</name>\n</package>\n`;
}

function registryOf(...directories: string[]): InterfaceRegistry {
  return new InterfaceRegistry({ directories: directories.map((path) => join(root, path)), environment: {} });
}

function errorOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error, got none');
}

describe('names', () => {
  const registry = new InterfaceRegistry({ environment: {} });

  test('full and short names find the same', () => {
    expect(registry.message('std_msgs/String')).toBe(registry.message('std_msgs/msg/String'));
    expect(registry.service('std_srvs/Trigger').name).toBe('std_srvs/srv/Trigger');
    expect(registry.action('test_msgs/Fibonacci').name).toBe('test_msgs/action/Fibonacci');
    expect(registry.fullName('std_srvs/Trigger')).toBe('std_srvs/srv/Trigger');
  });

  test('a short name that fits two kinds must be written in full', () => {
    // test_msgs has BasicTypes as a message and as a service.
    expect(errorOf(() => registry.fullName('test_msgs/BasicTypes')).message).toMatch(
      /fits test_msgs\/msg\/BasicTypes and test_msgs\/srv\/BasicTypes; write the one that is meant/,
    );
  });

  test.each(['', 'String', 'a/b/c/d', 'std_msgs/foo/String', '../msg/String', 'std_msgs/msg/', 'std_msgs/msg/../../x'])(
    '%p is no name',
    (name) => {
      expect(errorOf(() => registry.resolve(name))).toBeInstanceOf(TypeNameError);
      expect(registry.has(name)).toBe(false);
    },
  );

  test('the wrong kind is said to be one', () => {
    expect(errorOf(() => registry.message('std_srvs/srv/Trigger')).message).toMatch(
      /the name of a message, 'std_srvs\/srv\/Trigger' names a service; its messages end in _Request/,
    );
    expect(errorOf(() => registry.service('std_msgs/msg/String')).message).toMatch(/names a message/);
    expect(errorOf(() => registry.action('std_srvs/srv/Trigger')).message).toMatch(/names a service/);
  });

  test('derived structures resolve', () => {
    expect(registry.resolve('std_srvs/srv/SetBool_Request').fields[0]?.name).toBe('data');
    expect(registry.resolve('std_srvs/srv/SetBool_Event').fields).toHaveLength(3);
    expect(registry.resolve('test_msgs/action/Fibonacci_GetResult_Response').fields).toHaveLength(2);
    expect(registry.resolve('test_msgs/action/Fibonacci_FeedbackMessage').fields).toHaveLength(2);
    expect(registry.service('test_msgs/action/Fibonacci_SendGoal').event.name).toBe(
      'test_msgs/action/Fibonacci_SendGoal_Event',
    );
    expect(registry.has('test_msgs/action/Fibonacci_SendGoal_Event')).toBe(true);
  });

  test.each([
    ['sensor_msgs/msg/Imgae', 'sensor_msgs/msg/Image'],
    ['sensor_msgs/msg/image', 'sensor_msgs/msg/Image'],
    ['geometry_msgs/msg/LaserScan', 'sensor_msgs/msg/LaserScan'],
    ['std_srvs/msg/Trigger', 'std_srvs/srv/Trigger'],
  ])('%s is answered with the suggestion %s', (wrong, right) => {
    const error = errorOf(() => registry.resolve(wrong)) as TypeNotFoundError;
    expect(error).toBeInstanceOf(TypeNotFoundError);
    expect(error.code).toBe('ERR_ROSLET_TYPE_NOT_FOUND');
    expect(error.suggestions[0]).toBe(right);
    expect(error.message).toContain(`Did you mean ${right}`);
  });

  test('a name like no other gets no suggestion', () => {
    const error = errorOf(() => registry.resolve('a/msg/Zzzzzzzzzzzzzzzzz')) as TypeNotFoundError;
    expect(error.suggestions).toEqual([]);
    expect(error.message).not.toContain('Did you mean');
  });
});

describe('listing', () => {
  const registry = new InterfaceRegistry({ environment: {} });

  test('by kind and package', () => {
    expect(registry.list({ kind: 'action' })).toEqual([
      'example_interfaces/action/Fibonacci',
      'test_msgs/action/Fibonacci',
      'test_msgs/action/NestedMessage',
      'tf2_msgs/action/LookupTransform',
    ]);
    expect(registry.list({ package: 'std_srvs' })).toEqual([
      'std_srvs/srv/Empty',
      'std_srvs/srv/SetBool',
      'std_srvs/srv/Trigger',
    ]);
    expect(registry.list({ package: 'none' })).toEqual([]);
    expect(registry.packages()).toContain('sensor_msgs');
  });

  test('parses nothing', () => {
    write('p/msg/Broken.msg', 'this is no message');
    const own = registryOf('p');
    expect(own.list({ package: 'p' })).toEqual(['p/msg/Broken']);
    expect(own.has('p/msg/Broken')).toBe(true);
    expect(errorOf(() => own.resolve('p/msg/Broken')).message).toMatch(/Broken\.msg:1: expected a type/);
  });
});

describe("the user's directories", () => {
  test('may be a package', () => {
    write('some_folder/package.xml', manifest('robot_msgs'));
    write('some_folder/msg/Wheel.msg', 'float64 speed # m/s');
    write('some_folder/srv/Brake.srv', '---\nbool done');
    write('some_folder/action/Drive.action', '---\n---\n');
    const registry = registryOf('some_folder');
    expect(registry.list({ package: 'robot_msgs' })).toEqual([
      'robot_msgs/action/Drive',
      'robot_msgs/msg/Wheel',
      'robot_msgs/srv/Brake',
    ]);
    expect(registry.message('robot_msgs/Wheel').fields[0]?.comment).toEqual(['m/s']);
    expect(registry.source('robot_msgs/Wheel')).toMatchObject({
      text: 'float64 speed # m/s',
      origin: "the option 'directories'",
      path: join(root, 'some_folder/msg/Wheel.msg'),
    });
  });

  test('may be a package without package.xml, or a folder of such', () => {
    write('all/first_msgs/msg/A.msg', 'second_msgs/B b');
    write('all/second_msgs/msg/B.msg', 'int8 x');
    expect(registryOf('all').message('first_msgs/msg/A').fields).toHaveLength(1);
    expect(registryOf('all/second_msgs').message('second_msgs/msg/B').fields).toHaveLength(1);
  });

  test('may be the src of a colcon workspace, nested and with ignored packages', () => {
    write('ws/src/group/deeper/robot_msgs/package.xml', manifest('robot_msgs'));
    write('ws/src/group/deeper/robot_msgs/msg/A.msg');
    write('ws/src/old_msgs/COLCON_IGNORE');
    write('ws/src/old_msgs/msg/Old.msg');
    write('ws/src/node_modules/junk_msgs/msg/Junk.msg');
    write('ws/src/robot/package.xml', manifest('robot'));
    expect(registryOf('ws/src').packages()).toEqual(expect.arrayContaining(['robot_msgs']));
    expect(registryOf('ws/src').packages()).not.toEqual(expect.arrayContaining(['old_msgs']));
    expect(registryOf('ws/src').packages()).not.toEqual(expect.arrayContaining(['junk_msgs']));
    // The workspace's root: colcon marks build, install and log as ignored.
    write('ws/install/COLCON_IGNORE');
    write('ws/install/robot_msgs/share/robot_msgs/msg/Stale.msg');
    expect(registryOf('ws').list({ package: 'robot_msgs' })).toEqual(['robot_msgs/msg/A']);
  });

  test('may be the install of a colcon workspace, isolated or merged', () => {
    write('install/COLCON_IGNORE');
    write('install/robot_msgs/share/robot_msgs/package.xml', manifest('robot_msgs'));
    write('install/robot_msgs/share/robot_msgs/msg/A.msg');
    expect(registryOf('install').list({ package: 'robot_msgs' })).toEqual(['robot_msgs/msg/A']);
    write('merged/share/other_msgs/package.xml', manifest('other_msgs'));
    write('merged/share/other_msgs/msg/B.msg');
    expect(registryOf('merged').has('other_msgs/msg/B')).toBe(true);
    expect(registryOf('merged/share').has('other_msgs/msg/B')).toBe(true);
  });

  test('go before the shipped definitions, type by type; the first directory goes first', () => {
    write('a/std_msgs/msg/String.msg', 'int8 mine');
    write('b/std_msgs/msg/String.msg', 'int8 later');
    const registry = registryOf('a', 'b');
    expect(registry.message('std_msgs/msg/String').fields[0]?.name).toBe('mine');
    expect(registry.message('std_msgs/msg/Bool').fields[0]?.name).toBe('data');
  });

  test('with links in a circle end', () => {
    write('loop/p/msg/A.msg');
    symlinkSync(join(root, 'loop'), join(root, 'loop/again'));
    expect(registryOf('loop').list({ package: 'p' })).toEqual(['p/msg/A']);
  });

  test('that do not exist are an error in the option and none in the environment', () => {
    expect(errorOf(() => registryOf('missing'))).toBeInstanceOf(InterfaceOptionError);
    const registry = new InterfaceRegistry({ environment: { ROSLET_INTERFACE_PATH: '/no/such/place:' } });
    expect(registry.has('std_msgs/msg/String')).toBe(true);
  });

  test('come from ROSLET_INTERFACE_PATH, after those of the option', () => {
    write('env/p/msg/A.msg', 'int8 environment');
    write('option/p/msg/A.msg', 'int8 option');
    const environment = { ROSLET_INTERFACE_PATH: `${join(root, 'nothing')}:${join(root, 'env')}` };
    expect(new InterfaceRegistry({ environment }).message('p/msg/A').fields[0]?.name).toBe('environment');
    const both = new InterfaceRegistry({ environment, directories: [join(root, 'option')] });
    expect(both.message('p/msg/A').fields[0]?.name).toBe('option');
  });

  test("Header means the package's own where it has one", () => {
    write('own_msgs/msg/Header.msg', 'int8 mine');
    write('own_msgs/msg/A.msg', 'Header header');
    write('other_msgs/msg/A.msg', 'Header header');
    const registry = registryOf('own_msgs', 'other_msgs');
    expect(registry.message('own_msgs/msg/A').fields[0]?.type.nested).toBe('own_msgs/msg/Header');
    expect(registry.message('other_msgs/msg/A').fields[0]?.type.nested).toBe('std_msgs/msg/Header');
  });
});

describe('an installed ROS 2', () => {
  function install(prefix: string, pkg: string, file: string, text: string): void {
    write(`${prefix}/share/ament_index/resource_index/rosidl_interfaces/${pkg}`, `${file}\n`);
    write(`${prefix}/share/${pkg}/${file}`, text);
  }
  function underAment(...prefixes: string[]): InterfaceRegistry {
    return new InterfaceRegistry({
      environment: { AMENT_PREFIX_PATH: prefixes.map((prefix) => join(root, prefix)).join(':') },
    });
  }

  test('is found by the ament index and goes before the shipped definitions', () => {
    install('humble', 'std_msgs', 'msg/String.msg', 'string humble');
    install('humble', 'nav2_msgs', 'action/Spin.action', 'float32 yaw\n---\n---\n');
    write('humble/share/not_indexed/msg/A.msg');
    const registry = underAment('humble');
    expect(registry.message('std_msgs/msg/String').fields[0]?.name).toBe('humble');
    expect(registry.source('std_msgs/msg/String').origin).toMatch(/AMENT_PREFIX_PATH/);
    expect(registry.action('nav2_msgs/Spin').goal.fields[0]?.name).toBe('yaw');
    expect(registry.has('not_indexed/msg/A')).toBe(false);
  });

  test("an overlay's package hides the underlay's", () => {
    install('under', 'p', 'msg/A.msg', 'int8 under');
    write('under/share/p/msg/OnlyUnder.msg');
    install('over', 'p', 'msg/A.msg', 'int8 over');
    const registry = underAment('over', 'under');
    expect(registry.message('p/msg/A').fields[0]?.name).toBe('over');
    expect(registry.list({ package: 'p' })).toEqual(['p/msg/A']);
  });
});

describe('definitions from text', () => {
  test('go before all others and may refer to them', () => {
    const registry = new InterfaceRegistry({ environment: {} });
    registry.define('my/msg/A', 'std_msgs/String text');
    registry.define('my/srv/B', 'A a\n---\n');
    expect(registry.service('my/srv/B').request.fields[0]?.type.nested).toBe('my/msg/A');
    expect(registry.list({ package: 'my' })).toEqual(['my/msg/A', 'my/srv/B']);
    expect(registry.packages()).toContain('my');
    expect(registry.source('my/srv/B_Request').text).toBe('A a\n---\n');
  });

  test('need a full name and must come before the first use', () => {
    const registry = new InterfaceRegistry({ environment: {} });
    expect(errorOf(() => registry.define('my/A', ''))).toBeInstanceOf(TypeNameError);
    registry.resolve('std_msgs/msg/String');
    expect(errorOf(() => registry.define('std_msgs/msg/String', '')).message).toMatch(/already in use/);
  });

  test('that contain themselves are refused with the circle', () => {
    const registry = new InterfaceRegistry({ environment: {} });
    registry.define('my/msg/A', 'B b');
    registry.define('my/msg/B', 'C[] c');
    registry.define('my/msg/C', 'B[2] b');
    const error = errorOf(() => registry.resolve('my/msg/A')) as RecursiveInterfaceError;
    expect(error).toBeInstanceOf(RecursiveInterfaceError);
    expect(error.path).toEqual(['my/msg/B', 'my/msg/C', 'my/msg/B']);
  });

  test('that refer to nothing say which field needs it', () => {
    const registry = new InterfaceRegistry({ environment: {} });
    registry.define('my/msg/A', 'other_msgs/Missing thing');
    expect(errorOf(() => registry.resolve('my/msg/A')).message).toMatch(
      /'other_msgs\/msg\/Missing' is in none of: .* \(needed by the field 'thing' of my\/msg\/A\)/,
    );
  });
});

describe('options', () => {
  test.each([
    [{ directories: 'src' }, /option 'directories'/],
    [{ directories: [5] }, /option 'directories.0'/],
    [{ shipped: 'no' }, /option 'shipped'/],
    [{ directory: [] }, /directory/],
  ])('%p is refused', (options, message) => {
    const error = errorOf(() => new InterfaceRegistry(options as object));
    expect(error).toBeInstanceOf(InterfaceOptionError);
    expect(error.message).toMatch(message);
  });

  test('the shipped definitions can be left out', () => {
    expect(new InterfaceRegistry({ shipped: false, environment: {} }).list()).toEqual([]);
  });

  test('the default registry is shared until it is made anew', () => {
    const first = defaultRegistry();
    expect(defaultRegistry()).toBe(first);
    const second = defaultRegistry({ environment: {} });
    expect(second).not.toBe(first);
    expect(defaultRegistry()).toBe(second);
  });
});
