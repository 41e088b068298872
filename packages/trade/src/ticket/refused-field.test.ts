import { code } from '@glasshouse/api/codes';
import type { Failure } from '@glasshouse/client/failure';
import { expect, test } from 'vitest';
import { refusedField } from './refused-field.ts';
import type { TicketField } from './ticket.ts';

const refused = (number: number, fields: Readonly<Record<string, number>> = {}): Failure => ({
  kind: 'refused',
  code: number,
  message: 'no',
  fields,
});
const ALL: readonly TicketField[] = ['size', 'price', 'leverage', 'stopLoss', 'takeProfit'];

test.each<[string, Failure, TicketField | undefined]>([
  ['by its code', refused(code.lotsIncorrect), 'size'],
  ['by the field it names', refused(code.wrongFormat, { quantity: code.wrongFormat }), 'size'],
  ['by the field it names before its code', refused(code.lotsIncorrect, { leverage: code.lotsIncorrect }), 'leverage'],
  ['nowhere when no field can fix it', refused(code.notTradable), undefined],
  ['nowhere when it names something else', refused(code.wrongFormat, { code: code.wrongFormat }), undefined],
  ['nowhere when it was not decided', { kind: 'timeout' }, undefined],
])('a refusal is placed %s', (_how, failure, field) => {
  expect(refusedField(failure, ALL)?.field).toBe(field);
});

test('a refusal about a field that is not on the form stays with the form', () => {
  expect(refusedField(refused(code.orderPriceIncorrect), ['size'])).toBeUndefined();
  expect(refusedField(refused(code.orderPriceIncorrect), ['size', 'price'])).toEqual({
    field: 'price',
    code: code.orderPriceIncorrect,
    message: 'no',
  });
});
