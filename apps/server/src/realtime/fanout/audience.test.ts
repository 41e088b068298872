import type { SnapshotRow } from '@glasshouse/api/schemas/market-row';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packFrame } from '../protocol/socket-frame.ts';
import { Audiences, FROM_NOTHING } from './audience.ts';
import { SnapshotStream } from './snapshot-stream.ts';
import { snapshotRow } from './testing/fixture.ts';

/**
 * Whoever takes "what changed since" at moments of their own choosing, skipping any frames in
 * between, ends with the same rows as a snapshot taken at the end.
 */
const CODES = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'];
const frames = fc.array(
  fc.record({
    prices: fc.dictionary(fc.constantFrom(...CODES), fc.integer({ min: 1, max: 5 }), { maxKeys: 5 }),
    /** Whether the client is able to take something after this frame. */
    takes: fc.boolean(),
  }),
  { maxLength: 30 },
);
const subscription = fc.option(fc.uniqueArray(fc.constantFrom(...CODES, 'UNKNOWN')), { nil: undefined });

const frameOf = (seq: number, rows: readonly SnapshotRow[]) => packFrame({ seq, at: seq }, rows, () => 0);

const textOf = (bytes: Buffer): string => bytes.subarray(bytes[1] === 126 ? 4 : bytes[1] === 127 ? 10 : 2).toString();

test('updates from any frame add up to the snapshot', () => {
  fc.assert(
    fc.property(frames, subscription, (steps, codes) => {
      const stream = new SnapshotStream(1_000_000);
      const audience = new Audiences(stream).join(codes);
      const shown = new Map<string, unknown>();
      let standing = FROM_NOTHING;
      let seq = 0;
      const take = () => {
        const message = audience.since(standing, 'broad');
        standing = stream.seq;
        if (message === undefined) return;
        const { rows, seq } = JSON.parse(textOf(message.bytes(false)));
        expect(seq).toBe(stream.seq);
        for (const row of rows) shown.set(row.code, row);
      };
      for (const { prices, takes } of steps) {
        seq += 1;
        const rows = Object.entries(prices).map(([code, mid]) => snapshotRow(code, mid, seq));
        stream.apply(frameOf(seq, rows));
        if (takes) take();
      }
      take();
      const snapshot = JSON.parse(textOf(audience.snapshot('broad').bytes(false)));
      const byCode = (left: { code: string }, right: { code: string }) => (left.code < right.code ? -1 : 1);
      expect([...shown.values()].sort(byCode as never)).toEqual(snapshot.rows.sort(byCode));
    }),
  );
});

test('the same codes in another order, or twice, are one audience, which is gone with its last member', () => {
  const audiences = new Audiences(new SnapshotStream(0));
  const first = audiences.join(['BBB', 'AAA']);
  const second = audiences.join(['AAA', 'BBB', 'AAA']);
  expect(second).toBe(first);
  expect(audiences.size).toBe(1);
  audiences.leave(first);
  expect(audiences.size).toBe(1);
  audiences.leave(second);
  expect(audiences.size).toBe(0);
});

test('members of an audience at the same frame get the same bytes', () => {
  const stream = new SnapshotStream(1_000_000);
  const everything = new Audiences(stream).join(undefined);
  const rows = CODES.map((code) => snapshotRow(code, 5, 1));
  stream.apply(frameOf(1, rows));
  const message = everything.since(FROM_NOTHING, 'plain');
  expect(everything.since(FROM_NOTHING, 'plain')).toBe(message);
  expect(message?.bytes(true)).toBe(message?.bytes(true));
  stream.apply(frameOf(2, [snapshotRow('AAA', 6, 2)]));
  expect(everything.since(FROM_NOTHING, 'plain')).not.toBe(message);
});

test('a frame number of an earlier process is never accepted', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 41 }),
      fc.integer({ min: 0, max: 100_000 }),
      (startedAt, livedFrames) => {
        const earlier = new SnapshotStream(startedAt);
        for (let seq = 1; seq <= livedFrames % 50; seq += 1) {
          earlier.apply(frameOf(seq, [snapshotRow('AAA', seq, seq)]));
        }
        // At most four frames a second, so that many frames took at least this long.
        const later = new SnapshotStream(startedAt + (earlier.seq - Math.floor(startedAt / 250)) * 250 + 250);
        later.apply(frameOf(1, [snapshotRow('AAA', 1, 1)]));
        expect(later.canResume(earlier.seq)).toBe(false);
      },
    ),
    { numRuns: 50 },
  );
});
