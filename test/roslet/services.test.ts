import { isolatedDomain } from '../support/domain';
import { MODULE_SYSTEMS, startUserProgram } from './user-program';

const domain = isolatedDomain();

const server = (callback: string): string => `
  const node = new rclnodejs.Node('add_server');
  const service = node.createService('example_interfaces/srv/AddTwoInts', 'add_two_ints', ${callback});
  node.spin();
  console.log('serving ' + service.serviceName);
  process.stdin.once('data', () => { process.stdin.destroy(); rclnodejs.shutdown(); });
`;

const client = (body: string): string => `
  const node = new rclnodejs.Node('add_client');
  const client = node.createClient('example_interfaces/srv/AddTwoInts', 'add_two_ints');
  node.spin();
  if (!(await client.waitForService())) throw new Error('no service');
  ${body}
  rclnodejs.shutdown();
`;

test.each(MODULE_SYSTEMS)('requests are answered from another process (%s)', async (moduleSystem) => {
  const serving = startUserProgram(
    domain,
    server(`(request, response) => {
      const result = response.template;
      console.log(typeof result.sum, response.service === service);
      result.sum = request.a + request.b;
      response.send(result);
    }`),
    { moduleSystem },
  );
  await serving.line('serving /add_two_ints');
  const calling = startUserProgram(
    domain,
    client(`
      console.log((await client.sendRequestAsync({ a: 1n, b: 2n })).sum);
      console.log((await client.sendRequestAsync({ a: 40, b: 2 }, { timeout: 30000 })).sum);
      await new Promise((resolve) => client.sendRequest({ a: -1n }, (response) => { console.log(response); resolve(); }));
    `),
    { moduleSystem },
  );
  expect(await calling.success()).toEqual(['3n', '42n', '{ sum: -1n }']);
  serving.write('end');
  expect(await serving.success()).toContain('bigint true');
});

test.each([
  ['returns the response', `({ a, b }) => ({ sum: a + b })`],
  ['returns a promise of it', `async ({ a, b }) => { await null; return { sum: a + b }; }`],
  ['sends it later', `({ a, b }, response) => { setTimeout(() => response.send({ sum: a + b }), 10); }`],
  [
    'answers in reverse order',
    `({ a, b }, response) => {
      (globalThis.waiting ??= []).unshift(() => response.send({ sum: a + b }));
      if (globalThis.waiting.length === 3) globalThis.waiting.forEach((answer) => answer());
    }`,
  ],
])('each of several requests gets its own answer when the callback %s', async (_how, callback) => {
  const serving = startUserProgram(domain, server(callback));
  await serving.line('serving');
  const calling = startUserProgram(
    domain,
    client(`
      const sums = await Promise.all([1n, 2n, 3n].map((a) => client.sendRequestAsync({ a, b: 10n })));
      console.log(sums.map(({ sum }) => sum).join(' '));
    `),
  );
  expect(await calling.success()).toEqual(['11 12 13']);
  serving.write('end');
  await serving.success();
});

test('a callback that throws or rejects is logged, and the next request is answered', async () => {
  const serving = startUserProgram(
    domain,
    server(`(request, response) => {
      if (request.a === 1n) throw new Error('sync trouble');
      if (request.a === 2n) return Promise.reject(new Error('async trouble'));
      response.send({ sum: 7n });
      response.send({ sum: 8n });
    }`),
  );
  await serving.line('serving');
  const calling = startUserProgram(
    domain,
    client(`
      for (const a of [1n, 2n]) client.sendRequest({ a }, () => console.log('unexpected'));
      console.log((await client.sendRequestAsync({ a: 3n })).sum);
    `),
  );
  expect(await calling.success()).toEqual(['7n']);
  serving.write('end');
  await serving.success();
  expect(serving.errorLines.join('\n')).toMatch(
    /\[ERROR\] .*\[add_server\]: Error processing \/add_two_ints request: Error: sync trouble/,
  );
  expect(serving.errorLines.join('\n')).toMatch(/async trouble/);
  expect(serving.errorLines.join('\n')).toMatch(/\[WARN\].*answered a second time/);
});

