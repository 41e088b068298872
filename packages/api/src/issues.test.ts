import { Errors } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { type CallName, callSpec } from './calls.ts';
import { type CodeKey, code, codeKey } from './codes.ts';
import { codeOfFields, FIELDS_MAX, fieldCodes } from './issues.ts';

/** Field codes by key name, for a body of a call. */
function codesFor(name: CallName, body: unknown): Record<string, CodeKey | undefined> {
  const schema = callSpec(name).body!;
  const fields = fieldCodes(schema, body, Errors(schema, body));
  return Object.fromEntries(Object.entries(fields).map(([field, number]) => [field, codeKey(number)]));
}

const order = { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 };

describe('the code of an invalid field', () => {
  const cases: readonly [string, CallName, object, Record<string, CodeKey>][] = [
    ['a missing field', 'buyOption', { ...order, periodId: undefined }, { periodId: 'fieldRequired' }],
    ['an unknown field', 'buyOption', { ...order, price: '1' }, { price: 'unknownField' }],
    ['a number instead of text', 'buyOption', { ...order, amount: 10 }, { amount: 'wrongType' }],
    ['text instead of a number', 'buyOption', { ...order, periodId: '60' }, { periodId: 'wrongType' }],
    ['a fraction instead of an integer', 'buyOption', { ...order, periodId: 1.5 }, { periodId: 'wrongType' }],
    ['too many decimals', 'buyOption', { ...order, amount: '1.123456789' }, { amount: 'tooManyDecimals' }],
    ['a negative stake', 'buyOption', { ...order, amount: '-1' }, { amount: 'purchaseAmountIncorrect' }],
    ['no stake', 'buyOption', { ...order, amount: '0.00' }, { amount: 'purchaseAmountIncorrect' }],
    ['an exponent', 'buyOption', { ...order, amount: '1e3' }, { amount: 'purchaseAmountIncorrect' }],
    ['a stake far too large', 'buyOption', { ...order, amount: '9'.repeat(30) }, { amount: 'purchaseAmountIncorrect' }],
    ['a period out of bounds', 'buyOption', { ...order, periodId: 0 }, { periodId: 'outOfRange' }],
    ['an unknown direction', 'buyOption', { ...order, direction: 'left' }, { direction: 'wrongFormat' }],
    ['a direction of the wrong type', 'buyOption', { ...order, direction: 1 }, { direction: 'wrongType' }],
    ['an empty password', 'login', { account: 'a', password: '' }, { password: 'enterPassword' }],
    ['no account', 'login', { password: 'x' }, { account: 'enterAccount' }],
    ['an invalid email', 'sendCode', { account: 'nobody', type: 'reset' }, { account: 'emailWrong' }],
    ['an empty email', 'sendCode', { account: '', type: 'reset' }, { account: 'enterAccount' }],
    ['a union with a wrong price', 'setStops', { id: 1, stopLoss: 'abc' }, { stopLoss: 'wrongFormat' }],
    [
      'a union with too many decimals',
      'setStops',
      { id: 1, stopLoss: '1.12345678901' },
      { stopLoss: 'tooManyDecimals' },
    ],
    ['a union with a wrong type', 'setStops', { id: 1, stopLoss: 5 }, { stopLoss: 'wrongType' }],
    ['null where a union allows it', 'setStops', { id: 1, stopLoss: null }, {}],
  ];
  test.each(cases)('%s', (_, name, body, expected) => {
    expect(codesFor(name, JSON.parse(JSON.stringify(body)))).toEqual(expected);
  });

  test('lists all invalid fields and answers with the code of highest precedence', () => {
    const schema = callSpec('buyOption').body!;
    const body = { ...order, amount: '0', periodId: 'x', extra: 1 };
    const fields = fieldCodes(schema, body, Errors(schema, body));
    expect(Object.keys(fields).sort()).toEqual(['amount', 'extra', 'periodId']);
    expect(codeOfFields(fields)).toBe(code.unknownField);
  });

  test('a body that is not an object names no fields', () => {
    for (const body of [null, [], 'text', 5]) {
      expect(codesFor('buyOption', body)).toEqual({});
    }
    expect(codeOfFields({})).toBe(code.wrongType);
  });

  test('the answer to a hostile body stays small', () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(200)}${index}`, index]));
    const fields = codesFor('getUserInfo', body);
    expect(Object.keys(fields).length).toBeLessThanOrEqual(FIELDS_MAX);
    for (const name of Object.keys(fields)) expect(name.length).toBeLessThanOrEqual(64);
  });
});
