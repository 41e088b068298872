import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { HOSTILE_DECIMALS, invalidValue, validValue } from './arbitrary.ts';
import { CALL_NAMES, callSpec } from './calls.ts';
import { codeKey } from './codes.ts';
import { codeOfFields, fieldCodes } from './issues.ts';
import { amount, positiveAmount, price } from './schemas/common.ts';

const inputs = CALL_NAMES.flatMap((name) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = callSpec(name)[part];
    return schema === undefined || callSpec(name).multipart ? [] : [{ label: `${name} ${part}`, schema }];
  }),
);

describe('values generated from the schemas', () => {
  test.each(inputs)('$label: valid values pass, others are refused with catalogue codes', ({ schema }) => {
    const validator = Compile(schema);
    fc.assert(
      fc.property(validValue(schema), (value) => {
        expect(validator.Check(value)).toBe(true);
      }),
      { numRuns: 50 },
    );
    fc.assert(
      fc.property(
        invalidValue(schema, (value) => validator.Check(value)),
        ({ what, value }) => {
          const fields = fieldCodes(schema, value, validator.Errors(value));
          expect(codeKey(codeOfFields(fields)), what).toBeDefined();
          const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
          if (isObject) expect(Object.keys(fields).length, what).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('generates results too, for client tests', () => {
    for (const name of CALL_NAMES) {
      const schema = callSpec(name).result;
      const validator = Compile(schema);
      fc.assert(
        fc.property(validValue(schema), (value) => validator.Check(value)),
        { numRuns: 5 },
      );
    }
  });

  test('money fields take plain decimals only', () => {
    for (const schema of [amount(), positiveAmount(), price()]) {
      const validator = Compile(schema);
      for (const text of HOSTILE_DECIMALS) expect(validator.Check(text), JSON.stringify(text)).toBe(false);
    }
  });
});
