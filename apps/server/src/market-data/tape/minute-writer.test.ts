import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteOf } from '@glasshouse/rules/tick-hash';
import { afterAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { verifyTape } from '../../transparency/verify-tape.ts';
import { openTapeKey, signatureHolds } from './keys.ts';
import { MinuteBuffer } from './minute-columns.ts';
import { storeMinute } from './minute-store.ts';
import { MinuteWriter } from './minute-writer.ts';
import type { ClosedMinute } from './open-minute.ts';
import { anInstrument } from './testing/instruments.ts';

const database = withTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tape-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BASE = minuteOf(1_790_000_000_000);
const instruments = [anInstrument('AAA'), anInstrument('BBB')];
const epochNow = async (): Promise<number> =>
  (await database.pool.query('select epoch from shards where id = 0')).rows[0].epoch;

function aMinute(index: number): ClosedMinute {
  const at = BASE + index * 60_000;
  const buffer = new MinuteBuffer();
  for (const [position, { code }] of instruments.entries()) {
    buffer.push(position, { code, seq: index + 1, bid: 9, mid: 10, ask: 11, at: at + position });
  }
  const bar = { at, open: 10, high: 10, low: 10, close: 10, volume: 0.5 };
  return {
    at,
    ticks: buffer.take(),
    bars: [{ instrument: 0, interval: 0, bar }],
    silences: [[1, [{ lengthMs: 50_000, endedAt: at + 1 }]]],
  };
}

describe('an instrument whose prices cannot be stored', () => {
  const otherDatabase = withTestDatabase();
  const key = openTapeKey(folder);
  const rules = () => ({
    pool: otherDatabase.pool,
    key,
    epoch: undefined,
    instruments: {
      codes: instruments.map(({ code }) => code),
      precisions: instruments.map(({ precision }) => precision),
    },
  });
  const countOf = async (table: string, code: string): Promise<number> =>
    (await otherDatabase.pool.query(`select count(*) as count from ${table} where code = $1`, [code])).rows[0].count;

  it.each<[what: string, mid: number, index: number]>([
    ['epoch milliseconds in points', 1_700_000_000_000 * 10 ** 8, 0],
    ['half a point', 10.5, 1],
    ['no number', Number.NaN, 2],
    ['zero', 0, 3],
  ])('%s: is named, and its neighbours are stored and signed', async (_, mid, index) => {
    const minute = aMinute(index);
    minute.ticks.columns.mid[0] = mid;
    const bars = [0, 1].map((instrument) => ({ instrument, interval: 0, bar: { ...minute.bars[0]!.bar } }));
    bars[0]!.bar = { ...bars[0]!.bar, high: mid };
    await otherDatabase.pool.query('truncate candles');
    expect(await storeMinute(rules(), { ...minute, bars })).toEqual({ broken: ['AAA'] });
    expect([await countOf('candles', 'AAA'), await countOf('candles', 'BBB')]).toEqual([0, 1]);
    expect([await countOf('tape_heads', 'AAA'), await countOf('tape_heads', 'BBB')]).toEqual([0, 1]);
    expect((await verifyTape(otherDatabase.pool)).faults).toEqual([]);
  });

  it('the only one of a minute does not stop the minutes behind it', async () => {
    const minute = aMinute(4);
    minute.ticks.columns.mid.fill(0.5, 0, 2);
    expect(await storeMinute(rules(), minute)).toEqual({ broken: ['AAA', 'BBB'] });
    expect(await storeMinute(rules(), aMinute(5))).toEqual({ broken: [] });
  });
});

describe('minute writer', () => {
  it('stores minutes in order on its own thread, and drains its queue before it stops', async () => {
    const failures: unknown[] = [];
    const written: number[] = [];
    const writer = new MinuteWriter({
      databaseUrl: database.url,
      dataDir: folder,
      instruments,
      onWritten: ({ at }) => written.push(at),
      onFailure: (failure) => failures.push(failure),
    });
    await writer.reset(await epochNow());
    for (let index = 0; index < 5; index += 1) writer.write(aMinute(index));
    await writer.stop();
    expect(failures).toEqual([]);
    expect(written).toEqual([0, 1, 2, 3, 4].map((index) => BASE + index * 60_000));
    expect(await verifyTape(database.pool)).toMatchObject({ minutes: 5, ticks: 10, faults: [] });
    const heads = await database.pool.query('select code, seq, silences from tape_heads order by code');
    expect(heads.rows).toEqual([
      { code: 'AAA', seq: 5, silences: [] },
      { code: 'BBB', seq: 5, silences: [50_000, BASE + 4 * 60_000 + 1] },
    ]);
  });

  it('retries after a database failure, and gives up when another process took over', async () => {
    const failures: { reason: string; fatal: boolean }[] = [];
    let failed = () => {};
    const onFailure = (failure: { reason: string; fatal: boolean }) => {
      failures.push(failure);
      failed();
    };
    const nextFailure = () =>
      new Promise<void>((resolve) => {
        failed = resolve;
      });
    const writer = new MinuteWriter({ databaseUrl: database.url, dataDir: folder, instruments, onFailure });
    await writer.reset(await epochNow());
    await database.pool.query('alter table tape_heads rename to tape_heads_away');
    const first = nextFailure();
    writer.write(aMinute(5));
    await first;
    expect(failures).toMatchObject([{ fatal: false }]);
    await database.pool.query('alter table tape_heads_away rename to tape_heads');
    for (let waited = 0; waited < 200; waited += 1) {
      const { rows } = await database.pool.query('select count(*) from tape_minutes');
      if (rows[0].count === 6) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await verifyTape(database.pool)).minutes).toBe(6);
    // A newer epoch belongs to somebody else.
    await database.pool.query('update shards set epoch = epoch + 1');
    const second = nextFailure();
    writer.write(aMinute(6));
    await second;
    expect(failures.at(-1)).toMatchObject({ fatal: true, reason: 'another process writes the tape' });
    // It resumes after the core has acquired the shard again.
    await writer.reset(await epochNow());
    writer.write(aMinute(6));
    await writer.stop();
    expect(await verifyTape(database.pool)).toMatchObject({ minutes: 7, ticks: 14, faults: [] });
  });

  it('stores nothing under the epoch of a process that took over before its first minute', async () => {
    const failures: { fatal: boolean }[] = [];
    const failed = Promise.withResolvers<void>();
    const onFailure = (failure: { fatal: boolean }): void => {
      failures.push(failure);
      failed.resolve();
    };
    const writer = new MinuteWriter({ databaseUrl: database.url, dataDir: folder, instruments, onFailure });
    await writer.reset(await epochNow());
    await database.pool.query('update shards set epoch = epoch + 1');
    writer.write(aMinute(7));
    await failed.promise;
    await writer.stop();
    expect(failures).toMatchObject([{ fatal: true }]);
    expect((await verifyTape(database.pool)).minutes).toBe(7);
  });

  it('is not fenced by its own process: it stores nothing while the core acquires the shard again', async () => {
    const failures: unknown[] = [];
    const onFailure = (failure: unknown) => failures.push(failure);
    const writer = new MinuteWriter({ databaseUrl: database.url, dataDir: folder, instruments, onFailure });
    await writer.reset(await epochNow());
    writer.write(aMinute(7));
    await writer.suspend();
    // A minute closes while the core recovers: the epoch to check it against is not known yet.
    writer.write(aMinute(8));
    await writer.suspend();
    expect((await verifyTape(database.pool)).minutes).toBe(8);
    await database.pool.query('update shards set epoch = epoch + 1');
    await writer.reset(await epochNow());
    writer.write(aMinute(8));
    await writer.stop();
    expect(failures).toEqual([]);
    expect(await verifyTape(database.pool)).toMatchObject({ minutes: 9, ticks: 18, faults: [] });
  });
});

describe('the key of the tape', () => {
  it('is made once, for its owner only', () => {
    const dataDir = mkdtempSync(join(folder, 'key-'));
    const key = openTapeKey(dataDir);
    const path = join(dataDir, 'keys', 'tape.pem');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY');
    const again = openTapeKey(dataDir);
    expect(again.keyId).toBe(key.keyId);
    const message = Buffer.from('minute');
    expect(signatureHolds(key.publicKey, message, again.sign(message))).toBe(true);
    expect(signatureHolds(key.publicKey, Buffer.from('minutes'), again.sign(message))).toBe(false);
    chmodSync(path, 0o644);
    expect(() => openTapeKey(dataDir)).toThrow('can be read by others');
    chmodSync(path, 0o600);
    writeFileSync(path, 'nonsense');
    expect(() => openTapeKey(dataDir)).toThrow();
  });
});
