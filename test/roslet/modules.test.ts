import { isolatedDomain } from '../support/domain';
import { startSource } from '../support/program';

const domain = isolatedDomain();

test('every way to import the library gives the same things', async () => {
  const program = startSource(
    domain,
    'module',
    `
    import { createRequire } from 'node:module';
    import roslet, { init, Node, QoS, require as load } from 'roslet';
    import * as everything from 'roslet';
    const required = createRequire(process.cwd() + '/x.js')('roslet');
    console.log(roslet === required, everything.default === required, Node === required.Node, QoS === everything.QoS, init === roslet.init);
    console.log(load('std_msgs/msg/String') === roslet.require({ package: 'std_msgs', type: 'msg', name: 'String' }));
    const missing = Object.keys(required).filter((name) => everything[name] !== required[name] && name !== 'default');
    console.log(missing);
  `,
  );
  expect(await program.success()).toEqual(['true true true true true', 'true', '[]']);
});

test('importing it does nothing by itself', async () => {
  const program = startSource(
    domain,
    'commonjs',
    `const roslet = require('roslet'); console.log(roslet.isShutdown(), process.listenerCount('SIGINT'));`,
  );
  expect(await program.success()).toEqual(['true 0']);
});
