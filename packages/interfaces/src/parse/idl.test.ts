import { InterfaceSyntaxError } from '../errors';
import { InterfaceRegistry } from '../registry/interface-registry';
import type { ParsedInterface } from '../registry/parsed-interface';
import { typeHash } from '../type-hash/rihs';
import { parseIdlInterface } from './idl';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Laid out as rosidl_adapter lays out the .idl of a .msg. */
const MESSAGE = `// generated from rosidl_adapter/resource/msg.idl.em
#include "geometry_msgs/msg/Point.idl"
#include "my_pkg/msg/Other.idl"

module my_pkg {
  module msg {
    typedef double double__9[9];
    typedef my_pkg::msg::Other my_pkg__msg__Other__2[2];
    module Everything_Constants {
      const octet LEVEL = 2;
      const string NAME = "octet in text";
      const int64 BIG = 9223372036854775807;
      const boolean YES = TRUE;
    };
    @verbatim (language="comment", text=
      "An octet in a comment.")
    struct Everything {
      @verbatim (language="comment", text="about x")
      @default (value=5)
      @unit (value="m")
      int32 x;

      octet level; // octet
      boolean flag;
      uint8 small;
      int64 big;
      float ratio;
      string<7> code;
      wstring wide;
      double__9 matrix;
      sequence<octet> bytes;
      sequence<geometry_msgs::msg::Point, 3> points;
      my_pkg__msg__Other__2 others;
      my_pkg::msg::Other other;
      sequence<string<5>> names;
      @default (value="(1, -2)")
      sequence<int16> list;
      @default (value="hello")
      string greeting;
      @default (value=TRUE)
      boolean on;
    };
  };
};
`;

const AS_MSG = `byte LEVEL=2
string NAME="octet in text"
int64 BIG=9223372036854775807
bool YES=true
int32 x 5
byte level
bool flag
uint8 small
int64 big
float32 ratio
string<=7 code
wstring wide
float64[9] matrix
byte[] bytes
geometry_msgs/Point[<=3] points
Other[2] others
Other other
string<=5[] names
int16[] list [1, -2]
string greeting "hello"
bool on true
`;

function parse(name: string, kind: 'msg' | 'srv' | 'action', text: string): ParsedInterface {
  return parseIdlInterface({ package: 'my_pkg', kind, name }, text, '/x/File.idl');
}

test('an .idl means the same as the .msg it was generated from', () => {
  const registry = new InterfaceRegistry({ environment: {} });
  registry.define('my_pkg/msg/Other', 'int8 y');
  registry.define('my_pkg/msg/Everything', AS_MSG);
  const parsed = parse('Everything', 'msg', MESSAGE);
  expect(parsed).toEqual({ kind: 'msg', message: registry.message('my_pkg/msg/Everything') });
});

test('a type that ships as .idl only is found, and hashes like its .msg', () => {
  const root = mkdtempSync(join(tmpdir(), 'roslet-idl-'));
  try {
    mkdirSync(join(root, 'my_pkg/msg'), { recursive: true });
    writeFileSync(join(root, 'my_pkg/msg/Everything.idl'), MESSAGE);
    writeFileSync(join(root, 'my_pkg/msg/Other.msg'), 'int8 y');
    const fromIdl = new InterfaceRegistry({ directories: [root], environment: {} });
    const fromMsg = new InterfaceRegistry({ environment: {} });
    fromMsg.define('my_pkg/msg/Other', 'int8 y');
    fromMsg.define('my_pkg/msg/Everything', AS_MSG);
    expect(fromIdl.source('my_pkg/msg/Everything').format).toBe('idl');
    expect(typeHash(fromIdl, 'my_pkg/msg/Everything')).toBe(typeHash(fromMsg, 'my_pkg/msg/Everything'));
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('services and actions, with empty sections', () => {
  const service = parse(
    'Add',
    'srv',
    `module my_pkg { module srv {
       struct Add_Request { int64 a; };
       struct Add_Response { uint8 structure_needs_at_least_one_member; };
     }; };`,
  );
  expect(service).toMatchObject({
    kind: 'srv',
    service: {
      request: { name: 'my_pkg/srv/Add_Request', fields: [{ name: 'a' }] },
      response: { fields: [] },
      event: { name: 'my_pkg/srv/Add_Event' },
    },
  });
  const action = parse(
    'Walk',
    'action',
    `module my_pkg { module action {
       struct Walk_Goal { float x; }; struct Walk_Result { boolean ok; }; struct Walk_Feedback { float done; };
     }; };`,
  );
  expect(action).toMatchObject({ kind: 'action', action: { sendGoal: { name: 'my_pkg/action/Walk_SendGoal' } } });
});

test.each([
  ['module my_pkg { module msg {\n struct A {\n int32 }; }; };', 3, /expected OMG IDL/],
  [
    'module my_pkg { module msg { struct B { int32 x; }; }; };',
    1,
    /expected a struct my_pkg::msg::A, saw .*my_pkg\/msg\/B/,
  ],
  ['module my_pkg { module msg { struct A { wchar x; }; }; };', 1, /member 'x': expected a type .* saw wchar/],
  ['module my_pkg { module msg { enum E { ONE, TWO }; struct A { E x; }; }; };', 1, /saw an enum/],
  ['module my_pkg { module msg { struct A { long double x; }; }; };', 1, /long double/],
  ['', 1, /expected OMG IDL|expected a struct/],
])('what is wrong in %p is said with its line', (text, line, message) => {
  let caught: unknown;
  try {
    parse('A', 'msg', text);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(InterfaceSyntaxError);
  expect((caught as InterfaceSyntaxError).line).toBe(line);
  expect((caught as InterfaceSyntaxError).message).toMatch(message);
});
