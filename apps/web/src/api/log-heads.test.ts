import { writeStored } from '@glasshouse/app/session/storage';
import { beforeEach, expect, test } from 'vitest';
import { type AskHash, compareHead, readHead } from './log-heads.ts';

const HASH = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
let now = 0;

beforeEach(() => {
  writeStored('glasshouse.logHeads', undefined);
  // Far enough from the test before that the server is asked again.
  now += 3_600_000;
});

/** What the server says of entries; of others, that there are none. */
const log =
  (entries: Record<number, string>): AskHash =>
  async (seq) =>
    entries[seq] ?? 'none';
const compare = (seq: number, hash: string, ask: AskHash, afterMs = 120_000) => {
  now += afterMs;
  return compareHead({ seq, hash }, { ask, now });
};

test('a head is read from its header', () => {
  expect(readHead(`12 ${HASH}`)).toEqual({ seq: 12, hash: HASH });
  for (const text of ['', '12', `-1 ${HASH}`, `12 ${HASH}0`, `12 ${HASH.toUpperCase()}`]) {
    expect(readHead(text)).toBeUndefined();
  }
});

test.each([
  ['a log that goes on', 12, OTHER, { 10: HASH }, undefined],
  ['the same head again', 10, HASH, {}, undefined],
  ['another entry of the same number', 10, OTHER, {}, { seq: 10, hash: OTHER }],
  ['a log that was rewritten before its new head', 12, HASH, { 10: OTHER }, { seq: 10, hash: OTHER }],
  ['a log that lost its end', 8, HASH, { 8: HASH }, null],
  ['an answer that was overtaken', 8, OTHER, { 10: HASH }, undefined],
] as const)('%s', async (_name, seq, hash, entries, finding) => {
  expect(await compare(10, HASH, log({}))).toBeUndefined();
  const found = await compare(seq, hash, log(entries));
  expect(found?.now).toEqual(finding);
  if (found !== undefined) expect(found.told).toMatchObject({ seq: 10, hash: HASH });
});

test('nothing is claimed while the server does not answer', async () => {
  await compare(10, HASH, log({}));
  expect(await compare(8, OTHER, async () => undefined)).toBeUndefined();
});

test('nothing is claimed of an archived entry, which is not asked for again', async () => {
  await compare(10, HASH, log({}));
  expect(await compare(12, HASH, async () => 'archived')).toBeUndefined();
  const requests: number[] = [];
  await compare(14, HASH, async (seq) => {
    requests.push(seq);
    return 'archived';
  });
  expect(requests).toEqual([12]);
});

test('a log that goes on is asked about now and then', async () => {
  let requests = 0;
  const ask = async () => {
    requests += 1;
    return undefined;
  };
  for (let seq = 10; seq < 20; seq += 1) await compareHead({ seq, hash: HASH }, { ask, now });
  expect(requests).toBe(1);
});

test('what was told between two questions is asked for by the next, though a later entry is there', async () => {
  const honest = log({ 10: HASH, 11: HASH, 12: HASH, 13: HASH });
  await compare(10, HASH, honest);
  await compare(11, HASH, honest);
  // Told at once afterwards, and rewritten before anybody asked.
  await compare(12, HASH, honest, 1_000);
  await compare(13, HASH, honest, 1_000);
  const rewritten = log({ 10: HASH, 11: HASH, 12: OTHER, 13: HASH, 14: HASH });
  expect((await compare(14, HASH, rewritten))?.told).toMatchObject({ seq: 12, hash: HASH });
});

test('each is asked for once after a later one was told, and the newest always', async () => {
  const requests: number[] = [];
  const ask: AskHash = async (seq) => {
    requests.push(seq);
    return HASH;
  };
  for (const seq of [10, 11, 12]) await compare(seq, HASH, ask);
  expect(requests).toEqual([10, 11]);
});

test('many orders within a minute are not forgotten before they were asked for', async () => {
  const entries: Record<number, string> = {};
  for (let seq = 1; seq <= 200; seq += 1) {
    entries[seq] = HASH;
    expect(await compare(seq, HASH, log(entries), 100)).toBeUndefined();
  }
  // One of the last ones, rewritten at once.
  expect((await compare(201, HASH, log({ ...entries, 190: OTHER })))?.told).toMatchObject({ seq: 190 });
});

test('it is found again with every answer', async () => {
  await compare(10, HASH, log({}));
  for (const seq of [12, 14, 16]) {
    const found = await compare(seq, HASH, log({ 10: OTHER, 12: HASH, 14: HASH, 16: HASH }));
    expect(found?.told).toMatchObject({ seq: 10, hash: HASH });
  }
});
