// `zod/v3` is a part of zod 4 that loads six times as fast as the rest, which matters to programs that start often.
import { z } from 'zod/v3';
import {
  ABSOLUTE_PATH,
  BUDGET,
  DIRECTORY,
  DOMAIN,
  GROUP,
  GROUP_TEXT,
  MAX_BUDGET_MICROS,
  numberOrName,
  WAIT,
} from './rules';
import { MAX_DOMAIN_ID, WAIT_STRATEGIES } from './settings';

const BYTES = 'a whole number of bytes, 4096 or more';

const groupText = z.string().regex(GROUP_TEXT, GROUP).transform(numberOrName);

const directory = z.string(is(DIRECTORY)).regex(ABSOLUTE_PATH, DIRECTORY);

/* The messages of these schemas complete "expected <name> to be …". */

const whole = (what: string, min: number, max: number) =>
  z.number(is(what)).int(what).min(min, what).max(max, what).optional();
const flag = z.boolean(is('true or false')).optional();
const callback = z.custom((value) => value === undefined || typeof value === 'function', 'a function');
const anything = z.unknown();
const events = z
  .strictObject(
    { matched: callback, incompatibleQos: callback, incompatibleType: callback, messageLost: callback },
    is('an object of event callbacks'),
  )
  .partial()
  .optional();

export const contextSchema = z.strictObject({
  domainId: whole(DOMAIN, 0, MAX_DOMAIN_ID),
  directory: directory.optional(),
  group: z.union([z.number().int().min(0), groupText], { errorMap: () => ({ message: GROUP }) }).optional(),
  wait: z.enum(WAIT_STRATEGIES, { errorMap: () => ({ message: WAIT }) }).optional(),
  adaptiveBudgetMicros: whole(BUDGET, 0, MAX_BUDGET_MICROS),
  forceShmFailure: flag,
  interfaces: z.custom(
    (value) => value === undefined || (typeof value === 'object' && value !== null && 'resolve' in value),
    'an InterfaceRegistry',
  ),
  enclave: z
    .string(is('a string'))
    .regex(/^\/[A-Za-z0-9_/]*$/, 'an absolute name of letters, digits, "_" and "/"')
    .optional(),
  onWarning: callback,
});

export const nodeSchema = z.strictObject({
  active: flag,
  enclave: contextSchema.shape.enclave,
  remap: callback,
});

export const publisherSchema = z.strictObject({
  maxBytes: whole(BYTES, 4096, Number.MAX_SAFE_INTEGER),
  raw: flag,
  events,
});
export const subscriptionSchema = z.strictObject({ raw: flag, loan: flag, active: flag, events });
export const serviceSchema = z.strictObject({ qos: anything, loan: flag, active: flag });
export const clientSchema = serviceSchema;

function is(what: string) {
  return { invalid_type_error: what, required_error: what };
}
