import { ConsoleOutput } from './console-output';
import type { LogRecord } from './format';

/** Takes the records of one logger and its children besides the console: a node's `/rosout` publisher. */
export type LogSink = (record: LogRecord) => void;

const sinks = new Map<string, LogSink>();
let output: ConsoleOutput | undefined;
let enabled = true;

/** Whether any log line is written to the console (`--disable-stdout-logs`). */
export function enableConsole(on: boolean): void {
  enabled = on;
}

export function addSink(loggerName: string, sink: LogSink): void {
  sinks.set(loggerName, sink);
}

export function removeSink(loggerName: string, sink: LogSink): void {
  if (sinks.get(loggerName) === sink) sinks.delete(loggerName);
}

/** Whether somebody wants to know where in the source a message of this logger comes from. */
export function needsLocation(name: string): boolean {
  return consoleOutput().format.needsLocation || sinkOf(name) !== undefined;
}

export function emit(record: LogRecord): void {
  if (enabled) consoleOutput().write(record);
  sinkOf(record.name)?.(record);
}

/** The sink of the logger or of its nearest ancestor that has one. */
function sinkOf(name: string): LogSink | undefined {
  if (sinks.size === 0) return undefined;
  for (let ancestor = name; ancestor !== ''; ancestor = ancestor.slice(0, Math.max(ancestor.lastIndexOf('.'), 0))) {
    const sink = sinks.get(ancestor);
    if (sink !== undefined) return sink;
  }
  return undefined;
}

function consoleOutput(): ConsoleOutput {
  return (output ??= new ConsoleOutput());
}
