import type { FieldType, MessageDescription } from '@roslet/interfaces';

/** A structure for programs. */
export function describeStructure({ name, fields, constants }: MessageDescription) {
  return {
    name,
    fields: fields.map((field) => ({
      name: field.name,
      type: typeText(field.type),
      default: field.default,
      comment: field.comment?.join('\n'),
    })),
    constants: constants.map((constant) => ({ name: constant.name, type: constant.base, value: constant.value })),
  };
}

/** A type as a definition writes it: `string<=10[<=3]`. */
export function typeText({ base, nested, stringBound, container }: FieldType): string {
  const element = `${nested ?? base}${stringBound === undefined ? '' : `<=${stringBound}`}`;
  if (container.kind === 'single') return element;
  if (container.kind === 'array') return `${element}[${container.length}]`;
  return `${element}[${container.bound === undefined ? '' : `<=${container.bound}`}]`;
}
