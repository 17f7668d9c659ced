import { Frames } from './framed-stream';

function frame(length: number, value: number): Buffer {
  const bytes = Buffer.alloc(4 + length, value);
  bytes.writeUInt32LE(length);
  return bytes;
}

const SENT = [frame(0, 1), frame(1, 2), frame(300, 3), frame(5, 4), frame(70_000, 5)];

// However the kernel cuts the stream, also in the middle of a length.
test.each([1, 2, 3, 5, 64, 1000, 65_536, 1_000_000])('messages come whole out of chunks of %d bytes', (chunkSize) => {
  const received: Buffer[] = [];
  const frames = new Frames((each) => received.push(Buffer.from(each)));
  const stream = Buffer.concat(SENT);
  for (let at = 0; at < stream.length; at += chunkSize) frames.take(stream.subarray(at, at + chunkSize));
  expect(received.map((each) => each.length)).toEqual(SENT.map((each) => each.length));
  expect(Buffer.concat(received).equals(stream)).toBe(true);
});