test('a request is given up after its timeout or by its signal', async () => {
  const serving = startUserProgram(domain, server(`() => {}`));
  await serving.line('serving');
  const calling = startUserProgram(
    domain,
    client(`
      const show = (error) => console.log(error.name, error.code, error instanceof rclnodejs.OperationError, error.entityName);
      await client.sendRequestAsync({}, { timeout: 20 }).catch(show);
      await client.sendRequestAsync({}, { timeout: 0 }).catch(show);
      await client.sendRequestAsync({}, { signal: AbortSignal.abort() }).catch(show);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 10);
      await client.sendRequestAsync({}, { timeout: 60000, signal: controller.signal }).catch(show);
      await client.sendRequestAsync({ a: 'one' }).catch((error) => console.log(error.code));
    `),
  );
  expect(await calling.success()).toEqual([
    'TimeoutError TIMEOUT true /add_two_ints',
    'TimeoutError TIMEOUT true /add_two_ints',
    'AbortError ABORTED true /add_two_ints',
    'AbortError ABORTED true /add_two_ints',
    'ERR_ROSLET_MESSAGE_INVALID',
  ]);
  serving.write('end');
  await serving.success();
});

test('a call fails when the server ends before it answers', async () => {
  const serving = startUserProgram(domain, server(`() => { console.log('asked'); }`));
  await serving.line('serving');
  const calling = startUserProgram(
    domain,
    client(`
      const call = client.sendRequestAsync({ a: 1n });
      await call.catch((error) => console.log(error.code, error instanceof rclnodejs.ServiceServerDiedError));
      console.log(client.isServiceServerAvailable(), await client.waitForService(10));
    `),
  );
  await serving.line('asked');
  serving.signal('SIGKILL');
  expect(await calling.success()).toEqual(['SERVICE_SERVER_DIED true', 'false false']);
  domain.allowLeftovers();
});

test('a server goes on after a client that did not wait for its answer', async () => {
  const serving = startUserProgram(
    domain,
    server(`async ({ a }, response) => {
      console.log('asked ' + a);
      if (a === 1n) await new Promise((resolve) => setTimeout(resolve, 200));
      response.send({ sum: a });
    }`),
  );
  await serving.line('serving');
  const leaving = startUserProgram(domain, client(`client.sendRequest({ a: 1n }, () => {});`));
  await leaving.success();
  const calling = startUserProgram(domain, client(`console.log((await client.sendRequestAsync({ a: 2n })).sum);`));
  expect(await calling.success()).toEqual(['2n']);
  await new Promise((resolve) => setTimeout(resolve, 250));
  serving.write('end');
  await serving.success();
  expect(serving.errorLines).toEqual([]);
});

test('a client that waits for a service hears of it when it comes', async () => {
  const calling = startUserProgram(
    domain,
    `console.log('waiting'); ` + client(`console.log((await client.sendRequestAsync({ a: 5n, b: 6n })).sum);`),
  );
  await calling.line('waiting');
  const serving = startUserProgram(domain, server(`({ a, b }) => ({ sum: a + b })`));
  expect(await calling.success()).toEqual(['waiting', '11n']);
  serving.write('end');
  await serving.success();
});

test('server and client in one node', async () => {
  const program = startUserProgram(
    domain,
    `
    const node = new rclnodejs.Node('both');
    node.createService('std_srvs/srv/Trigger', '~/go', () => ({ success: true, message: 'gone' }));
    const client = node.createClient('std_srvs/srv/Trigger', '/both/go');
    node.spin();
    console.log(client.isServiceServerAvailable(), await client.sendRequestAsync({}));
    rclnodejs.shutdown();
  `,
  );
  expect(await program.success()).toEqual([`true { success: true, message: 'gone' }`]);
});

test('a program may shut down in the callback of a response, and in that of a request', async () => {
  const serving = startUserProgram(
    domain,
    `
    const node = rclnodejs.createNode('server');
    node.createService('std_srvs/srv/Trigger', 'go', (request, response) => {
      response.send({ success: true, message: 'last words' });
      rclnodejs.shutdown();
    });
    rclnodejs.spin(node);
    console.log('serving');
  `,
  );
  await serving.line('serving');
  const calling = startUserProgram(
    domain,
    `
    const node = rclnodejs.createNode('client');
    const client = node.createClient('std_srvs/srv/Trigger', 'go');
    client.waitForService(30000).then(() => {
      client.sendRequest({}, (response) => {
        console.log(response.message);
        rclnodejs.shutdown();
      });
    });
    rclnodejs.spin(node);
  `,
  );
  expect(await calling.success()).toEqual(['last words']);
  await serving.success();
});
