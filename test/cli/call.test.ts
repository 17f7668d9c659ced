/** `roslet service call` */
import { roslet, rosletJson, startCli } from '../support/cli';
import { isolatedDomain } from '../support/domain';
import { startAdder } from './programs';

const domain = isolatedDomain();

const CALL = ['service', 'call', '/add_two_ints', 'example_interfaces/srv/AddTwoInts'];

test('a call prints request and response', async () => {
  await startAdder(domain);
  expect(await roslet(domain, [...CALL, '{a: 1, b: 2}'])).toEqual({
    code: 0,
    lines: [
      'requester: making request: example_interfaces.srv.AddTwoInts_Request(a=1, b=2)',
      '',
      'response:',
      'example_interfaces.srv.AddTwoInts_Response(sum=3)',
      '',
    ],
    errors: [],
  });
  expect(await rosletJson(domain, [...CALL, '{a: 40, b: 2}'])).toEqual({ sum: 42 });
  expect(await rosletJson(domain, CALL)).toEqual({ sum: 0 });
});

test('64-bit numbers keep all their digits', async () => {
  await startAdder(domain);
  const { lines } = await roslet(domain, [...CALL, '{a: 9007199254740993, b: 1}', '--json']);
  expect(lines).toEqual(['{"sum":9007199254740994}']);
});

test('a call waits for its service, and can be repeated', async () => {
  const call = startCli(domain, [...CALL, '{a: 1}', '--rate', '20', '--json']);
  await call.errorLine("waiting for service '/add_two_ints' to become available...");
  await startAdder(domain);
  for (let n = 0; n < 3; n++) expect(await call.line('{')).toBe('{"sum":1}');
  call.signal('SIGINT');
  expect(await call.exit).toEqual({ code: null, signal: 'SIGINT' });
});

test('what cannot be called is told, with what looks alike', async () => {
  await startAdder(domain);
  const misspelt = await roslet(domain, ['service', 'call', '/add_two_int', ...CALL.slice(3), '--timeout', '0.2']);
  expect(misspelt.code).toBe(1);
  expect(misspelt.errors[0]).toContain('did you mean /add_two_ints?');
  expect(misspelt.errors[1]).toContain('appeared within 0.2 s');
  expect(await roslet(domain, ['service', 'call', '/add_two_ints', 'std_srvs/srv/Trigger'])).toMatchObject({
    code: 1,
    errors: expect.arrayContaining([expect.stringContaining('is of type example_interfaces/srv/AddTwoInts')]),
  });
  expect(await roslet(domain, [...CALL, '{c: 1}'])).toMatchObject({
    code: 2,
    errors: [expect.stringContaining("has no field 'c'")],
  });
  expect(await roslet(domain, ['service', 'call', '/x', 'example_interfaces/srv/AddTwoInt'])).toMatchObject({
    code: 1,
    errors: [expect.stringContaining('example_interfaces/srv/AddTwoInts')],
  });
});
