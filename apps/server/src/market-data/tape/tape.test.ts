import { createPrivateKey } from 'node:crypto';
import { minuteOf } from '@glasshouse/rules/tick-hash';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Tick } from '../../kernel/core/types.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import type { Bar } from '../candles/candles.ts';
import { minutesOf } from '../candles/candles.ts';
import { barStart, INTERVALS } from '../candles/intervals.ts';
import type { Feed, FeedTick } from '../feeds/types.ts';
import { encodeTicks, journalSpan, type TapeTick } from './codec.ts';
import { tapeKey } from './keys.ts';
import { unpackMinute } from './minute-block.ts';
import { storeMinute } from './minute-store.ts';
import { CLOSE_GRACE_MS, Tape } from './tape.ts';
import { anInstrument } from './testing/instruments.ts';

const database = withTestDatabase();
const BASE = minuteOf(1_790_000_000_000);
const SEED = '302e020100300506032b65700422042009d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f6';
const key = tapeKey(createPrivateKey({ key: Buffer.from(SEED, 'hex'), format: 'der', type: 'pkcs8' }));

const instruments = [anInstrument('AAA'), anInstrument('BBB', { precision: 5 }), anInstrument('CCC')];
const blockInstruments = {
  codes: instruments.map(({ code }) => code),
  precisions: instruments.map(({ precision }) => precision),
};

/** A source without a past: the tape then depends on its own store alone. */
const forgetful: Feed = {
  name: 'test',
  codes: new Set(blockInstruments.codes),
  ticksBetween: () => [],
  bars: () => [],
};

let journalId = 0;
async function journal(ticks: readonly TapeTick[]): Promise<void> {
  if (ticks.length === 0) return;
  const { firstAt, lastAt } = journalSpan(ticks);
  journalId += 1;
  await database.pool.query('insert into tick_journal values ($1, $2, $3, $4)', [
    journalId,
    firstAt,
    lastAt,
    encodeTicks(ticks),
  ]);
}

const options = (feed: Feed = forgetful) => ({ pool: database.pool, instruments, feeds: [feed] });
const load = (now: number, feed?: Feed) => Tape.load(options(feed), now);

/** What the sequencer does with accepted ticks when the flush succeeds. */
async function flush(tape: Tape, ticks: readonly TapeTick[]): Promise<void> {
  for (const tick of ticks) tape.sequenced(tick);
  await journal(ticks);
  tape.published(ticks);
}

async function closeMinutes(tape: Tape, now: number): Promise<number[]> {
  const closed: number[] = [];
  for (let calls = 0; calls < 1_000; calls += 1) {
    const before = tape.closedTo;
    for (const minute of tape.closeMinutes(now)) {
      closed.push(minute.at);
      await storeMinute({ pool: database.pool, key, instruments: blockInstruments, epoch: undefined }, minute);
    }
    if (tape.closedTo === before) break;
  }
  return closed;
}

it('waits for prices of a live source for as long as they may be old, and for no others', async () => {
  const live: Feed = { ...forgetful, keepsPast: false };
  const tape = await load(BASE, live);
  expect(tape.lateMs('AAA')).toBe(instruments[0]!.stalenessMs);
  expect(tape.lateMs('unknown')).toBe(0);
  const oldest = { code: 'AAA', bid: 99, ask: 101, mid: 100, volume: 0, at: BASE + 1_000 };
  const until = oldest.at + tape.lateMs('AAA');
  expect(tape.accept([oldest], until + 1)).toEqual([]);
  expect(tape.accept([oldest], until)).toHaveLength(1);
  expect((await load(BASE)).lateMs('AAA')).toBe(0);
});

const update = (code: string, at: number, mid: number, volume = 1): FeedTick => ({
  code,
  at,
  mid,
  bid: mid - 1,
  ask: mid + 2,
  volume,
});

async function storedMinutes() {
  const { rows } = await database.pool.query('select minute_at, block from tape_minutes order by minute_at');
  return rows.map((row) => unpackMinute(row.block));
}

async function storedBars(code: string, interval: (typeof INTERVALS)[number]): Promise<Bar[]> {
  const { rows } = await database.pool.query(
    'select at, open, high, low, close, volume from candles where code = $1 and minutes = $2 order by at',
    [code, minutesOf(interval)],
  );
  return rows.map((row) => ({ ...row, volume: Number(row.volume) }));
}

beforeEach(async () => {
  await database.pool.query('alter table tape_minutes disable trigger all');
  await database.pool.query('truncate tape_minutes, tape_heads, tape_marks, candles, tick_journal');
  await database.pool.query('alter table tape_minutes enable trigger all');
});

