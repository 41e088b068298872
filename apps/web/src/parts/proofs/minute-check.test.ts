import { generateKeyPairSync, sign } from 'node:crypto';
import { MerkleTree } from '@glasshouse/rules/merkle';
import { toHex } from '@glasshouse/rules/receipt';
import { minuteBytes, tickHash } from '@glasshouse/rules/tick-hash';
import { expect, test } from 'vitest';
import { checkMinute, forged, lastMinutes, newerAfterMs, type SignedMinute } from './minute-check.ts';

const MINUTE = 1_788_000_000_000;

/** Two prices of one market, signed as the server signs a minute. */
function signedMinute(): SignedMinute {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const tick = { code: 'BTCUSDT', bid: 6_301_233, mid: 6_301_234, ask: 6_301_235, precision: 2 };
  const ticks = [
    { ...tick, seq: 7, at: MINUTE + 400 },
    { ...tick, seq: 8, at: MINUTE + 1_400 },
  ];
  const { root } = new MerkleTree(ticks.map((tick) => tickHash(tick)));
  const header = { at: MINUTE, tickCount: 2, root, previousHash: new Uint8Array(32) };
  return {
    code: 'BTCUSDT',
    precision: 2,
    minute: MINUTE,
    tickCount: 2,
    index: 0,
    firstSeq: 7,
    ticks: ticks.map(({ bid, mid, ask, at }): [number, number, number, number] => [bid, mid, ask, at]),
    left: [],
    right: [],
    root: toHex(root),
    previousRootHash: '00'.repeat(32),
    signature: sign(null, minuteBytes(header), privateKey).toString('hex'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
  };
}

test('a minute holds under a trusted key, is strange under another, and broken by one digit', () => {
  const minute = signedMinute();
  expect(checkMinute(minute, [minute.publicKey])).toBe('holds');
  expect(checkMinute(minute, ['00'.repeat(32)])).toBe('strange');
  const forgedMinute = forged(minute);
  expect(forgedMinute.ticks.at(-1)?.[1]).toBe(6_301_235);
  expect(forgedMinute.ticks[0]).toEqual(minute.ticks[0]);
  expect(checkMinute(forgedMinute, [minute.publicKey])).toBe('broken');
  expect(checkMinute({ ...minute, minute: MINUTE + 60_000 }, [minute.publicKey])).toBe('broken');
});

test('a changed price stays within its spread, and without a spread it still changes', () => {
  const minute = signedMinute();
  const flat: SignedMinute = { ...minute, ticks: [[5, 5, 5, MINUTE]] };
  expect(forged(flat).ticks).toEqual([[5, 4, 5, MINUTE]]);
  expect(forged({ ...minute, ticks: [] }).ticks).toEqual([]);
});

test('it asks for the minutes that have ended, and again when the next one should be signed', () => {
  const now = MINUTE + 130_500;
  expect(lastMinutes(now)).toEqual({ from: MINUTE, to: MINUTE + 119_999 });
  const next = { ...signedMinute(), minute: MINUTE + 60_000 };
  expect(newerAfterMs(next, now)).toBe(MINUTE + 188_000 - now);
  for (const nothing of [null, undefined, signedMinute()]) expect(newerAfterMs(nothing, now)).toBe(5_000);
});
