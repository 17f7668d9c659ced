// `zod/v3` is a part of zod 4 that loads six times as fast as the rest, which matters to programs that start often.
import { z } from 'zod/v3';
import { MAX_DOMAIN_ID, WAIT_STRATEGIES } from './settings';

const DOMAIN = `a whole number from 0 to ${MAX_DOMAIN_ID}`;
const WAIT = `one of ${WAIT_STRATEGIES.join(', ')}`;
const GROUP = 'the number or name of a Unix group';
const DIRECTORY = 'an absolute path';
const BUDGET = 'a whole number of microseconds from 0 to 1000000';
const BYTES = 'a whole number of bytes, 4096 or more';

const digits = (what: string, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, what)
    .transform(Number)
    .refine((value) => value <= max, what);

const groupText = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, GROUP)
  .transform((text) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : text));

const directory = z.string(is(DIRECTORY)).regex(/^\/[^\0]*$/, DIRECTORY);

/** The messages of these schemas complete "expected <name> to be …". */
export const environmentSchema = z
  .object({
    ROS_DOMAIN_ID: digits(DOMAIN, MAX_DOMAIN_ID),
    ROSLET_DIR: directory,
    ROSLET_GROUP: groupText,
    ROSLET_WAIT: z.enum(WAIT_STRATEGIES, { errorMap: () => ({ message: WAIT }) }),
    ROSLET_WAIT_BUDGET_MICROS: digits(BUDGET, 1_000_000),
  })
  .partial();

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
  adaptiveBudgetMicros: whole(BUDGET, 0, 1_000_000),
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