describe('tape', () => {
  it('shows sequenced ticks to the core, and published ones to everybody else', async () => {
    const tape = await load(BASE);
    const [tick] = tape.accept([update('AAA', BASE + 100, 500)], BASE + 100);
    expect(tape.lastTick('AAA')).toBeUndefined();
    tape.sequenced(tick!);
    expect(tape.lastTick('AAA')).toMatchObject({ seq: 1, mid: 500 });
    await journal([tick!]);
    tape.published([tick!]);
    expect(tape.takeRestored()).toEqual([]);
    const again = await load(BASE + 500);
    expect(again.takeRestored()).toMatchObject([{ code: 'AAA', seq: 1, mid: 500, bid: 499, ask: 502, volume: 1 }]);
    expect(again.takeRestored()).toEqual([]);
    expect(() => tape.sequenced({ ...tick!, seq: 3 })).toThrow('misses a tick');
  });

  it('holds a doubted price until the tick that resolves it is sequenced', async () => {
    const tape = await load(BASE);
    await flush(tape, tape.accept([update('AAA', BASE + 100, 500)], BASE + 100));
    expect(tape.heldBy('AAA')).toBeUndefined();
    expect(tape.accept([update('AAA', BASE + 200, 900)], BASE + 200)).toEqual([]);
    expect([tape.heldBy('AAA'), tape.heldBy('BBB')]).toEqual(['jump', undefined]);
    const [back] = tape.accept([update('AAA', BASE + 300, 501)], BASE + 300);
    // Orders that were queued before it would still trade at the price that it replaces.
    expect(tape.heldBy('AAA')).toBe('jump');
    tape.sequenced(back!);
    expect(tape.heldBy('AAA')).toBeUndefined();
  });

  it('closes a minute once it is over and all its ticks are durable, and accepts none for it afterwards', async () => {
    const tape = await load(BASE);
    await flush(tape, tape.accept([update('AAA', BASE + 100, 500)], BASE + 100));
    const waiting = tape.accept([update('BBB', BASE + 59_999, 700)], BASE + 60_000);
    const over = BASE + 60_000 + CLOSE_GRACE_MS;
    expect(tape.closeMinutes(over - 1)).toEqual([]);
    expect(tape.closeMinutes(over)).toEqual([]);
    expect(tape.accept([update('CCC', BASE + 59_999, 900)], over)).toEqual([]);
    expect(tape.dropped.late).toBe(1);
    await flush(tape, waiting);
    expect(await closeMinutes(tape, over)).toEqual([BASE]);
    expect((await storedMinutes())[0]!.ticks.map(({ code, seq }) => [code, seq])).toEqual([
      ['AAA', 1],
      ['BBB', 1],
    ]);
    const { rows } = await database.pool.query('select count(*) from tick_journal');
    expect(rows[0].count).toBe(0);
  });

  it('knows the latest silence over any limit, also after a restart; a confirmed jump is not one', async () => {
    const tape = await load(BASE);
    const say = async (at: number, mid: number) => flush(tape, tape.accept([update('AAA', BASE + at, mid)], BASE + at));
    await say(0, 10_000);
    await say(15_000, 10_000);
    const gapsOf = (tape: Tape) =>
      [2_000, 4_000, 15_000, 15_001].map((limit) => tape.lastGapEndedAt('AAA', limit) - BASE);
    expect(gapsOf(tape)).toEqual([15_000, 15_000, -BASE, -BASE]);
    await say(30_001, 10_000);
    expect(gapsOf(tape)).toEqual([30_001, 30_001, 30_001, -BASE]);
    for (const at of [31_000, 32_000, 34_000]) await say(at, 20_000);
    expect(tape.lastTick('AAA')).toMatchObject({ seq: 4, mid: 20_000 });
    // The tape waited 3,999 ms for the jump to be confirmed: a silence for orders with so short a
    // limit, and for no others.
    const expected = [34_000, 30_001, 30_001, -BASE];
    expect(gapsOf(tape)).toEqual(expected);
    expect(gapsOf(await load(BASE + 35_000))).toEqual(expected);
    await closeMinutes(tape, BASE + 63_000);
    const later = await load(BASE + 600_000);
    expect(gapsOf(later)).toEqual(expected);
    // The outage itself is a gap once the next tick comes.
    const [next] = later.accept([update('AAA', BASE + 600_000, 20_000)], BASE + 600_000);
    later.sequenced(next!);
    expect(next!.seq).toBe(5);
    expect(gapsOf(later)).toEqual([600_000, 600_000, 600_000, 600_000]);
  });

  it('replaces bars that an outage cut short by the bars of a source that knows its past', async () => {
    const past: Bar = { at: BASE, open: 1, high: 9_000, low: 1, close: 77, volume: 5 };
    const knowing: Feed = {
      ...forgetful,
      bars: (_, interval, { from, to }) => (interval === '1m' && from <= BASE && BASE < to ? [past] : []),
    };
    const before = await load(BASE, knowing);
    await flush(before, before.accept([update('AAA', BASE + 100, 500)], BASE + 100));
    const after = await load(BASE + 130_000, knowing);
    await closeMinutes(after, BASE + 600_000);
    expect(await storedBars('AAA', '1m')).toEqual([past]);
    expect((await storedMinutes())[0]!.ticks).toMatchObject([{ code: 'AAA', mid: 500 }]);
  });

  it('replaces bars that end during a pause, and the first after it, by those of the source', async () => {
    const past = (at: number): Bar => ({ at, open: 1, high: 9_000, low: 1, close: 77, volume: 5 });
    const knowing: Feed = { ...forgetful, bars: (_, interval, { from }) => [past(barStart(interval, from))] };
    const tape = await load(BASE, knowing);
    const say = async (at: number, mid: number) => flush(tape, tape.accept([update('AAA', BASE + at, mid)], BASE + at));
    await say(100, 500);
    await say(59_000, 501);
    await closeMinutes(tape, BASE + 62_000);
    tape.pause();
    expect(tape.resume(BASE + 3_600_500)).toEqual({ closedTo: BASE + 60_000, watchedFrom: BASE + 3_660_000 });
    await say(3_600_400, 502);
    await say(3_660_100, 503);
    await closeMinutes(tape, BASE + 3_730_000);
    const minutes = await storedBars('AAA', '1m');
    // Watched as a whole: the minute before the pause, and the first full one after it.
    expect(minutes.map(({ at, close }) => [at - BASE, close])).toEqual([
      [0, 501],
      [3_600_000, 77],
      [3_660_000, 503],
    ]);
    const [five] = await storedBars('AAA', '5m');
    expect(five).toEqual(past(barStart('5m', BASE)));
    const [hour] = await storedBars('AAA', '1h');
    expect(hour).toEqual(past(barStart('1h', BASE)));
  });

  it('refuses changes of what is on the tape', async () => {
    const tape = await load(BASE);
    await flush(tape, tape.accept([update('AAA', BASE + 100, 500)], BASE + 100));
    await closeMinutes(tape, BASE + 70_000);
    for (const sql of ['update tape_minutes set tick_count = 2', 'delete from tape_minutes', 'truncate tape_minutes']) {
      await expect(database.pool.query(sql)).rejects.toThrow('append only');
    }
  });
});

