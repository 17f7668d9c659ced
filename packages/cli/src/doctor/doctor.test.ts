import { type EndpointInfo, gidBytes, QosProfiles } from '@roslet/rmw';
import { diagnose } from './doctor';
import type { DirectoryFacts, DomainFacts, Facts, HostFacts } from './facts';

const GIB = 1024 ** 3;

function factsOf(changes: {
  host?: Partial<HostFacts>;
  directory?: Partial<DirectoryFacts>;
  domain?: Partial<DomainFacts>;
}): Facts {
  return {
    host: {
      node: 'v20.19.0',
      platform: 'linux',
      kernel: '6.1.0',
      cpus: 4,
      maxDgramQlen: 512,
      limits: { openFiles: 4096, addressSpace: Infinity, fileSize: Infinity },
      ...changes.host,
    },
    directory: {
      base: '/dev/shm/roslet-1000',
      path: '/dev/shm/roslet-1000/0',
      owner: { mode: 0o700, uid: 1000, gid: 1000 },
      exists: true,
      ownUid: 1000,
      group: undefined,
      fileSystem: { memory: true, bytes: 8 * GIB, freeBytes: 4 * GIB },
      ...changes.directory,
    },
    domain: {
      domainId: 0,
      version: '1.0.0',
      contexts: [],
      files: [],
      nodes: [],
      endpoints: [],
      unreadable: [],
      ...changes.domain,
    },
  };
}

/** The findings that are not well. */
function problemsOf(changes: Parameters<typeof factsOf>[0]) {
  return diagnose(factsOf(changes)).filter(({ level }) => level !== 'ok');
}

const CONTEXT = {
  contextId: '00000000000000a1',
  pid: 42,
  uid: 1000,
  libraryVersion: '1.0.0',
  startTime: 0n,
  alive: true,
  writers: [],
  readers: [],
};

const READER = {
  entity: 3,
  received: 90,
  receivedBytes: 0,
  lostOverwritten: 0,
  lostDepth: 0,
  lostInvalid: 0,
  viaLog: 0,
  viaInline: 0,
  viaDurable: 0,
};

function endpoint(kind: EndpointInfo['kind'], node: string, changes: Partial<EndpointInfo> = {}): EndpointInfo {
  return {
    kind,
    name: '/scan',
    node: { name: node, namespace: '/', fullName: `/${node}`, enclave: '/', contextId: CONTEXT.contextId, pid: 42 },
    type: 'sensor_msgs/msg/LaserScan',
    typeHash: 'RIHS01_1',
    gid: gidBytes(CONTEXT.contextId, 3),
    qos: QosProfiles.default,
    ...changes,
  };
}

test('a healthy host and domain have no problem', () => {
  expect(problemsOf({})).toEqual([]);
});

test.each([
  ['a tiny datagram queue', { host: { maxDgramQlen: 2 } }, 'warning', 'sysctl -w net.unix.max_dgram_qlen=512'],
  [
    'few open files',
    { host: { limits: { openFiles: 64, addressSpace: Infinity, fileSize: Infinity } } },
    'warning',
    'ulimit -n 4096',
  ],
  [
    'little address space',
    { host: { limits: { openFiles: 4096, addressSpace: GIB, fileSize: Infinity } } },
    'warning',
    'ulimit -v unlimited',
  ],
  [
    'small files',
    { host: { limits: { openFiles: 4096, addressSpace: Infinity, fileSize: 1024 } } },
    'warning',
    'ulimit -f unlimited',
  ],
  ['one processor', { host: { cpus: 1 } }, 'warning', 'ROSLET_WAIT'],
  ['an old kernel', { host: { kernel: '4.19.0' } }, 'warning', 'newer kernel'],
  ['another system', { host: { platform: 'darwin' } }, 'error', 'Linux'],
  [
    'full shared memory',
    { directory: { fileSystem: { memory: true, bytes: GIB, freeBytes: 4096 } } },
    'error',
    '--shm-size',
  ],
  [
    'little shared memory',
    { directory: { fileSystem: { memory: true, bytes: GIB, freeBytes: 2 ** 25 } } },
    'warning',
    '/dev/shm',
  ],
  [
    'a disk',
    { directory: { fileSystem: { memory: false, bytes: 8 * GIB, freeBytes: 4 * GIB } } },
    'warning',
    'ROSLET_DIR',
  ],
  ['an open directory', { directory: { owner: { mode: 0o777, uid: 1000, gid: 1000 } } }, 'error', 'chmod'],
  ["somebody else's directory", { directory: { owner: { mode: 0o700, uid: 0, gid: 0 } } }, 'error', 'ROSLET_GROUP'],
  ['a group that does not apply', { directory: { group: 'robots' } }, 'warning', 'ROSLET_GROUP'],
] as const)('%s is found, with what to do', (_name, changes, level, remedy) => {
  const problems = problemsOf(changes);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ level, remedy: expect.stringContaining(remedy) });
});

