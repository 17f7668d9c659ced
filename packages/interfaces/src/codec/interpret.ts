import { CdrError, MessageChangedError } from '../errors';
import type { DecodeFunction, RefuseBody } from './generate-decode';
import type { EncodeFunction } from './generate-encode';
import type { Refuse, SizeFunction } from './generate-size';
import { readBody } from './read';
import { OutOfRoom, SizeSink, WriteSink } from './sinks';
import type { Structure } from './structure';
import { walkMessage } from './walk';

/** The same functions as the generators make, by plain walks: for processes that may not generate code. */

export function interpretSize(structure: Structure): SizeFunction {
  return (message) => {
    const sink = new SizeSink();
    walkMessage(structure, message, sink);
    return sink.size;
  };
}

export function interpretEncode(structure: Structure): EncodeFunction {
  return (message, views, begin, end) => {
    const sink = new WriteSink(views, begin, end);
    try {
      walkMessage(structure, message, sink);
    } catch (error) {
      throw error instanceof OutOfRoom ? new MessageChangedError(structure.name) : error;
    }
    return sink.position;
  };
}

export function interpretDecode(structure: Structure): DecodeFunction {
  return (views, begin, end) => readBody(structure, views, begin, end, 'little');
}

/** What generated code calls when it refuses a message: walks it again to say what is wrong and where. */
export function explainMessage(structure: Structure): Refuse {
  return (message) => {
    walkMessage(structure, message, new SizeSink());
    // Nothing wrong this time: a getter answered differently before.
    throw new MessageChangedError(structure.name);
  };
}

/** What generated code calls when it refuses a body. */
export function explainBody(structure: Structure): RefuseBody {
  return (views, begin, end) => {
    readBody(structure, views, begin, end, 'little');
    throw new CdrError(
      structure.name,
      '',
      0,
      'expected bytes that stay the same while they are read, but they changed',
    );
  };
}
