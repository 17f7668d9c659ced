import { framedStream } from './framed-stream';

/** Enough for thousands of small messages to go out together, in one system call. */
const HIGH_WATER_MARK = 256 * 1024;

/** For those who know about buffers. */
export const peer = framedStream('unix-stream-tuned', 'highWaterMark 256 KiB', HIGH_WATER_MARK);
