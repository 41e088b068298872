/** A conversion that does not follow from its prices is reported, whatever was changed. */
import { expect, test } from 'vitest';
import { type Fill, PLAIN_FILL } from './rows.ts';
import { conversionFaults } from './verify-conversions.ts';

const MINUTE = 1_700_000_040_000;
const TICK = {
  code: 'BTCUSDT',
  seq: 5,
  bid: 9_999_900,
  ask: 10_000_100,
  mid: 10_000_000,
  precision: 2,
  at: MINUTE + 9,
};
const SOUND = {
  id: 7,
  amount: '1000',
  receive: '0.0099899',
  margin_rate: '0.001',
  spread_rate: '0.00100999',
  from_tick: null,
  to_tick: TICK,
  ...PLAIN_FILL,
} as unknown as Fill;

test('a sound conversion has no fault', () => {
  expect(conversionFaults(SOUND)).toEqual([]);
});

test.each([
  ['another amount received', { receive: '0.00998991' }, /its ticks make 0.0099899, it gave 0.00998991/],
  ['another amount given', { amount: '1001' }, /its ticks make/],
  ['another margin', { margin_rate: '0.002' }, /its ticks make/],
  ['another spread shown', { spread_rate: '0.001' }, /a spread of 0.00100999, it showed 0.001/],
  ['a price of before it was asked for', { placed_at: MINUTE + 10 }, /tick 5 of BTCUSDT is from before it/],
  [
    'a firm price that the market had left',
    { band_rate: '0.0005', now_to: { ...TICK, ask: 10_010_000 } },
    /beyond 0.0005/,
  ],
])('%s is found', (_name, change, message) => {
  expect(conversionFaults({ ...SOUND, ...change }).join('\n')).toMatch(message);
});