test('dead contexts and what they left', () => {
  const [problem] = problemsOf({
    domain: {
      contexts: [{ ...CONTEXT, alive: false }],
      files: [{ name: 'log-1', bytes: 2048, owner: CONTEXT.contextId, orphan: true }],
    },
  });
  expect(problem).toMatchObject({
    message: '1 dead context left 1 file with 2 KiB',
    remedy: expect.stringContaining('roslet clean'),
  });
});

test('losses are told by cause, with the endpoint that lost', () => {
  const problems = problemsOf({
    domain: {
      contexts: [
        {
          ...CONTEXT,
          readers: [{ ...READER, lostOverwritten: 10, lostDepth: 1, lostInvalid: 2 }],
          writers: [
            {
              entity: 9,
              sent: 1,
              sentBytes: 1,
              lastSequence: 1,
              inlineSent: 0,
              lostNoSpace: 4,
              sharedBytes: 0,
              readers: 1,
            },
          ],
        },
      ],
      endpoints: [endpoint('subscription', 'mapper')],
    },
  });
  expect(problems.map(({ message }) => message)).toEqual([
    '10 messages of 100 were overwritten before they were taken (subscription of /scan, node /mapper, process 42)',
    "1 message of 91 were passed over because newer ones filled the subscription's depth (subscription of /scan, node /mapper, process 42)",
    '2 messages of 92 did not check out or did not decode (subscription of /scan, node /mapper, process 42)',
    '4 messages found no room in shared memory (process 42)',
  ]);
});

test('another version, and a context that cannot be read', () => {
  const problems = problemsOf({
    domain: {
      contexts: [{ ...CONTEXT, libraryVersion: '0.9.0' }],
      unreadable: [{ contextId: 'b', pid: 7 }],
    },
  });
  expect(problems.map(({ message }) => message)).toEqual([
    'process 42 uses version 0.9.0, this command is of 1.0.0',
    expect.stringContaining('process 7'),
  ]);
});

test('QoS and types that keep endpoints from talking, and one name for two nodes', () => {
  const nodes = [endpoint('publisher', 'laser').node, endpoint('publisher', 'laser').node];
  const problems = problemsOf({
    domain: {
      nodes,
      endpoints: [
        endpoint('publisher', 'laser', { qos: QosProfiles.sensorData }),
        endpoint('subscription', 'mapper'),
        endpoint('subscription', 'old', { typeHash: 'RIHS01_2' }),
        endpoint('service', 'server', { name: '/ask', type: 'a/srv/A' }),
        endpoint('client', 'client', { name: '/ask', type: 'a/srv/B' }),
      ],
    },
  });
  expect(problems.map(({ message }) => message)).toEqual([
    'several nodes are called /laser',
    '/scan: node /mapper hears nothing from node /laser: incompatible reliability, requested RELIABLE, offered BEST_EFFORT',
    '/scan: node /laser uses sensor_msgs/msg/LaserScan (RIHS01_1), node /old uses sensor_msgs/msg/LaserScan (RIHS01_2), so they do not talk to each other',
    '/ask: node /server uses a/srv/A, node /client uses a/srv/B, so they do not talk to each other',
  ]);
});
