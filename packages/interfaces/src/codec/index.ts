export { type Codec, type CodecOptions, compileCodec, createCodec } from './codec';
export { forgetSource } from './views';
