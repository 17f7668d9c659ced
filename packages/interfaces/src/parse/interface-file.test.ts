import { InterfaceSyntaxError } from '../errors';
import type { MessageDescription } from '../model';
import { parseAction, parseMessage, parseService, type ParseOptions } from './interface-file';

function parse(text: string, options?: ParseOptions): MessageDescription {
  return parseMessage('pkg/msg/Type', text, options);
}

/** `name: type` of every field, in the interface language's own notation. */
function fieldTypes(text: string, options?: ParseOptions): string[] {
  return parse(text, options).fields.map(({ name, type }) => {
    const bound = type.stringBound === undefined ? '' : `<=${type.stringBound}`;
    const { container } = type;
    const suffix = {
      single: '',
      array: container.kind === 'array' ? `[${container.length}]` : '',
      sequence: container.kind === 'sequence' ? `[${container.bound === undefined ? '' : `<=${container.bound}`}]` : '',
    }[container.kind];
    return `${name}: ${type.nested ?? type.base}${bound}${suffix}`;
  });
}

function valueOf(line: string): unknown {
  const { fields, constants } = parse(line);
  return constants[0] ? constants[0].value : fields[0]?.default;
}

function problemOf(parseIt: () => unknown): InterfaceSyntaxError {
  try {
    parseIt();
  } catch (error) {
    if (error instanceof InterfaceSyntaxError) return error;
    throw error;
  }
  throw new Error('expected a syntax error, got none');
}

