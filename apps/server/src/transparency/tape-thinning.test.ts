/**
 * A tape of nine instruments: hours in which somebody trades two of them, among hours in which
 * nobody does. Thinned, it proves every order as before and nothing else, takes less room, and
 * whoever drops more than that, or alters what is left, is found.
 */
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { verifyReceipt } from '@glasshouse/rules/receipt';
import { minuteOf } from '@glasshouse/rules/tick-hash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tick } from '../kernel/core/types.ts';
import { readFeedSettings } from '../market-data/feeds/settings.ts';
import { packThinned, type ThinnedParts, unpackMinute } from '../market-data/tape/minute-block.ts';
import { thinMinute, wholeTree } from '../market-data/tape/minute-leaves.ts';
import { anInstrument } from '../market-data/tape/testing/instruments.ts';
import { ThinnedTickError } from '../market-data/tape/thinned-tick-error.ts';
import { EnvReader } from '../platform/env-reader.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { History } from '../runtime/history/history.ts';
import { Receipts } from './receipts.ts';
import { TAPE_DAYS_MIN } from './tape-days.ts';
import { TapeThinning } from './tape-thinning.ts';
import { EvidenceFixture, QUIET_CODES, USER } from './testing/evidence-fixture.ts';
import { checkTrades } from './verify-trades.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const CODES = ['BTCUSDT', 'ETHUSDT', ...QUIET_CODES];
const database = withTestDatabase();

let fixture: EvidenceFixture;
let thinning: TapeThinning;
let receipts: Receipts;
const orders: [Parameters<EvidenceFixture['evidence']>[0], number][] = [];
/** Blocks before anything was thinned, by minute. */
const whole = new Map<number, Buffer>();
let open: { from: number; to: number };
let before: { bytes: number; ticks: number };

interface Row {
  readonly minute_at: number;
  readonly tick_count: number;
  readonly kept_ticks: number | null;
  readonly block: Buffer;
}
const stored = async (): Promise<readonly Row[]> =>
  (
    await database.pool.query<Row>(
      'select minute_at, tick_count, kept_ticks, block from tape_minutes order by minute_at',
    )
  ).rows;
const bytesOf = (rows: readonly Row[]): number => rows.reduce((sum, { block }) => sum + block.length, 0);

async function trade(): Promise<void> {
  const made = async (...[call, type, body]: [(typeof orders)[number][0], string, object]): Promise<number> => {
    const id = await fixture.submit(USER, type, body as never);
    orders.push([call, id]);
    return id;
  };
  const spot = { code: 'BTCUSDT', price: null, quantity: null, amount: null, timeInForce: null };
  await made('getOptionOrder', 'options.buy', { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 });
  const contract = await made('getPosition', 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    lots: '2',
    leverage: 20,
    trailing: { rate: '0.01' },
  });
  await made('getSpotOrder', 'spot.submit', { ...spot, side: 'buy', type: 'market', quantity: '2' });
  await made('getConversion', 'convert.fill', { from: 'USDT', to: 'ETH', amount: '500', quoteId: null });
  await fixture.market(150);
  await fixture.submit(USER, 'contracts.close', { id: contract });
  await fixture.market(20);
}

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const { harness } = fixture;
  await fixture.market(700);
  open = { from: harness.now, to: 0 };
  await trade();
  open.to = harness.now;
  // Nobody trades, and one of them has no prices for a while.
  await fixture.market(500);
  await fixture.market(300, ['BTCUSDT', ...QUIET_CODES]);
  await fixture.market(700);
  // One day later, and one that is not due.
  harness.now += DAY_MS;
  await fixture.market(400);
  harness.now += 50 * DAY_MS;
  await fixture.market(200);
  await fixture.sign();
  for (const { minute_at, block } of await stored()) whole.set(minute_at, block);
  thinning = new TapeThinning({ pool: database.pool, now: () => harness.now, days: TAPE_DAYS_MIN });
  receipts = new Receipts(
    database.pool,
    CODES.map((code) => anInstrument(code)),
  );
  const rows = await stored();
  before = { bytes: bytesOf(rows), ticks: rows.reduce((sum, row) => sum + row.tick_count, 0) };
  expect((await verified()).findings).toEqual([]);
}, 120_000);
afterAll(() => fixture.stop());

