/** A conversion that does not follow from the tape is reported, whatever was changed. */
import { expect, test } from 'vitest';
import type { Pool } from '../../platform/postgres.ts';
import { ConversionCheck } from './verify-conversions.ts';

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
};

async function findings(change: object, tape = [TICK]): Promise<readonly string[]> {
  const check = new ConversionCheck();
  const pool = { query: async () => ({ rows: [{ ...SOUND, ...change }] }) } as unknown as Pool;
  expect(await check.load(pool)).toBe(1);
  check.ticks(MINUTE, tape);
  return check.finish();
}

test('a sound conversion has no finding', async () => {
  expect(await findings({})).toEqual([]);
});

test.each([
  ['another amount received', { receive: '0.00998991' }, /its ticks make 0.0099899, it gave 0.00998991/],
  ['another amount given', { amount: '1001' }, /its ticks make/],
  ['another margin', { margin_rate: '0.002' }, /its ticks make/],
  ['another spread shown', { spread_rate: '0.001' }, /a spread of 0.00100999, it showed 0.001/],
  ['another price', { to_tick: { ...TICK, ask: 10_000_101 } }, /BTCUSDT, tick 5 differs from the tape/],
  ['a tick that never was', { to_tick: { ...TICK, seq: 6 } }, /BTCUSDT, tick 6 is not on the tape/],
])('%s is found', async (_name, change, message) => {
  expect((await findings(change)).join('\n')).toMatch(message);
});
