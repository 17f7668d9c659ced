import { readFileSync } from 'node:fs';
import { isMap, isScalar, isSeq, parseDocument, type Document, type Node as YamlNode, type YAMLMap } from 'yaml';
import { ValidationError } from '../errors';
import { type ParameterType } from '../parameters/type';
import { parameterFromYaml } from './yaml-value';

/** A parameter's value from the command line, for the nodes whose names fit a pattern. */
export interface ParameterOverride {
  /** `/**` for all nodes, `/arm/*`, `/arm/gripper`, or a node's name without a namespace. */
  readonly node: string;
  readonly name: string;
  readonly type: ParameterType;
  readonly value: unknown;
}

const ALL_NODES = '/**';
const SECTION = 'ros__parameters';

/** `-p [node:]name:=value`, where the value is YAML. */
export function parseParameterRule(text: string): ParameterOverride {
  const at = text.indexOf(':=');
  const left = text.slice(0, Math.max(at, 0));
  const match = /^(?:([^:\s]+):)?([A-Za-z_/][A-Za-z0-9_./-]*)$/.exec(left);
  if (at < 0 || match?.[2] === undefined) throw invalidRule(text, 'expected the form name:=value or node:name:=value');
  const document = parseYaml(text.slice(at + 2), (problem) => invalidRule(text, problem));
  try {
    return { node: match[1] ?? ALL_NODES, name: match[2], ...parameterFromYaml(document.contents) };
  } catch (error) {
    throw invalidRule(text, (error as Error).message);
  }
}

/**
 * Reads a parameters file: node names or patterns, nested namespaces, and below each `ros__parameters` a tree of values
 * whose names are joined with dots.
 */
export function readParametersFile(file: string): ParameterOverride[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw invalidFile(file, (error as Error).message, error);
  }
  const { contents } = parseYaml(text, (problem) => invalidFile(file, problem));
  if (contents === null) return [];
  const overrides: ParameterOverride[] = [];
  try {
    if (!isMap(contents)) throw new Error('expected a map of node names');
    collectNodes(contents, '', overrides);
  } catch (error) {
    throw invalidFile(file, (error as Error).message, error);
  }
  return overrides;
}

function collectNodes(map: YAMLMap, prefix: string, overrides: ParameterOverride[]): void {
  for (const { key, value } of map.items) {
    const name = keyOf(key);
    if (name === SECTION) {
      if (prefix === '') throw new Error(`expected a node's name above ${SECTION}`);
      if (value !== null && !isMap(value)) throw new Error(`expected a map of parameters below ${prefix}: ${SECTION}`);
      if (isMap(value)) collectParameters(value, prefix, '', overrides);
    } else {
      const path = joined(prefix, name);
      if (!isMap(value)) throw new Error(`expected a map with ${SECTION} below '${path}'`);
      collectNodes(value, path, overrides);
    }
  }
}

function joined(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix.replace(/\/$/, '')}/${name.replace(/^\//, '')}`;
}

function collectParameters(map: YAMLMap, node: string, prefix: string, overrides: ParameterOverride[]): void {
  for (const { key, value } of map.items) {
    const name = prefix + keyOf(key);
    if (isMap(value)) collectParameters(value, node, `${name}.`, overrides);
    else overrides.push(override(node, name, value as YamlNode | null));
  }
}

function override(node: string, name: string, value: YamlNode | null): ParameterOverride {
  try {
    return { node, name, ...parameterFromYaml(value) };
  } catch (error) {
    throw new Error(`parameter '${name}' of '${node}': ${(error as Error).message}`, { cause: error });
  }
}

function keyOf(key: unknown): string {
  if (isScalar(key)) return String(key.value);
  throw new Error(`expected a name as key, got a ${isSeq(key) ? 'list' : 'map'}`);
}

/** All scalars stay text: what they mean is decided by ROS 2's rules, which are not quite YAML's. */
function parseYaml(text: string, fail: (problem: string) => Error): Document {
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: true });
  const problem = document.errors[0];
  if (problem !== undefined) throw fail(problem.message);
  return document;
}

function invalidRule(text: string, problem: string): ValidationError {
  return new ValidationError(`Parameter '${text}': ${problem}`, { code: 'INVALID_ROS_ARGUMENTS', providedValue: text });
}

function invalidFile(file: string, problem: string, cause?: unknown): ValidationError {
  return new ValidationError(`Parameters file ${file}: ${problem}`, { code: 'INVALID_PARAMETERS_FILE', cause });
}
