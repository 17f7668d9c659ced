import type { FieldType, Resolve } from '@roslet/interfaces';
import type { Delivery, MessageInfo } from '@roslet/rmw';
import { csvText } from '../message/csv-text';
import { pythonBytes } from '../message/python-text';
import type { Selection } from '../message/select';
import type { Shortening } from '../message/shorten';
import { YamlText } from '../message/yaml-text';
import { isFloat, isString, pythonScalar } from '../message/scalar-text';
import { jsonText } from '../output/json';

export type EchoStyle = 'yaml' | 'flow' | 'csv' | 'json';

export interface EchoTextOptions {
  readonly style: EchoStyle;
  readonly shortening: Shortening;
  readonly withInfo: boolean;
}

/** What `echo` prints for one value, or undefined when the message does not have it (an index behind an array's end). */
export function echoText(resolve: Resolve, { type, of }: Selection, options: EchoTextOptions) {
  const yaml = new YamlText(resolve, options.shortening);
  return (delivery: Delivery): string | undefined => {
    const value = of(delivery.message);
    if (value === undefined) return undefined;
    const info = options.withInfo ? infoValues(delivery.info) : undefined;
    switch (options.style) {
      case 'json':
        return `${jsonText(info === undefined ? value : { info, message: value })}\n`;
      case 'csv': {
        const cells = csvText(resolve, type, value, options.shortening);
        return `${info === undefined ? '' : `${Object.values(info).join(',')},`}${cells}\n`;
      }
      case 'flow':
        return `${infoBlock(info)}${yaml.flow(type, value)}\n---\n`;
      case 'yaml':
        return `${infoBlock(info)}${isBare(type) ? `${bareText(type, value)}\n` : yaml.block(type, value)}---\n`;
    }
  };
}

/** The bytes of a message, with nothing known of its type. */
export function rawEchoText(options: EchoTextOptions) {
  return ({ bytes, info: messageInfo }: Delivery): string => {
    const info = options.withInfo ? infoValues(messageInfo) : undefined;
    if (options.style === 'json') return `${jsonText({ info, bytes: Buffer.from(bytes).toString('hex') })}\n`;
    return `${infoBlock(info)}${pythonBytes(bytes)}\n---\n`;
  };
}

function infoValues(info: MessageInfo) {
  return {
    source_timestamp: info.sourceTimestamp,
    received_timestamp: info.receivedTimestamp,
    publication_sequence_number: info.publicationSequenceNumber,
    reception_sequence_number: info.receptionSequenceNumber,
  };
}

function infoBlock(info: ReturnType<typeof infoValues> | undefined): string {
  if (info === undefined) return '';
  return `${Object.entries(info)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}---\n`;
}

/** A single value of `--field` is printed as it is, without quotes. */
function isBare({ container, nested }: FieldType): boolean {
  return container.kind === 'single' && nested === undefined;
}

function bareText({ base }: FieldType, value: unknown): string {
  if (isString(base)) return value as string;
  return isFloat(base) ? pythonScalar(base, value) : String(value);
}
