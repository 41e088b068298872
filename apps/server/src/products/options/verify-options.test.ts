/** A settlement that does not follow from the tape is reported, whatever was changed. */
import { expect, test } from 'vitest';
import { TapeWalk } from '../../market-data/tape/tape-walk.ts';
import type { OptionOrder } from './rows.ts';
import { entryFaults, expiryFaults, givenUpFaults, rowFaults } from './verify-options.ts';

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
const PERIOD_SECONDS = 30;

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
  period_seconds: PERIOD_SECONDS,
  gap_limit_ms: 40_000,
  placed_at: MINUTE + 1_500,
  void_reason: null,
  state: 'settled',
  outcome: 'win',
  ...ends('entry', TAPE[1]!),
  ...ends('exit', TAPE[2]!),
  expires_at: MINUTE + 32_000,
} as OptionOrder;

function walked(...tapes: (readonly (typeof TAPE)[number][])[]): TapeWalk {
  const walk = new TapeWalk();
  for (const [index, ticks] of tapes.entries()) walk.enter(MINUTE + index * 60_000, ticks);
  return walk;
}

function faults(change: object, walk = walked(TAPE)): string {
  const order = { ...SOUND, ...change };
  return [...rowFaults(order), ...entryFaults(order, walk), ...expiryFaults(order, walk)].join('\n');
}

test('a sound order has no fault', () => {
  expect(faults({})).toBe('');
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
  ['an exit that never was', { exit_seq: 99 }, /exit tick 99 is not on the tape/],
  ['an entry that was not the first', { placed_at: MINUTE }, /tick 1 was its entry/],
  ['an entry from before', { placed_at: MINUTE + 2_001 }, /from before it was placed/],
  ['an entry that came too late', { gap_limit_ms: 499 }, /later than its gap limit allows/],
  ['another period', { period_seconds: 31 }, /its expiry is not its entry and its period/],
  ['a gap that was passed over', { gap_limit_ms: 28_999 }, /a gap above its limit should have made it void/],
  ['a gap that was not there', { state: 'void', void_reason: 'gap' }, /no gap of the tape made it void/],
  ['ticks that were there', { state: 'void', void_reason: 'tooFewTicks' }, /it had ticks enough/],
])('%s is found', (_name, change, sentence) => {
  expect(faults(change)).toMatch(sentence);
});

test('an order is judged by what came before its minute as well', () => {
  const walk = walked(TAPE.slice(0, 3), [tickAt(4, 70, 90)]);
  const expires = { expires_at: MINUTE + 65_000, period_seconds: 63 };
  expect(expiryFaults({ ...SOUND, ...expires }, walk)).toEqual([]);
  // The tick of the next minute ends a silence that began before it.
  const later = { ...ends('exit', tickAt(4, 70, 90)), expires_at: MINUTE + 80_000, outcome: 'lose' };
  expect(expiryFaults({ ...SOUND, ...later, gap_limit_ms: 38_999 } as OptionOrder, walk)).toEqual([
    'a gap above its limit should have made it void',
  ]);
});

test('one that was called never entered had no tick in time', () => {
  const waited = (placed: number): OptionOrder => ({ ...SOUND, placed_at: MINUTE + placed, gap_limit_ms: 5_000 });
  expect(givenUpFaults(waited(2_000), walked(TAPE))).toEqual([]);
  expect(givenUpFaults(waited(1_999), walked(TAPE)).join()).toMatch(/tick 2 came in time to be its entry/);
  expect(givenUpFaults(waited(26_000), walked(TAPE)).join()).toMatch(/tick 3 came in time to be its entry/);
});
