import type { ParameterOverride } from '../ros-args/parameter-rules';
import { Parameter } from './parameter';

/**
 * The overrides that concern a node. A pattern with a wildcard yields to one without, and otherwise the later to be given
 * wins. A name without a namespace fits the node of that name in every namespace.
 *
 * @param fullName the node's, such as `/arm/gripper`
 */
export function overridesFor(fullName: string, overrides: readonly ParameterOverride[]): Map<string, Parameter> {
  const fitting = overrides.filter(({ node }) => fitsNode(node, fullName));
  const general = fitting.filter(({ node }) => node.includes('*'));
  const exact = fitting.filter(({ node }) => !node.includes('*'));
  return new Map([...general, ...exact].map(({ name, type, value }) => [name, new Parameter(name, type, value)]));
}

/** `*` stands for one part of a name, `**` for any number of parts. */
export function fitsNode(pattern: string, fullName: string): boolean {
  if (!pattern.includes('/')) {
    const baseName = fullName.slice(fullName.lastIndexOf('/') + 1);
    return pattern === baseName || pattern === '*' || pattern === '**';
  }
  const segments = pattern.replace(/^\//, '').split('/').map(segmentExpression);
  return new RegExp(`^${segments.join('')}$`).test(fullName);
}

function segmentExpression(segment: string): string {
  if (segment === '**') return '(?:/[^/]+)*';
  return `/${segment === '*' ? '[^/]+' : segment.replace(/[^A-Za-z0-9_]/g, '\\$&')}`;
}