/** One step of a run with crashes. */
type Step =
  | { readonly kind: 'ticks'; readonly updates: readonly { code: number; mid: number; wait: number }[] }
  | { readonly kind: 'lost'; readonly updates: readonly { code: number; mid: number; wait: number }[] }
  | { readonly kind: 'torn'; readonly updates: readonly { code: number; mid: number; wait: number }[] }
  | { readonly kind: 'close' }
  | { readonly kind: 'crash'; readonly outage: number };

const updates = fc.array(
  fc.record({
    code: fc.nat(2),
    mid: fc.integer({ min: 10_000, max: 10_400 }),
    wait: fc.oneof(fc.nat(3_000), fc.nat(20_000)),
  }),
  { minLength: 1, maxLength: 12 },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('ticks' as const), updates }) },
    // The flush failed (nothing was stored), or it was stored and the process died before it was
    // published.
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('lost' as const), updates }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('torn' as const), updates }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('crash' as const),
        outage: fc.oneof(fc.constant(0), fc.nat(90_000), fc.nat(4 * 3_600_000)),
      }),
    },
  ),
  { minLength: 4, maxLength: 30 },
);

describe('a run with crashes', () => {
  it('loses and doubles no durable tick, and its candles are those of the ticks', async () => {
    await fc.assert(
      fc
        .asyncProperty(steps, async (life) => {
          let now = BASE;
          let tape = await load(now);
          const durable: TapeTick[] = [];
          const take = (list: readonly { code: number; mid: number; wait: number }[]): TapeTick[] =>
            list.flatMap(({ code, mid, wait }) => {
              now += wait;
              return tape.accept([update(blockInstruments.codes[code]!, now, mid, (mid % 7) / 3)], now);
            });
          for (const step of life) {
            if (step.kind === 'ticks') {
              const ticks = take(step.updates);
              await flush(tape, ticks);
              durable.push(...ticks);
            } else if (step.kind === 'lost' || step.kind === 'torn') {
              const ticks = take(step.updates);
              for (const tick of ticks) tape.sequenced(tick);
              if (step.kind === 'torn') {
                await journal(ticks);
                durable.push(...ticks);
              }
              await tape.reload(now);
            } else if (step.kind === 'close') {
              await closeMinutes(tape, now);
            } else {
              const before = tape;
              now += step.outage;
              tape = await load(now);
              for (const { code } of instruments) {
                expect(plain(tape.lastTick(code))).toEqual(plain(before.lastTick(code)));
                for (const limit of [2_000, 5_000, 15_000, 60_000]) {
                  expect(tape.lastGapEndedAt(code, limit)).toBe(before.lastGapEndedAt(code, limit));
                }
              }
            }
          }
          // Long after, everything is closed.
          now += 14 * 86_400_000;
          tape = await load(now);
          await closeMinutes(tape, now);
          const stored = (await storedMinutes()).flatMap(({ ticks }) => ticks);
          for (const { code } of instruments) {
            const expected = durable.filter((tick) => tick.code === code);
            expect(expected.map(({ seq }) => seq)).toEqual(expected.map((_, index) => index + 1));
            expect(stored.filter((tick) => tick.code === code).map(({ precision: _, ...tick }) => tick)).toEqual(
              expected.map(({ volume: _, ...tick }) => tick),
            );
            for (const interval of INTERVALS) {
              const bars = await storedBars(code, interval);
              const groups = [...Map.groupBy(expected, ({ at }) => barStart(interval, at))];
              expect(bars.map(({ volume: _, ...prices }) => prices)).toEqual(
                groups.map(([at, group]) => ({
                  at,
                  open: group[0]!.mid,
                  high: Math.max(...group.map(({ mid }) => mid)),
                  low: Math.min(...group.map(({ mid }) => mid)),
                  close: group.at(-1)!.mid,
                })),
              );
              for (const [index, [, group]] of groups.entries()) {
                const volume = group.reduce((sum, tick) => sum + tick.volume, 0);
                expect(bars[index]!.volume).toBeCloseTo(volume, 6);
              }
            }
          }
          const left = await database.pool.query('select count(*) from tick_journal');
          expect(left.rows[0].count).toBe(0);
        })
        .beforeEach(async () => {
          await database.pool.query('alter table tape_minutes disable trigger all');
          await database.pool.query('truncate tape_minutes, tape_heads, tape_marks, candles, tick_journal');
          await database.pool.query('alter table tape_minutes enable trigger all');
        }),
      // A run takes a tenth of a second, so failures are not shrunk; the seed replays one.
      { numRuns: 25, endOnFailure: true },
    );
  });
});

