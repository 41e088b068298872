import { expect, test } from 'vitest';
import { type Amount, formatAmount, parseAmount } from './money.ts';
import { nearestOnStep } from './nearest-on-step.ts';

const amount = (text: string): Amount => parseAmount(text) ?? expect.fail(`no amount: ${text}`);

test.each([
  ['between two steps', '1.2345', ['1.234', '1.235']],
  ['the smallest part of a step above', '1.23400001', ['1.234', '1.235']],
  ['below the most that there is', '5.0005', ['5', '5.0007']],
  ['on a step', '1.234', undefined],
  ['less than the least', '0.0005', undefined],
  ['more than the most', '5.0008', undefined],
  ['nothing', '0', undefined],
])('%s: %s', (_what, size, expected) => {
  const found = nearestOnStep(amount(size), { min: amount('0.001'), max: amount('5.0007'), step: amount('0.001') });
  expect(found && [found.lower, found.higher].map(formatAmount)).toEqual(expected);
});