describe('types', () => {
  test('primitives, bounded strings and every kind of array', () => {
    expect(
      fieldTypes(
        [
          'bool a',
          'byte  b',
          'char\tc',
          'uint64[] d',
          'float32[3] e',
          'int8[<=7] f',
          'string<=10 g',
          'string<=10[] h',
          'wstring<=5[<=2] i',
          'wstring j',
        ].join('\n'),
      ),
    ).toEqual([
      'a: bool',
      'b: byte',
      'c: char',
      'd: uint64[]',
      'e: float32[3]',
      'f: int8[<=7]',
      'g: string<=10',
      'h: string<=10[]',
      'i: wstring<=5[<=2]',
      'j: wstring',
    ]);
  });

  test('nested names are relative to the package, in another package, or full', () => {
    expect(fieldTypes('Other a\ngeometry_msgs/Point[] b\ngeometry_msgs/msg/Pose c')).toEqual([
      'a: pkg/msg/Other',
      'b: geometry_msgs/msg/Point[]',
      'c: geometry_msgs/msg/Pose',
    ]);
  });

  test("Header alone is std_msgs' one, unless the package has its own", () => {
    expect(fieldTypes('Header header')).toEqual(['header: std_msgs/msg/Header']);
    expect(fieldTypes('Header header', { ownsHeader: () => true })).toEqual(['header: pkg/msg/Header']);
  });

  test.each([
    ['int x', /expected a type \(one of bool, .* saw 'int'/],
    ['time stamp', /'time' is ROS 1, write builtin_interfaces\/Time/],
    ['int8[0] x', /array size of 1 to 4294967295 .* saw '0'/],
    ['int8[-1] x', /saw '-1'/],
    ['int8[<=] x', /array size/],
    ['int8[a] x', /saw 'a'/],
    ['string<=0 x', /string bound .* saw '0'/],
    ['a/b/C x', /expected a type/],
    ['a/msg/lower x', /expected a type/],
    ['int8[][] x', /expected a type/],
  ])('refuses %p', (line, message) => {
    expect(problemOf(() => parse(line)).message).toMatch(message);
  });
});

describe('defaults and constants', () => {
  test.each<[string, unknown]>([
    ['bool x true', true],
    ['bool x False', false],
    ['bool x 1', true],
    ['int8 x -128', -128],
    ['uint8 x +7', 7],
    ['uint16 x 0xFF', 255],
    ['int32 x -0x10', -16],
    ['uint8 x 0b101', 5],
    ['uint8 x 0o17', 15],
    ['int32 x 010', 10],
    ['int32 x 1_000', 1000],
    ['int64 x -9223372036854775808', -9223372036854775808n],
    ['uint64 x 0xFFFFFFFFFFFFFFFF', 18446744073709551615n],
    ['byte x 255', 255],
    ['char x 65', 65],
    ['float64 x 1.5e-3', 0.0015],
    ['float32 x .5', 0.5],
    ['float64 x 5.', 5],
    ['float64 x -inf', -Infinity],
    ['float64 x nan', NaN],
    ['string x bare text', 'bare text'],
    ['string x "a # b"', 'a # b'],
    ['string x "a # b" # comment', 'a # b'],
    [`string x "it's"`, "it's"],
    [`string x 'it\\'s'`, "it's"],
    [`string x "say \\"hi\\""`, 'say "hi"'],
    ['string x "tab\\tnew\\nline \\u00e9 \\x41 \\\\"', 'tab\tnew\nline é A \\'],
    ['string x "\\d stays"', '\\d stays'],
    ['string x ""', ''],
    ['string x "  padded  "', '  padded  '],
    ['wstring x "ハロー"', 'ハロー'],
    ['int8[] x [1, -2,3 ]', [1, -2, 3]],
    ['int64[2] x [1, 2]', [1n, 2n]],
    ['float32[<=3] x []', []],
    ['bool[] x [true, 0]', [true, false]],
    ['string[] x ["a, b", \'c]\', bare]', ['a, b', 'c]', 'bare']],
    ['string[] x ["a#"] # comment', ['a#']],
    ['int8 X=5', 5],
    ['int8 X = -5 # five', -5],
    ['string X=', ''],
    ['string X = some text # comment', 'some text'],
    ['string X="a=b"', 'a=b'],
    ['string x "a=b"', 'a=b'],
    ['float64 PI=3.14159', 3.14159],
  ])('%s', (line, value) => {
    expect(valueOf(line)).toEqual(value);
  });

  test.each([
    ['bool x yes', /default of 'x': expected true, false, 1 or 0 for a bool, saw 'yes'/],
    ['int8 x 128', /expected -128 to 127 for int8, saw 128/],
    ['uint8 x -1', /expected 0 to 255/],
    ['int8 x 1.5', /expected an integer for int8, saw '1.5'/],
    ['int8 x 1 2', /saw '1 2'/],
    ['int8 x 0x', /expected an integer/],
    ['uint64 x 18446744073709551616', /expected 0 to 18446744073709551615/],
    ['float32 x 1e39', /within the range of float32/],
    ['float64 x 1,5', /expected a number/],
    ["string x 'it's'", /expected quotes inside the string to be written \\'/],
    ['string<=3 x "four"', /at most 3 characters, saw 4/],
    ['int8[] x 5', /expected an array default in brackets/],
    ['int8[2] x [1]', /default of 2 elements, saw 1/],
    ['int8[<=2] x [1, 2, 3]', /at most 2 elements, saw 3/],
    ['int8[] x [1,,2]', /a value between the commas/],
    ['string[] x ["open]', /closing "/],
    ['Other x 5', /no default for a nested type/],
    ['int8 X=', /expected a value after '='/],
    ['int8 X=300', /constant 'X': expected -128 to 127/],
    ['int8[] X=[1]', /primitive type without bound or array for the constant 'X', saw 'int8\[\]'/],
    ['Other X=1', /primitive type/],
    ['int8 lower=1', /constant name in UPPER_CASE, saw 'lower'; if a field's default is meant, write 'int8 lower 1'/],
  ])('refuses %p', (line, message) => {
    expect(problemOf(() => parse(line)).message).toMatch(message);
  });
});

describe('names', () => {
  test.each(['Upper', '_under', 'two__parts', 'ends_', '1x', 'dash-ed', 'x.y'])('refuses the field name %p', (name) => {
    expect(problemOf(() => parse(`int8 ${name}`)).message).toMatch(`saw '${name}'`);
  });

  test('refuses a name twice, field or constant, and says where', () => {
    const problem = problemOf(() => parse('int8 x\n\nint16 x'));
    expect(problem.message).toBe(
      "pkg/msg/Type:3: expected each name once in a structure, saw 'x' again; rename or remove it",
    );
    expect(problemOf(() => parse('int8 A=1\nint8 A=2')).line).toBe(2);
  });

  test.each(['int8', 'int8 # nothing', 'int8# x'])('refuses %p, which lacks a name', (line) => {
    expect(problemOf(() => parse(line)).message).toMatch(`expected '<type> <name>', saw '${line}'`);
  });
});

describe('comments', () => {
  const text = [
    '# What it is.',
    '# More of it.',
    '',
    '# Apart from everything.',
    '',
    '# Metres.',
    'float64 x # from the left',
    '          # edge',
    'float64 y',
    '## Kinds',
    'uint8 A=1 # first',
  ].join('\n');

  test('belong to the structure at the top and to the element they stand above, beside or below', () => {
    const { comment, fields, constants } = parse(text);
    expect(comment).toEqual(['What it is.', 'More of it.']);
    expect(fields.map((field) => field.comment)).toEqual([['Metres.', 'from the left', 'edge'], undefined]);
    expect(constants[0]?.comment).toEqual(['Kinds', 'first']);
  });

  test('alone make an empty message', () => {
    expect(parse('# nothing here')).toEqual({
      name: 'pkg/msg/Type',
      fields: [],
      constants: [],
      comment: ['nothing here'],
    });
    expect(parse('').fields).toEqual([]);
  });

  test('Windows line ends, tabs and a byte order mark change nothing', () => {
    expect(parse(`\uFEFF${text.replace(/\n/g, '\r\n')}`)).toEqual(parse(text));
    expect(parse('int8\tx\t5')).toEqual(parse('int8 x 5'));
  });
});

describe('services and actions', () => {
  test('a service has two sections and an event', () => {
    const { name, request, response, event } = parseService('pkg/srv/Add', '# in\nint64 a\n---\n# out\nint64 sum\n');
    expect(name).toBe('pkg/srv/Add');
    expect(request).toMatchObject({ name: 'pkg/srv/Add_Request', comment: ['in'] });
    expect(response.fields[0]?.name).toBe('sum');
    expect(event.name).toBe('pkg/srv/Add_Event');
    expect(event.fields).toEqual([
      {
        name: 'info',
        type: { base: 'nested', nested: 'service_msgs/msg/ServiceEventInfo', container: { kind: 'single' } },
      },
      {
        name: 'request',
        type: { base: 'nested', nested: 'pkg/srv/Add_Request', container: { kind: 'sequence', bound: 1 } },
      },
      {
        name: 'response',
        type: { base: 'nested', nested: 'pkg/srv/Add_Response', container: { kind: 'sequence', bound: 1 } },
      },
    ]);
  });

  test('empty sections are fine', () => {
    const { request, response } = parseService('pkg/srv/Nothing', '---');
    expect([request.fields, response.fields]).toEqual([[], []]);
  });

  test('an action has three sections', () => {
    const action = parseAction('pkg/action/Walk', 'int8 goal\n---\nint8 result\n---\nint8 feedback');
    expect([action.goal, action.result, action.feedback].map((part) => part.name)).toEqual([
      'pkg/action/Walk_Goal',
      'pkg/action/Walk_Result',
      'pkg/action/Walk_Feedback',
    ]);
    expect(action.sendGoal.event.fields[1]?.type.nested).toBe('pkg/action/Walk_SendGoal_Request');
    expect(action.getResult.response.fields.map((field) => field.name)).toEqual(['status', 'result']);
    expect(action.feedbackMessage.fields.map((field) => field.name)).toEqual(['goal_id', 'feedback']);
  });

  test.each([
    [() => parseService('p/srv/S', 'int8 a'), 1, /between request, response, saw 0/],
    [() => parseService('p/srv/S', '---\n---\n'), 2, /saw one more here; remove it/],
    [() => parseAction('p/action/A', 'int8 a\n---\nint8 b'), 3, /expected 2 line\(s\) of '---'/],
  ])('a wrong number of sections is an error (%#)', (parseIt, line, message) => {
    const problem = problemOf(parseIt);
    expect(problem.line).toBe(line);
    expect(problem.message).toMatch(message);
  });

  test('line numbers count from the top of the file in every section', () => {
    const problem = problemOf(() => parseService('p/srv/S', 'int8 a\n---\n\nint8 Bad', { file: '/x/S.srv' }));
    expect([problem.file, problem.line, problem.code]).toEqual(['/x/S.srv', 4, 'ERR_ROSLET_INTERFACE_SYNTAX']);
    expect(problem.message).toMatch(/^\/x\/S.srv:4: expected a field name/);
  });
});
