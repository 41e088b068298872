/** A tick that was relied on is reported when the tape lacks it or has other numbers. */
import { expect, test } from 'vitest';
import { ExpectedTicks } from './expected-ticks.ts';

const MINUTE = 1_700_000_040_000;
const TICK = { code: 'BTCUSDT', seq: 5, bid: 99, ask: 101, mid: 100, precision: 2, at: MINUTE + 9 };

function findings(expected: object, tape = [TICK]): readonly string[] {
  const ticks = new ExpectedTicks();
  ticks.expect({ ...TICK, ...expected }, 'order 7: its tick');
  ticks.ticks(MINUTE, tape);
  return ticks.finish();
}

test('a tick that matches the tape gives no finding', () => expect(findings({})).toEqual([]));

test.each(['bid', 'ask', 'mid', 'precision', 'at'] as const)('another %s is found', (field) => {
  expect(findings({ [field]: TICK[field] + 1 })).toEqual(['order 7: its tick 5 differs from the tape']);
});

test('a tick that is missing is found', () => {
  expect(findings({ seq: 6 })).toEqual(['order 7: its tick 6 is not on the tape']);
  expect(findings({ code: 'ETHUSDT' })).toEqual(['order 7: its tick 5 is not on the tape']);
});

test('one whose minute is not closed yet is not missed', () => {
  expect(findings({ seq: 6, at: MINUTE + 60_000 })).toEqual([]);
});

test('two users of the same tick are both reported', () => {
  const ticks = new ExpectedTicks();
  for (const who of ['one', 'two']) ticks.expect({ ...TICK, mid: 50 }, who);
  ticks.ticks(MINUTE, [TICK]);
  expect(ticks.finish()).toEqual(['one 5 differs from the tape', 'two 5 differs from the tape']);
});
