import { compileFormat, DEFAULT_FORMAT, type LogRecord } from './format';
import { setLevel } from './levels';
import { Logging } from './logger';
import { addSink, enableConsole, removeSink } from './sinks';
import { LoggingSeverity } from './severity';

const record: LogRecord = {
  name: 'arm.gripper',
  severity: LoggingSeverity.WARN,
  message: 'slip',
  time: 1_700_000_000_000_000_005n,
  location: { functionName: 'grip', fileName: 'gripper.js', lineNumber: 12 },
};

test('the default line is that of ROS 2', () => {
  expect(compileFormat(DEFAULT_FORMAT).line(record)).toBe('[WARN] [1700000000.000000005] [arm.gripper]: slip');
});

test('a format can place every part and keeps what it does not know', () => {
  const format = compileFormat('{time_as_nanoseconds} {file_name}:{line_number} {function_name} {nothing} {message}');
  expect(format.needsLocation).toBe(true);
  expect(format.line(record)).toBe('1700000000000000005 gripper.js:12 grip {nothing} slip');
});

describe('a logger', () => {
  const records: LogRecord[] = [];
  const sink = (each: LogRecord): void => void records.push(each);

  beforeEach(() => {
    records.length = 0;
    enableConsole(false);
    addSink('arm', sink);
  });
  afterEach(() => {
    removeSink('arm', sink);
    enableConsole(true);
    for (const name of ['', 'arm', 'arm.gripper']) setLevel(name, LoggingSeverity.UNSET);
  });

  test('passes on what its level lets through, and says whether it did', () => {
    const logger = Logging.getLogger('arm');
    expect(logger.debug('quiet')).toBe(false);
    expect(logger.info('loud')).toBe(true);
    expect(records.map(({ message, severity }) => [message, severity])).toEqual([['loud', LoggingSeverity.INFO]]);
  });

  test('inherits the level of the nearest ancestor that has one', () => {
    const child = Logging.getLogger('arm').getChild('gripper').getChild('finger');
    expect(child.name).toBe('arm.gripper.finger');
    expect(child.loggerEffectiveLevel).toBe(LoggingSeverity.INFO);
    Logging.getLogger('arm').setLoggerLevel(LoggingSeverity.ERROR);
    expect(child.loggerEffectiveLevel).toBe(LoggingSeverity.ERROR);
    Logging.getLogger('arm.gripper').setLoggerLevel(LoggingSeverity.DEBUG);
    expect(child.debug('hello')).toBe(true);
    setLevel('', LoggingSeverity.FATAL);
    expect(Logging.getLogger('leg').error('no')).toBe(false);
  });

  test('knows where it was called', () => {
    (function grip() {
      Logging.getLogger('arm').warn('slip');
    })();
    expect(records[0]?.location).toMatchObject({ functionName: 'grip', fileName: 'logger.test.ts' });
  });

  test('refuses messages that are not text', () => {
    expect(() => Logging.getLogger('arm').info({} as string)).toThrow(/expected string, got object/);
    expect(() => Logging.getLogger('arm').setLoggerLevel(15 as LoggingSeverity)).toThrow(/LoggingSeverity/);
  });
});
