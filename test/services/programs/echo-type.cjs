'use strict';
// Bytes there and back: a context that knows the type `echo_msgs/srv/Echo`, and reads lines of commands.
const { InterfaceRegistry } = require('@roslet/interfaces');
const { Context } = require('@roslet/rmw');

const ECHO = 'echo_msgs/srv/Echo';

function join(options = {}) {
  const interfaces = new InterfaceRegistry();
  interfaces.define(ECHO, 'uint8[] data\n---\nuint8[] data\n');
  const context = new Context({ interfaces, ...options });
  context.setRef(true);
  return context;
}

/** Runs `commands[word](...words)` for each line of standard input; `close` ends the program. */
function obey(context, commands) {
  process.stdin.setEncoding('utf8');
  let rest = '';
  process.stdin.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const [command, ...words] = line.split(' ');
      if (command === 'close') {
        context.close();
        process.stdin.destroy();
      } else {
        void commands[command](...words);
      }
    }
  });
}

module.exports = { ECHO, join, obey };
