import type { TSchema } from 'typebox';
import { type CodeKey, code, precedenceOf } from './codes.ts';

/** A validation error in the shape Ajv and TypeBox share. */
export interface SchemaFault {
  readonly keyword: string;
  /** JSON pointer to the value: `/amount`. */
  readonly instancePath: string;
  readonly params: object;
}

interface Node {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly 'x-code'?: CodeKey;
  readonly 'x-missing'?: CodeKey;
  readonly 'x-decimals'?: number;
}

/** Most fields named in an answer, so that a hostile body cannot blow it up. */
export const FIELDS_MAX = 20;
export const FIELD_NAME_MAX = 64;
const BOUNDS = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']);

/**
 * The code of each invalid field (docs/protocol.md, "Codes of fields"). A field with several faults
 * gets the code of highest precedence. Empty when the body itself is not an object.
 */
export function fieldCodes(schema: TSchema, value: unknown, faults: readonly SchemaFault[]): Record<string, number> {
  const fields = new Map<string, number>();
  for (const { path, number } of faults.flatMap((fault) => codesOf(schema as Node, value, fault))) {
    const name = path.join('.').slice(0, FIELD_NAME_MAX);
    const before = fields.get(name);
    if (path.length === 0 || (before === undefined && FIELDS_MAX <= fields.size)) continue;
    if (before === undefined || precedenceOf(number) < precedenceOf(before)) fields.set(name, number);
  }
  return Object.fromEntries(fields);
}

/** The code of the whole answer: the field code of highest precedence. */
export function codeOfFields(fields: Readonly<Record<string, number>>): number {
  const [first] = Object.values(fields).sort((left, right) => precedenceOf(left) - precedenceOf(right));
  return first ?? code.wrongType;
}

interface FieldIssue {
  readonly path: readonly string[];
  readonly number: number;
}

function codesOf(schema: Node, value: unknown, fault: SchemaFault): FieldIssue[] {
  const path = fault.instancePath.split('/').slice(1).map(unescapePointer);
  const params = fault.params as Readonly<Record<string, unknown>>;
  if (fault.keyword === 'required') {
    return namesIn(params, ['missingProperty', 'requiredProperties']).map((name) => {
      const own = nodeAt(schema, [...path, name])?.['x-missing'];
      return { path: [...path, name], number: code[own ?? 'fieldRequired'] };
    });
  }
  if (fault.keyword === 'additionalProperties') {
    return namesIn(params, ['additionalProperty', 'additionalProperties']).map((name) => ({
      path: [...path, name],
      number: code.unknownField,
    }));
  }
  return [{ path, number: code[keyOf(nodeAt(schema, path), valueAt(value, path), fault.keyword)] }];
}

/**
 * Decided by the value rather than the keyword: every branch of a union reports its own fault, and
 * the result must not depend on their order.
 */
function keyOf(node: Node | undefined, value: unknown, keyword: string): CodeKey {
  if (node === undefined || !acceptsType(node, value)) return 'wrongType';
  const own = node['x-code'];
  if (value === '') return node['x-missing'] ?? own ?? 'fieldRequired';
  if (typeof value === 'string' && branches(node).some((branch) => hasTooManyDecimals(branch, value))) {
    return 'tooManyDecimals';
  }
  return own ?? (BOUNDS.has(keyword) ? 'outOfRange' : 'wrongFormat');
}

const branches = (node: Node): readonly Node[] => node.anyOf ?? [node];

function acceptsType(node: Node, value: unknown): boolean {
  return branches(node).some((branch) => {
    if (branch.enum !== undefined) return branch.enum.some((member) => typeof member === typeof value);
    if (branch.const !== undefined) return typeof branch.const === typeof value;
    switch (branch.type) {
      case 'integer':
        return Number.isInteger(value);
      case 'array':
        return Array.isArray(value);
      case 'object':
        return typeof value === 'object' && value !== null && !Array.isArray(value);
      case 'null':
        return value === null;
      default:
        return typeof value === branch.type;
    }
  });
}

/** A well-formed decimal of any size, so that only its precision can be at fault. */
const DECIMAL = /^-?(?:0|[1-9][0-9]*)\.([0-9]+)$/;

function hasTooManyDecimals(node: Node, text: string): boolean {
  const decimals = node['x-decimals'];
  return decimals !== undefined && decimals < (DECIMAL.exec(text)?.[1]?.length ?? 0);
}

function nodeAt(schema: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = schema;
  for (const step of path) {
    const inner: readonly Node[] = node === undefined ? [] : branches(node);
    node = inner.map((branch) => branch.properties?.[step] ?? branch.items).find((found) => found !== undefined);
  }
  return node;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

function namesIn(params: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const names = params[key];
    return Array.isArray(names) ? names.map(String) : names === undefined ? [] : [String(names)];
  });
}