it('signs the last ticks of an instrument that is no longer on offer, and has its market closed', async () => {
  const from = minuteOf(Date.UTC(2027, 0, 6, 12));
  const full: Feed = { ...forgetful, name: 'full' };
  const before = await load(from, full);
  const ticks = before.accept(
    ['AAA', 'BBB'].map((code) => ({ code, bid: 99, ask: 101, mid: 100, volume: 1, at: from + 1_000 })),
    from + 1_000,
  );
  await flush(before, ticks);
  expect(before.sessionEndsAt('BBB', from)).toBeDefined();

  const narrow = await load(from + 5_000, { ...forgetful, codes: new Set(['AAA', 'CCC']) });
  expect(narrow.lastTick('BBB')?.mid).toBe(100);
  expect(narrow.sessionEndsAt('BBB', from + 5_000)).toBeUndefined();
  await closeMinutes(narrow, from + 5 * 60_000);
  const stored = (await storedMinutes()).flatMap((minute) => minute.ticks.filter(({ at }) => from <= at));
  expect(stored.map(({ code }) => code)).toEqual(['AAA', 'BBB']);

  // Its numbers go on where they ended, once it is on offer again.
  const again = await load(from + 10 * 60_000, full);
  const at = from + 10 * 60_000;
  expect(again.accept([{ code: 'BBB', bid: 99, ask: 101, mid: 100, volume: 1, at }], at)[0]?.seq).toBe(
    ticks.find(({ code }) => code === 'BBB')!.seq + 1,
  );
});

/** Without the volume, which only the journal keeps. */
function plain(tick: Tick | undefined): unknown {
  if (tick === undefined) return undefined;
  const { code, seq, bid, ask, mid, at } = tick;
  return { code, seq, bid, ask, mid, at };
}
