import { framedStream } from './framed-stream';

/** As Node does it by itself. */
export const peer = framedStream('unix-stream', "Node's defaults", undefined);
