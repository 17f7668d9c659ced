import type { ChildProcess } from 'node:child_process';
import type { Peer } from '../link/link';

export const peer: Peer = {
  name: 'child-process',
  about: "node:child_process: send() over the IPC channel of a child, serialization 'advanced', one Buffer a message",
  exchanges: ['roundTrip', 'oneWay'],

  async open({ task, channel, receive }) {
    const other = channel as ChildProcess;
    other.on('message', (message) => {
      // The far side's few words go the same way.
      if (ArrayBuffer.isView(message)) receive(message as Uint8Array);
    });
    const memory = Buffer.alloc(task.size);
    return {
      headerBytes: 0,
      payload: () => memory,
      send: (payload) => {
        let written: () => void = () => undefined;
        const more = other.send(payload, () => written());
        return more ? undefined : new Promise<void>((resolve) => (written = resolve));
      },
      close: () => undefined,
    };
  },
};
