import { code, precedenceOf } from '@glasshouse/contract/codes';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';

/** Why an input is refused: the code with the highest precedence, and one for each field that is wrong. */
export interface ShapeProblem {
  readonly code: number;
  readonly fields?: { readonly [field: string]: number };
}

/** Undefined when the value is as the schema says. */
export type Validator = (value: unknown) => ShapeProblem | undefined;

/** More wrong fields than any form has; a body of nothing but unknown fields is not worth a list. */
const FIELDS_MAX = 32;
const FIELD_NAME_MAX = 64;

interface Annotated {
  readonly 'x-code'?: keyof typeof code;
  readonly 'x-missing'?: keyof typeof code;
  readonly 'x-decimals'?: number;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Annotated };
}

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, coerceTypes: false, useDefaults: false });
ajv.addVocabulary(['x-code', 'x-missing', 'x-decimals']);

/** Compiles the schema once. Nothing is coerced, filled in or removed. */
export function compileValidator(schema: TSchema): Validator {
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : problemOf(validate.errors ?? []));
}

function problemOf(errors: readonly ErrorObject[]): ShapeProblem {
  const unions = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.instancePath);
  const fields = new Map<string, number>();
  let worst: number = code.wrongType;
  let worstRank = Number.POSITIVE_INFINITY;
  for (const error of errors) {
    // What the branches of a union complain about contradicts itself; the union speaks for them.
    const inUnion = error.schemaPath.includes('/anyOf/') && unions.some((path) => error.instancePath.startsWith(path));
    if (inUnion) continue;
    const found = codeOf(error);
    const rank = precedenceOf(found);
    if (rank < worstRank) {
      worst = found;
      worstRank = rank;
    }
    const field = fieldOf(error).slice(0, FIELD_NAME_MAX);
    const before = fields.get(field);
    if (field === '' || (before !== undefined && precedenceOf(before) <= rank)) continue;
    if (before !== undefined || fields.size < FIELDS_MAX) fields.set(field, found);
  }
  return fields.size === 0 ? { code: worst } : { code: worst, fields: Object.fromEntries(fields) };
}

/** The name in the form: the first segment of the path, or the one that is missing or too much. */
function fieldOf(error: ErrorObject): string {
  const [, first] = error.instancePath.split('/', 2);
  if (first !== undefined) return first.replaceAll('~1', '/').replaceAll('~0', '~');
  if (error.keyword === 'required') return String(error.params.missingProperty);
  if (error.keyword === 'additionalProperties') return String(error.params.additionalProperty);
  return '';
}

function codeOf(error: ErrorObject): number {
  const schema = (error.parentSchema ?? {}) as Annotated;
  const own = schema['x-code'] === undefined ? undefined : code[schema['x-code']];
  const missing = schema['x-missing'] === undefined ? undefined : code[schema['x-missing']];
  switch (error.keyword) {
    case 'required': {
      const wanted = schema.properties?.[String(error.params.missingProperty)]?.['x-missing'];
      return wanted === undefined ? code.fieldRequired : code[wanted];
    }
    case 'additionalProperties':
      return code.unknownField;
    case 'type':
      return code.wrongType;
    case 'enum':
      if (error.data === '' && missing !== undefined) return missing;
      if (typeof error.data !== typeof schema.enum?.[0]) return code.wrongType;
      return own ?? code.wrongFormat;
    case 'minLength':
    case 'pattern':
      if (error.data === '') return missing ?? own ?? code.fieldRequired;
      return decimalCode(error.data, schema['x-decimals']) ?? own ?? code.wrongFormat;
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'minItems':
    case 'maxItems':
      return own ?? code.outOfRange;
    default:
      return own ?? code.wrongFormat;
  }
}

/** A decimal that is well formed and yet refused has too many places, or is too large, or zero. */
function decimalCode(value: unknown, decimals: number | undefined): number | undefined {
  if (decimals === undefined || typeof value !== 'string') return undefined;
  const match = /^-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(value);
  return match !== null && decimals < (match[1]?.length ?? 0) ? code.tooManyDecimals : undefined;
}
