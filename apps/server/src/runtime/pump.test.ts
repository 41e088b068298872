import { describe, expect, it } from 'vitest';
import type { Tick } from '../kernel/types.ts';
import type { Feed, FeedTick } from '../market-data/feeds/types.ts';
import type { SnapshotBuilder } from '../market-data/snapshot/snapshot-builder.ts';
import type { Tape } from '../market-data/tape/tape.ts';
import { Pump } from './pump.ts';

const START = 1_000_000;
const TURN_MS = 125;

/** A price every 10 ms, and a sequencer whose database answers when it is told to. */
function stage() {
  let at = START;
  const queue: { readonly kind: 'tick' | 'time'; readonly at: number }[] = [];
  let waiting: (() => void)[] = [];
  const feed: Pick<Feed, 'ticksBetween'> = {
    ticksBetween: (after, upTo) => {
      const ticks: FeedTick[] = [];
      for (let next = Math.floor(after / 10) * 10 + 10; next <= upTo; next += 10)
        ticks.push({ code: 'BTCUSDT', bid: 1, ask: 1, mid: 1, at: next, volume: 0 });
      return ticks;
    },
  };
  const pump = new Pump({
    feeds: [feed as Feed],
    tape: { accept: (updates: readonly FeedTick[]) => updates, closeMinutes: () => [] } as unknown as Tape,
    snapshot: { frame: () => undefined } as unknown as SnapshotBuilder,
    sequencer: {
      ticks: (ticks: readonly Tick[]) => {
        for (const tick of ticks) queue.push({ kind: 'tick', at: tick.at });
        return new Promise((done) => waiting.push(done));
      },
      time: (upTo = at) => void queue.push({ kind: 'time', at: upTo }),
    },
    now: () => at,
    onFrame: () => undefined,
    onMinute: () => undefined,
  });
  return {
    pump,
    queue,
    pass: (ms: number) => {
      at += ms;
    },
    /** The database is back: everything that waited is durable. */
    answer: async () => {
      for (const done of waiting) done();
      waiting = [];
      await Promise.resolve();
    },
  };
}

/** Ticks that were queued behind a time which they are older than. */
function overtaken(queue: readonly { readonly kind: 'tick' | 'time'; readonly at: number }[]): number {
  let passed = 0;
  let count = 0;
  for (const { kind, at } of queue) {
    if (kind === 'time') passed = Math.max(passed, at);
    else if (at < passed) count += 1;
  }
  return count;
}

describe('time passes no further than prices were taken', () => {
  it('while the database is away and no more prices are taken', async () => {
    const { pump, queue, pass, answer } = stage();
    for (let turn = 0; turn < 100; turn += 1) {
      pass(TURN_MS);
      pump.turn();
    }
    await answer();
    pass(TURN_MS);
    pump.turn();
    expect(overtaken(queue)).toBe(0);
    expect(queue.filter(({ kind }) => kind === 'tick')).toHaveLength(Math.floor((101 * TURN_MS) / 10));
    expect(queue.at(-1)).toEqual({ kind: 'time', at: START + 101 * TURN_MS });
  });

  it('between two turns', () => {
    const { pump, queue, pass } = stage();
    pass(TURN_MS);
    pump.turn();
    pass(TURN_MS - 5);
    pump.time();
    pass(5);
    pump.turn();
    expect(overtaken(queue)).toBe(0);
  });

  it('nor ahead of a clock that was set back', () => {
    const { pump, queue, pass } = stage();
    pass(TURN_MS);
    pump.turn();
    pass(-TURN_MS);
    pump.turn();
    expect(queue.at(-1)).toEqual({ kind: 'time', at: START });
  });
});
