import { codeOfFields, fieldCodes } from '@glasshouse/api/issues';
import { Ajv, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';

/**
 * Why an input is refused: the code with the highest precedence, and one for each invalid field.
 */
export interface ShapeProblem {
  readonly code: number;
  readonly fields?: { readonly [field: string]: number };
}

/** Undefined when the value conforms to the schema. */
export type Validator = (value: unknown) => ShapeProblem | undefined;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  coerceTypes: false,
  useDefaults: false,
  formats: { binary: true },
});
ajv.addVocabulary(['x-code', 'x-missing', 'x-decimals']);

/**
 * Compiles the schema once, when the first value comes: all of them at once would hold up the
 * start. Nothing is coerced, filled in or removed; which code a fault has is the contract's
 * business.
 */
export function compileValidator(schema: TSchema): Validator {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    if (validate(value)) return undefined;
    const fields = fieldCodes(schema, value, validate.errors ?? []);
    const code = codeOfFields(fields);
    return Object.keys(fields).length === 0 ? { code } : { code, fields };
  };
}
