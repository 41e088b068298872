/** A settlement that does not follow from the tape is reported, whatever was changed. */
import { expect, test } from 'vitest';
import type { Pool } from '../../platform/postgres.ts';
import type { OptionOrder } from './order.ts';
import { SettlementCheck } from './verify-settlements.ts';

const MINUTE = 1_700_000_040_000;
const tickAt = (seq: number, second: number, mid: number) => ({
  code: 'BTCUSDT',
  seq,
  bid: mid - 1,
  ask: mid + 1,
  mid,
  precision: 2,
  at: MINUTE + second * 1_000,
});
const TAPE = [tickAt(1, 1, 100), tickAt(2, 2, 101), tickAt(3, 31, 105), tickAt(4, 33, 90)];

const ends = (end: 'entry' | 'exit', tick: (typeof TAPE)[number]) => ({
  [`${end}_seq`]: tick.seq,
  [`${end}_bid`]: tick.bid,
  [`${end}_ask`]: tick.ask,
  [`${end}_mid`]: tick.mid,
  [`${end}_at`]: tick.at,
});
const SOUND = {
  id: 7,
  code: 'BTCUSDT',
  direction: 'up',
  precision: 2,
  state: 'settled',
  outcome: 'win',
  ...ends('entry', TAPE[1]!),
  ...ends('exit', TAPE[2]!),
  expires_at: MINUTE + 32_000,
} as OptionOrder;

async function findings(change: object): Promise<readonly string[]> {
  const check = new SettlementCheck();
  const pool = { query: async () => ({ rows: [{ ...SOUND, ...change }] }) } as unknown as Pool;
  expect(await check.load(pool)).toBe(1);
  check.ticks(MINUTE, TAPE);
  return check.finish();
}

test('a sound order has no finding', async () => {
  expect(await findings({})).toEqual([]);
});

test.each([
  ['another outcome', { outcome: 'lose' }, /make it a win, it says lose/],
  ['another exit price', { exit_mid: 106 }, /exit differs from tick 3/],
  ['another entry price', { entry_mid: 99 }, /entry differs from tick 2/],
  ['a later exit tick', { ...ends('exit', TAPE[3]!), outcome: 'lose' }, /exit tick 4 is after its expiry/],
  [
    'an earlier exit tick',
    { ...ends('exit', TAPE[1]!), outcome: 'draw' },
    /tick 3 came after its exit and before its expiry/,
  ],
  ['a tick that never was', { entry_seq: 99 }, /entry tick 99 is not on the tape/],
])('%s is found', async (_name, change, sentence) => {
  expect((await findings(change)).join('\n')).toMatch(sentence);
});

test('ticks of a minute not yet closed are not missed', async () => {
  const later = MINUTE + 90_000;
  expect(await findings({ exit_seq: 50, exit_at: later, expires_at: later })).toEqual([]);
});
