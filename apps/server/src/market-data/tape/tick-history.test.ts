/**
 * What a start reads back: ticks after a number, from the journal and from as many minutes as it
 * takes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteOf } from '@glasshouse/rules/tick-hash';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Tick } from '../../kernel/core/types.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { encodeTicks } from './codec.ts';
import { openTapeKey } from './keys.ts';
import { MinuteBuffer } from './minute-columns.ts';
import { storeMinute } from './minute-store.ts';
import { TAPE_LOCK } from './restore.ts';
import { tickHistory } from './tick-history.ts';

const database = withTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'history-'));
const key = openTapeKey(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const BASE = minuteOf(1_790_000_000_000);
const CODES = ['AAA', 'BBB'];
const tick = (code: string, seq: number, minute: number): Tick => ({
  code,
  seq,
  bid: 10 * seq,
  mid: 10 * seq + 1,
  ask: 10 * seq + 2,
  at: BASE + minute * 60_000 + seq,
});

async function store(minute: number, ticks: readonly Tick[]): Promise<void> {
  const buffer = new MinuteBuffer();
  for (const tick of ticks) buffer.push(CODES.indexOf(tick.code), tick);
  const stored = { at: BASE + minute * 60_000, ticks: buffer.take(), bars: [], silences: [] };
  const instruments = { codes: CODES, precisions: [2, 2] };
  expect(await storeMinute({ pool: database.pool, key, epoch: undefined, instruments }, stored)).toEqual({
    broken: [],
  });
}

async function journal(id: number, ticks: readonly Tick[]): Promise<void> {
  const ats = ticks.map(({ at }) => at);
  await database.pool.query('insert into tick_journal values ($1, $2, $3, $4)', [
    id,
    Math.min(...ats),
    Math.max(...ats),
    encodeTicks(ticks),
  ]);
}

const read = async (after: Record<string, number>): Promise<Record<string, number[]>> => {
  const found = await tickHistory(database.pool)(new Map(Object.entries(after)));
  return Object.fromEntries([...found].map(([code, ticks]) => [code, ticks.map(({ seq }) => seq)]));
};

/** Of AAA 1 to 6 in three minutes, of BBB 1 in the first; 7 and 8 of AAA are in the journal. */
beforeEach(async () => {
  for (const table of ['tape_minutes', 'tick_journal', 'tape_heads', 'tape_marks', 'candles']) {
    await database.pool.query(`alter table ${table} disable trigger all`);
    await database.pool.query(`truncate ${table}`);
    await database.pool.query(`alter table ${table} enable trigger all`);
  }
  await store(0, [tick('AAA', 1, 0), tick('BBB', 1, 0), tick('AAA', 2, 0)]);
  await store(1, [tick('AAA', 3, 1), tick('AAA', 4, 1)]);
  await store(2, [tick('AAA', 5, 2), tick('AAA', 6, 2)]);
  await journal(1, [tick('AAA', 7, 3)]);
  await journal(2, [tick('AAA', 8, 3)]);
});

test.each([
  ['what the journal holds', 6, [7, 8]],
  ['nothing after the newest', 8, []],
  ['the end of a minute', 5, [6, 7, 8]],
  ['several minutes', 2, [3, 4, 5, 6, 7, 8]],
  ['all there is', 0, [1, 2, 3, 4, 5, 6, 7, 8]],
])('reads %s', async (_name, after, seqs) => {
  expect(await read({ AAA: after })).toEqual({ AAA: seqs });
});

test('gives each tick as it was', async () => {
  const found = await tickHistory(database.pool)(new Map([['AAA', 5]]));
  expect(found.get('AAA')).toEqual([tick('AAA', 6, 2), tick('AAA', 7, 3), tick('AAA', 8, 3)]);
});

test('reads on for the instrument that needs older minutes, and gives each its own', async () => {
  expect(await read({ AAA: 6, BBB: 0 })).toEqual({ AAA: [7, 8], BBB: [1] });
});

test('an instrument without ticks, or that nobody knows, has none', async () => {
  expect(await read({ BBB: 1, CCC: 0 })).toEqual({ BBB: [], CCC: [] });
});

test('a tick that is both in the journal and in a minute is given once', async () => {
  await journal(3, [tick('AAA', 6, 2), tick('AAA', 9, 3)]);
  expect(await read({ AAA: 4 })).toEqual({ AAA: [5, 6, 7, 8, 9] });
});

test('one batch of the journal that begins before the number is enough', async () => {
  await database.pool.query('truncate tick_journal');
  await journal(1, [tick('AAA', 7, 3), tick('AAA', 8, 3)]);
  await database.pool.query('alter table tape_minutes disable trigger all');
  await database.pool.query('truncate tape_minutes');
  expect(await read({ AAA: 6 })).toEqual({ AAA: [7, 8] });
});

test('waits for a minute that is being written', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [TAPE_LOCK]);
  let answered = false;
  const reading = read({ AAA: 7 }).then((found) => {
    answered = true;
    return found;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(answered).toBe(false);
  await client.query('commit');
  client.release();
  expect(await reading).toEqual({ AAA: [8] });
});
