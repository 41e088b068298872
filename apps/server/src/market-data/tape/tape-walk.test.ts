/** Where an instrument stood at any moment of the minute that is read, from all minutes before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapEndedAt, type Silence, silencesAfter } from './silences.ts';
import { TapeWalk } from './tape-walk.ts';

const MINUTE = 1_700_000_040_000;
const tickAt = (seq: number, at: number) => ({ code: 'A', seq, bid: 1, ask: 1, mid: 1, precision: 0, at });

test('a walk knows as much as a reader of the whole tape, at every moment of its minute', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 70_000 }), { maxLength: 40 }), (steps) => {
      let at = MINUTE;
      const all = steps.map((step, index) => {
        at += step;
        return tickAt(index + 1, at);
      });
      const walk = new TapeWalk();
      const minutes = Map.groupBy(all, (tick) => Math.floor((tick.at - MINUTE) / 60_000));
      for (const [minute, ticks] of minutes) {
        walk.enter(MINUTE + minute * 60_000, ticks);
        for (const moment of ticks.flatMap((tick) => [tick.at - 1, tick.at, tick.at + 1])) {
          if (moment < MINUTE + minute * 60_000) continue;
          const known = all.filter((tick) => tick.at <= moment);
          expect(walk.lastAt('A', moment)).toEqual(known.at(-1));
          const limitMs = 2_000 + (moment % 30_000);
          let silences: readonly Silence[] = [];
          for (const [index, tick] of known.entries())
            if (0 < index) silences = silencesAfter(silences, known[index - 1]!, tick);
          expect(walk.gapEndedAt('A', moment, limitMs)).toBe(gapEndedAt(silences, limitMs));
        }
        for (const tick of ticks) {
          expect(walk.tick('A', tick.seq)).toEqual(tick);
          expect(walk.before('A', tick.seq)).toEqual(all[tick.seq - 2]);
        }
        expect(walk.headOf('A')).toBe(ticks.at(-1)?.seq);
        expect(walk.closedTo).toBe(MINUTE + (minute + 1) * 60_000);
      }
    }),
  );
});

test('an instrument without a tick has nothing', () => {
  const walk = new TapeWalk();
  walk.enter(MINUTE, [tickAt(1, MINUTE)]);
  expect([walk.tick('B', 1), walk.before('B', 1), walk.lastAt('B', MINUTE)]).toEqual([undefined, undefined, undefined]);
  expect([walk.gapEndedAt('B', MINUTE, 2_000), walk.headOf('B')]).toEqual([0, 0]);
});

test('a tick beside a hole in the numbers is found all the same', () => {
  const walk = new TapeWalk();
  walk.enter(MINUTE, [tickAt(1, MINUTE), tickAt(3, MINUTE + 1)]);
  expect(walk.tick('A', 3)?.at).toBe(MINUTE + 1);
  expect(walk.tick('A', 2)).toBeUndefined();
});
