import { describe, expect, it } from 'vitest';
import type { Tick } from '../kernel/core/types.ts';
import type { Feed, FeedTick } from '../market-data/feeds/types.ts';
import type { SnapshotBuilder } from '../market-data/snapshot/snapshot-builder.ts';
import type { Tape } from '../market-data/tape/tape.ts';
import type { MarketPace } from './market-pace.ts';
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

/** A minute at which nothing is asked for any more. */
const MINUTE = 60_000;

/** A market with a price a second, whose pace a test sets; what it did, in order. */
function idleStage() {
  let at = 10 * MINUTE + 1_000;
  let pace: MarketPace = 'live';
  let closedTo = 10 * MINUTE;
  const times: number[] = [];
  const done: string[] = [];
  const pump = new Pump({
    feeds: [
      {
        ticksBetween: (after: number, upTo: number) => {
          const ticks: FeedTick[] = [];
          for (let next = Math.floor(after / 1_000) * 1_000 + 1_000; next <= upTo; next += 1_000)
            ticks.push({ code: 'BTCUSDT', bid: 1, ask: 1, mid: 1, at: next, volume: 0 });
          return ticks;
        },
      } as unknown as Feed,
    ],
    tape: {
      accept: (updates: readonly FeedTick[]) => {
        times.push(...updates.map((update) => update.at));
        return updates;
      },
      closeMinutes: () => {
        closedTo = Math.floor((at - 2_000) / MINUTE) * MINUTE;
        return [];
      },
      get closedTo() {
        return closedTo;
      },
      pause: () => void done.push('pause'),
      resume: (now: number) => {
        done.push('resume');
        return { closedTo, watchedFrom: Math.ceil(now / MINUTE) * MINUTE };
      },
    } as unknown as Tape,
    snapshot: { frame: () => ({ seq: 1, at, full: false, rows: [] }) } as unknown as SnapshotBuilder,
    sequencer: {
      ticks: () => {
        done.push('ticks');
        return Promise.resolve();
      },
      time: (upTo = at) => void done.push(`time ${upTo - at}`),
    },
    now: () => at,
    onFrame: () => void done.push('frame'),
    onMinute: () => undefined,
    paceAt: () => pace,
    onSleep: (isAsleep) => void done.push(isAsleep ? 'asleep' : 'awake'),
    onWatch: () => void done.push('watch'),
  });
  return {
    taken: times,
    takeDone: () => done.splice(0),
    setPace: (next: MarketPace) => {
      pace = next;
    },
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += TURN_MS) {
        at += TURN_MS;
        pump.turn();
        await Promise.resolve();
        await Promise.resolve();
      }
    },
    at: () => at,
  };
}

describe('while nobody looks', () => {
  it('prices are taken once a second, all of them', async () => {
    const { taken: times, takeDone, setPace, pass, at } = idleStage();
    await pass(1_000);
    takeDone();
    setPace('batched');
    await pass(10_000);
    const done = takeDone();
    expect(done.filter((what) => what === 'ticks')).toHaveLength(10);
    expect(done.filter((what) => what === 'frame').length).toBeLessThanOrEqual(3);
    expect(times).toEqual(Array.from({ length: times.length }, (_, index) => times[0]! + index * 1_000));
    expect(at() - times.at(-1)!).toBeLessThanOrEqual(1_000);
  });

  it('the last price before a sleep is that of a full minute, and time goes on behind it', async () => {
    const { taken: times, takeDone, setPace, pass } = idleStage();
    setPace('asleep');
    await pass(20_000);
    expect(takeDone()).not.toContain('asleep');
    await pass(3 * MINUTE);
    expect(times.at(-1)).toBe(11 * MINUTE - 1_000);
    const done = takeDone();
    const fell = done.indexOf('asleep');
    expect(done[fell - 1]).toBe('pause');
    expect(done.slice(fell + 1).every((what) => what.startsWith('time '))).toBe(true);
    expect(done.at(-1)).toBe('time -10000');
  });

  it('wakes with the prices of the last seconds, a watch in the log, and one frame before it says so', async () => {
    const { taken: times, takeDone, setPace, pass, at } = idleStage();
    setPace('asleep');
    await pass(10 * MINUTE);
    takeDone();
    const before = times.length;
    setPace('live');
    await pass(TURN_MS);
    const woken = times.slice(before);
    expect(woken.length).toBeGreaterThanOrEqual(10);
    expect(woken.length).toBeLessThanOrEqual(11);
    expect(at() - woken.at(-1)!).toBeLessThan(1_000);
    expect(takeDone().filter((what) => !what.startsWith('time '))).toEqual([
      'resume',
      'watch',
      'ticks',
      'frame',
      'awake',
    ]);
  });

  it('a look on the way to sleep loses no price', async () => {
    const { taken: times, setPace, pass } = idleStage();
    setPace('asleep');
    await pass(MINUTE);
    setPace('live');
    await pass(5_000);
    expect(times).toEqual(Array.from({ length: times.length }, (_, index) => times[0]! + index * 1_000));
  });
});
