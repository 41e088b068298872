import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotRow } from '../fanout/testing/fixture.ts';
import { packFrame, rowAt } from './socket-frame.ts';

const points = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const row = fc
  .record({
    code: fc.string(),
    seq: points,
    mid: points,
    bid: points,
    ask: points,
    reference24: points,
    open: fc.boolean(),
    stale: fc.boolean(),
  })
  .map((fields) => ({ ...snapshotRow(fields.code, fields.mid, fields.seq), ...fields }));

test('what is packed comes out again, exactly and in order', () => {
  fc.assert(
    fc.property(fc.array(row), fc.integer({ min: 0, max: 12 }), (rows, precision) => {
      const frame = packFrame({ seq: 7, at: 8 }, rows, () => precision);
      expect([frame.seq, frame.at]).toEqual([7, 8]);
      expect(frame.codes.map((_, index) => rowAt(frame, index))).toEqual(rows.map((row) => ({ ...row, precision })));
    }),
  );
});
