import { generateKeyPairSync } from 'node:crypto';
import { verifyReceipt } from '@glasshouse/rules/receipt';
import { minuteOf } from '@glasshouse/rules/tick-hash';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeTicks, journalSpan, type TapeTick } from '../market-data/tape/codec.ts';
import { tapeKey } from '../market-data/tape/keys.ts';
import { MinuteBuffer } from '../market-data/tape/minute-columns.ts';
import { storeMinute } from '../market-data/tape/minute-store.ts';
import { anInstrument } from '../market-data/tape/testing/instruments.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { listTapeKeys, Receipts } from './receipts.ts';
import { verifyTape } from './verify-tape.ts';

const database = withTestDatabase();
const BASE = Math.floor(1_790_000_000_000 / 3_600_000) * 3_600_000;
const instruments = [anInstrument('AAA'), anInstrument('BBB', { precision: 5 })];
const blockInstruments = { codes: ['AAA', 'BBB'], precisions: [2, 5] };
const key = tapeKey(generateKeyPairSync('ed25519').privateKey);
const MINUTES = 90;

/** AAA ticks three times a minute; BBB twice in every fourth minute. */
const ticks: TapeTick[] = [];
for (let minute = 0; minute < MINUTES; minute += 1) {
  const push = (code: string, seq: number, offset: number) =>
    ticks.push({ code, seq, bid: 99, mid: 100, ask: 102, at: BASE + minute * 60_000 + offset, volume: 0 });
  for (let index = 0; index < 3; index += 1) push('AAA', minute * 3 + index + 1, index * 1_000);
  if (minute % 4 === 0) for (let index = 0; index < 2; index += 1) push('BBB', (minute / 4) * 2 + index + 1, 30_000);
}
const open: TapeTick = { code: 'BBB', seq: 47, bid: 1, mid: 2, ask: 3, at: BASE + MINUTES * 60_000, volume: 1 };

beforeAll(async () => {
  for (const [at, group] of Map.groupBy(ticks, (tick) => minuteOf(tick.at))) {
    const buffer = new MinuteBuffer();
    for (const tick of group) buffer.push(blockInstruments.codes.indexOf(tick.code), tick);
    const minute = { at, ticks: buffer.take(), bars: [], silences: [] };
    await storeMinute({ pool: database.pool, key, instruments: blockInstruments, epoch: undefined }, minute);
  }
  const { firstAt, lastAt } = journalSpan([open]);
  await database.pool.query('insert into tick_journal values (1, $1, $2, $3)', [firstAt, lastAt, encodeTicks([open])]);
});

describe('receipts', () => {
  it('prove every tick by code and sequence alone, wherever it is', async () => {
    const receipts = new Receipts(database.pool, instruments);
    const [published] = await listTapeKeys(database.pool);
    for (const tick of ticks) {
      const { code, seq, at } = tick;
      const found = await receipts.find({ code, seq });
      expect(found?.tick).toMatchObject({ code, seq, at });
      expect(verifyReceipt(found?.receipt, [published!.publicKey])).toEqual({ ok: true, keyId: key.keyId });
      expect(await receipts.find({ code, seq, at })).toEqual(found);
    }
  });

  it('give no receipt for a tick of the open minute, and nothing for a tick that never was', async () => {
    const receipts = new Receipts(database.pool, instruments);
    expect(await receipts.find({ code: 'BBB', seq: 47 })).toMatchObject({
      tick: { seq: 47, mid: 2, precision: 5 },
      receipt: null,
    });
    expect(await receipts.find({ code: 'BBB', seq: 48 })).toBeUndefined();
    expect(await receipts.find({ code: 'AAA', seq: 0 })).toBeUndefined();
    expect(await receipts.find({ code: 'XXX', seq: 1 })).toBeUndefined();
    expect(await receipts.find({ code: 'AAA', seq: 1, at: BASE + 60_000 })).toBeUndefined();
  });

  it('storing a minute again changes nothing; other ticks for it are refused', async () => {
    const again = (mid: number) => {
      const buffer = new MinuteBuffer();
      for (const tick of ticks.filter(({ at }) => minuteOf(at) === BASE + 60_000)) buffer.push(0, { ...tick, mid });
      const minute = { at: BASE + 60_000, ticks: buffer.take(), bars: [], silences: [] };
      return storeMinute({ pool: database.pool, key, instruments: blockInstruments, epoch: undefined }, minute);
    };
    await again(100);
    await expect(again(101)).rejects.toThrow('stored with other ticks');
    const otherWriter = { pool: database.pool, key, instruments: blockInstruments, epoch: 999 };
    const empty = { at: BASE, ticks: new MinuteBuffer().take(), bars: [], silences: [] };
    await expect(storeMinute(otherWriter, empty)).rejects.toThrow('another process');
  });
});

describe('verifying the tape', () => {
  it('finds no fault in a sound tape', async () => {
    expect(await verifyTape(database.pool)).toEqual({
      minutes: MINUTES,
      ticks: ticks.length,
      faults: [],
      thinned: { minutes: 0, ticks: 0 },
    });
  });

  it('reports every tampering', async () => {
    const tamper = async (sql: string): Promise<readonly string[]> => {
      const client = await database.pool.connect();
      try {
        // Whoever owns the database can disable the trigger: the chain must reveal it.
        await client.query('begin');
        await client.query('alter table tape_minutes disable trigger all');
        await client.query('alter table tape_minutes drop constraint tape_minutes_previous_root_hash_key');
        await client.query(sql);
        const pool = { query: client.query.bind(client) } as unknown as typeof database.pool;
        return (await verifyTape(pool)).faults;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const first = `minute_at = ${BASE}`;
    const second = `minute_at = ${BASE + 60_000}`;
    const faults = async (sql: string) => (await tamper(sql)).join('\n');
    expect(await faults(`delete from tape_minutes where ${second}`)).toMatch(/does not follow[\s\S]*AAA 7 follows 3/);
    expect(await faults(`update tape_minutes set tick_count = 4 where ${second}`)).toMatch(/signature does not hold/);
    expect(
      await faults(`update tape_minutes set signature = set_byte(signature, 5, 255 - get_byte(signature, 5))
                     where ${second}`),
    ).toMatch(/signature does not hold/);
    expect(
      await faults(`update tape_minutes set block = (select block from tape_minutes where ${first}) where ${second}`),
    ).toMatch(/root is not that of its ticks[\s\S]*another minute/);
    expect(await faults(`update tape_minutes set block = '\\x00' where ${second}`)).toMatch(/cannot be read/);
    expect(await faults(`update tape_minutes set root_hash = decode(repeat('ab', 32), 'hex') where ${second}`)).toMatch(
      /hash is not that of its header[\s\S]*does not follow/,
    );
  });
});