/** What `verify` says after these statements, which are taken back. */
async function verified(...changes: readonly [string, unknown[]?][]) {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    for (const [sql, values] of changes) await client.query(sql, values);
    const { tape, candles, listed, findings } = await checkTrades(client, { now: fixture.harness.now });
    // Bars are another matter: this tape has none.
    return { tape, candles, listed, findings: findings.filter((finding) => !finding.startsWith('candles')) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Who owns the database writes what he likes into a minute, and counts it as he should. */
const written = (at: number, block: Buffer): [string, unknown[]] => [
  'update tape_minutes set block = $2, kept_ticks = $3 where minute_at = $1',
  [at, block, unpackMinute(block).ticks.length],
];

const isOpen = ({ at }: Pick<Tick, 'at'>): boolean => open.from <= at && at <= open.to;
const wasOpen = (at: number): boolean => open.from < at + MINUTE_MS && at <= open.to;

describe('thinning', () => {
  it('refuses to drop what is younger than anything may still need', () => {
    expect(() => new TapeThinning({ pool: database.pool, now: Date.now, days: TAPE_DAYS_MIN - 1 })).toThrow('35 days');
  });

  it('does an hour of the tape at a time, goes on where it was interrupted, and changes nothing twice', async () => {
    let requests = 0;
    const first = await thinning.step(() => {
      requests += 1;
      return 3 < requests;
    });
    expect(first.minutes).toBe(3);
    const again = new TapeThinning({ pool: database.pool, now: () => fixture.harness.now, days: TAPE_DAYS_MIN });
    const steps = [first];
    for (;;) {
      const step = await again.step();
      if (step.minutes === 0) break;
      steps.push(step);
      expect(step.minutes).toBeLessThanOrEqual(60);
    }
    expect(steps.length).toBeGreaterThan(2);
    const rows = await stored();
    const due = Math.floor((fixture.harness.now - TAPE_DAYS_MIN * DAY_MS) / DAY_MS) * DAY_MS;
    for (const { minute_at, kept_ticks } of rows)
      expect([minute_at, kept_ticks !== null]).toEqual([minute_at, minute_at < due]);
    const dropped = steps.reduce((sum, { droppedTicks }) => sum + droppedTicks, 0);
    const remaining = rows.reduce((sum, row) => sum + (row.kept_ticks ?? row.tick_count), 0);
    expect(remaining).toBe(before.ticks - dropped);
    expect(await again.step()).toEqual({ minutes: 0, thinned: 0, droppedTicks: 0 });
    expect(await thinning.step()).toEqual({ minutes: 0, thinned: 0, droppedTicks: 0 });
    expect(await stored()).toEqual(rows);
  });

  it('takes less room', async () => {
    const rows = await stored();
    expect(bytesOf(rows)).toBeLessThan(before.bytes * 0.8);
    const remaining = rows.reduce((sum, row) => sum + (row.kept_ticks ?? row.tick_count), 0);
    expect(remaining).toBeLessThan(before.ticks * 0.7);
  });

  it('leaves every tick of what was open, and drops those that nothing needed', async () => {
    const minutes = new Map((await stored()).map((row) => [row.minute_at, unpackMinute(row.block).ticks]));
    const has = (code: string, at: number) => minutes.get(at)?.some((tick) => tick.code === code) === true;
    for (const tick of fixture.harness.published.filter(isOpen)) {
      if (!['BTCUSDT', 'ETHUSDT'].includes(tick.code)) continue;
      const found = minutes.get(minuteOf(tick.at))?.find(({ code, seq }) => code === tick.code && seq === tick.seq);
      expect(found).toMatchObject(tick);
    }
    // Nobody held any, nobody trades it, and no report is in it.
    const quiet = [...minutes.keys()].filter((at) => has('BTCUSDT', at) !== has('XAUUSD', at) || !has('XAUUSD', at));
    expect(quiet.length).toBeGreaterThan(20);
    for (const at of minutes.keys()) if (wasOpen(at)) expect([at, has('SOLUSDT', at)]).toEqual([at, false]);
  });

  it('leaves receipts as they were: proved where a tick is left, and refused where it is not', async () => {
    const keys = [fixture.key.publicKey.toString('hex')];
    let [proved, refused] = [0, 0];
    for (const [index, { code, seq, at }] of fixture.harness.published.entries()) {
      // Some of all instruments and minutes.
      if (index % 41 !== 0 || !whole.has(minuteOf(at))) continue;
      for (const query of [
        { code, seq },
        { code, seq, at },
      ]) {
        const found = await receipts.find(query).catch((error: unknown) => {
          if (!(error instanceof ThinnedTickError)) throw error;
          return 'thinned' as const;
        });
        if (found === 'thinned') refused += 1;
        else {
          expect(verifyReceipt(found?.receipt, keys)).toMatchObject({ ok: true });
          expect(found?.tick).toMatchObject({ code, seq, at });
          proved += 1;
        }
      }
    }
    expect(proved).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(50);
    expect(await receipts.find({ code: 'XAUUSD', seq: 1_000_000 })).toBeUndefined();
  }, 60_000);

  it('finds the last tick before a time exactly, or says that it cannot', async () => {
    const thinned = async <Result>(answer: Promise<Result>) => answer.catch((error: Error) => error.name);
    const ticks = fixture.harness.published.filter(({ code }) => code === 'SOLUSDT');
    const answers = new Set<string>();
    for (let at = open.from - 600_000; at < open.to + 600_000; at += 31_000) {
      const last = ticks.findLast((tick) => tick.at <= at);
      const answer = await thinned(receipts.before({ code: 'SOLUSDT', at }));
      answers.add(typeof answer);
      if (typeof answer === 'number') expect([at, answer]).toEqual([at, last?.seq]);
      else expect(answer).toBe('ThinnedTickError');
    }
    expect(answers).toEqual(new Set(['number', 'string']));
    const window = { code: 'BTCUSDT', from: open.from, to: open.from + 150_000 };
    const runs = await receipts.runs(window);
    const inWindow = fixture.harness.published.filter(
      ({ code, at }) => code === 'BTCUSDT' && minuteOf(window.from) <= at && at < minuteOf(window.to) + MINUTE_MS,
    );
    expect(runs.flatMap((run) => run.ticks)).toHaveLength(inWindow.length);
    expect(await thinned(receipts.runs({ ...window, code: 'SOLUSDT' }))).toBe('ThinnedTickError');
  });

  it('is said by the thread that serves people as well', async () => {
    const feeds = readFeedSettings(new EnvReader({ SIM_SEED: 'test' }));
    const failures: string[] = [];
    const history = new History({
      databaseUrl: database.url,
      feeds,
      instruments: [],
      onFailure: (reason) => failures.push(reason),
    });
    const during = fixture.harness.published.filter(isOpen);
    const [traded, quiet] = ['BTCUSDT', 'SOLUSDT'].map((code) => during.find((tick) => tick.code === code)!);
    expect(await history.tick(traded!)).toMatchObject({ tick: { tick: traded, receipt: { version: 1 } } });
    await expect(history.tick(quiet!)).rejects.toThrow(ThinnedTickError);
    await expect(history.tickBefore(quiet!)).rejects.toThrow(ThinnedTickError);
    await expect(history.runs({ code: 'SOLUSDT', ...open })).rejects.toThrow(ThinnedTickError);
    // What was asked for is gone; nothing went wrong.
    expect(failures).toEqual([]);
    await history.stop();
  });

  it('leaves every order with a receipt that its owner can verify', async () => {
    for (const [call, id] of orders) {
      const evidence = await fixture.evidence(call, id);
      const verdict = verifyEvidence(evidence, [fixture.key.publicKey.toString('hex')]);
      expect([call, verdict.answer, verdict.faults]).toEqual([call, 'holds', []]);
    }
  });
});

describe('verify', () => {
  it('is content with what is left, and counts what is not', async () => {
    const { tape, listed, findings } = await verified();
    expect(findings).toEqual([]);
    const rows = await stored();
    const thinned = rows.filter(({ tick_count, kept_ticks }) => kept_ticks !== null && kept_ticks < tick_count);
    const dropped = thinned.reduce((sum, row) => sum + row.tick_count - (row.kept_ticks ?? 0), 0);
    expect(tape.thinned).toEqual({ minutes: thinned.length, ticks: dropped });
    expect(tape.ticks).toBe(before.ticks);
    expect(listed[0]).toBe(`tape: ${thinned.length} minutes thinned, ${dropped} ticks no longer kept`);
  });

  it('counts bars that it cannot compare any more, beside those that it can', async () => {
    const at = minuteOf(open.from) + MINUTE_MS;
    const bar = (code: string, high: number): [string, unknown[]] => [
      'insert into candles (code, minutes, at, open, high, low, close, volume) values ($1, 1, $2, $3, $4, $3, $3, 0)',
      [code, at, 1, high],
    ];
    const started: [string, unknown[]] = ['insert into tape_starts values (1, 0, $1)', [Math.min(...whole.keys())]];
    const { candles } = await verified(started, bar('SOLUSDT', 5));
    expect(candles.listed.join('\n')).toContain('candles: 1 bars whose ticks are no longer all kept');
    expect(candles.findings.join('\n')).not.toContain('SOLUSDT is not that');
    const traded = await verified(started, bar('BTCUSDT', 5));
    expect(traded.candles.findings.join('\n')).toContain('of BTCUSDT is not that of its ticks');
  });

  it('is content with a minute that was thinned sooner than any setting does', async () => {
    const youngest = Math.max(...whole.keys()) - MINUTE_MS;
    expect((await verified(written(youngest, without('XAUUSD', youngest)))).findings).toEqual([]);
  });

  it('names what an order needs and is gone, though everything that is left fits', async () => {
    const at = minuteOf(open.from) + MINUTE_MS;
    const { findings } = await verified(written(at, without('BTCUSDT', at)));
    expect(findings.join('\n')).toMatch(/tape: BTCUSDT: ticks \d+ to \d+ are no longer kept, and something needs/);
    // So is the last one before it, although nothing was open then.
    const last = minuteOf(open.from) - MINUTE_MS;
    expect((await verified(written(last, without('BTCUSDT', last)))).findings.join()).toContain('tape: BTCUSDT: tick');
    const earlier = last - 2 * MINUTE_MS;
    expect((await verified(written(earlier, without('BTCUSDT', earlier)))).findings).toEqual([]);
  });

  it('names what nobody decided by, but an order was open through', async () => {
    const at = minuteOf(open.to) - MINUTE_MS;
    expect((await verified(written(at, without('BTCUSDT', at)))).findings.join('\n')).toContain('no longer kept');
  });

  it.each<[string, (parts: ThinnedParts) => ThinnedParts, RegExp]>([
    [
      'an altered tick',
      (parts) => ({ ...parts, ranges: changed(parts, (tick) => ({ ...tick, ask: tick.ask + 1 })) }),
      /do not lead to its root/,
    ],
    [
      'an altered hash',
      ({ ranges, siblings }) => ({ ranges, siblings: siblings.map((hash) => Buffer.from(hash).reverse()) }),
      /do not lead to its root/,
    ],
    [
      'a range without its last tick',
      (parts) => ({ ...parts, ranges: parts.ranges.map((range) => ({ ...range, ticks: range.ticks.slice(0, -1) })) }),
      /do not lead to its root/,
    ],
    [
      'a range elsewhere',
      (parts) => ({ ...parts, ranges: parts.ranges.map((range) => ({ ...range, index: range.index + 1 })) }),
      /do not lead to its root/,
    ],
  ])('finds %s', async (_name, change, finding) => {
    const at = minuteOf(open.from) + MINUTE_MS;
    const { thinned } = unpackMinute((await stored()).find(({ minute_at }) => minute_at === at)!.block);
    expect(thinned).toBeDefined();
    const { findings } = await verified(written(at, packThinned(at, change(thinned!))));
    expect(findings.join('\n')).toMatch(finding);
  });

  it('finds an instrument of which a minute has some ticks and not all, though they lead to the root', async () => {
    const at = minuteOf(open.from) + MINUTE_MS;
    const { ticks } = unpackMinute(whole.get(at)!);
    const tree = wholeTree(ticks);
    const own = ticks.filter(({ code }) => code === 'BTCUSDT').slice(0, -2);
    const { siblingsOf } = await import('@glasshouse/rules/partial-tree');
    const index = ticks.indexOf(own[0]!);
    const siblings = siblingsOf(tree, [{ first: index, last: index + own.length - 1 }]);
    const { findings } = await verified(written(at, packThinned(at, { ranges: [{ index, ticks: own }], siblings })));
    expect(findings.join('\n')).not.toContain('do not lead');
    expect(findings.join('\n')).toMatch(/BTCUSDT \d+ follows \d+/);
  });

  it.each([
    ['count', 'tick_count = tick_count + 1'],
    ['root', "root = decode(repeat('ab', 32), 'hex')"],
    ['signature', 'signature = set_byte(signature, 5, 255 - get_byte(signature, 5))'],
    ['number of ticks that were kept', 'kept_ticks = kept_ticks - 1'],
  ])('finds an altered %s of a thinned minute', async (_name, change) => {
    const at = minuteOf(open.from) + MINUTE_MS;
    const { findings } = await verified([`update tape_minutes set ${change} where minute_at = ${at}`]);
    expect(findings.length).toBeGreaterThan(0);
  });
});

/** As somebody would thin it who wants this instrument gone. */
function without(code: string, at: number): Buffer {
  const block = whole.get(at);
  if (block === undefined) throw new Error(`no minute ${at}`);
  const minute = unpackMinute(block);
  const thinned = thinMinute(
    { ...minute, tree: wholeTree(minute.ticks), size: Number.POSITIVE_INFINITY },
    (candidate) => candidate !== code,
  );
  return thinned!.block;
}

const changed = (
  { ranges }: ThinnedParts,
  change: (tick: ThinnedParts['ranges'][number]['ticks'][number]) => ThinnedParts['ranges'][number]['ticks'][number],
) => ranges.map((range) => ({ ...range, ticks: range.ticks.map(change) }));

describe('the database', () => {
  it.each([
    ['another count', 'tick_count = tick_count + 1, kept_ticks = 0'],
    ['another time', 'minute_at = minute_at + 60000000, kept_ticks = 0'],
    ['another root', "root = decode(repeat('ab', 32), 'hex'), kept_ticks = 0"],
    ['another signature', 'signature = set_byte(signature, 5, 7), kept_ticks = 0'],
    ['a block that is said to be whole', "block = '\\x28b5', kept_ticks = tick_count"],
    ['a block that is not thinned', "block = '\\x28b5', kept_ticks = 0"],
    ['a block that grows', "block = '\\x02'::bytea || block, kept_ticks = 0"],
    ['a block without a word of it', "block = '\\x02'"],
    ['more ticks than there were', "block = '\\x02', kept_ticks = tick_count + 1"],
  ])('refuses %s', async (_name, change) => {
    const last = Math.max(...whole.keys());
    await expect(database.pool.query(`update tape_minutes set ${change} where minute_at = ${last}`)).rejects.toThrow(
      /append only|tape_minutes_kept/,
    );
  });

  it('refuses to thin a minute twice, or to make one whole again', async () => {
    const at = minuteOf(open.from) + MINUTE_MS;
    for (const [block, expected] of [
      [without('BTCUSDT', at), 0],
      [whole.get(at), null],
    ])
      await expect(
        database.pool.query('update tape_minutes set block = $2, kept_ticks = $3 where minute_at = $1', [
          at,
          block,
          expected,
        ]),
      ).rejects.toThrow('append only');
    await expect(database.pool.query('delete from tape_minutes')).rejects.toThrow('append only');
  });
});
