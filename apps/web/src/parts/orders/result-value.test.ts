/** Lines at one price share a chip: its figure is the exact sum of theirs. */
import { createFormatter } from '@glasshouse/i18n/format';
import { expect, test } from 'vitest';
import { resultValue, sumOfLines } from './result-value.ts';

const format = createFormatter('en');
const values = (...amounts: string[]) => amounts.map((amount) => resultValue(amount, format));

test('the amounts are added before they are rounded', () => {
  expect(sumOfLines(values('6.804', '8.944', '5.604'), format)).toMatchObject({ short: '+21.35', tone: 'up' });
  expect(sumOfLines(values('10', '-10.005'), format)).toMatchObject({ amount: '-0.005', tone: 'down' });
  expect(sumOfLines(values('0.1', '0.2', '-0.3'), format)).toMatchObject({ tone: 'neutral' });
});

test('nothing is added up where one of them has no amount', () => {
  expect(sumOfLines([...values('1'), { text: '2.00 USDT', tone: 'neutral' }], format)).toBeUndefined();
  expect(sumOfLines([], format)).toBeUndefined();
});
