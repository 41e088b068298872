import type { SnapshotRow } from '@glasshouse/api/schemas/market-row';
import { snapshotRow } from '../snapshot-row.ts';

/** A row for tests, with whatever columns the real one has. */
export const aSnapshotRow = (code: string, fields: Partial<SnapshotRow> = {}): SnapshotRow => {
  const day = { reference: 0, high: 0, low: 0, volume: 0 };
  return { ...snapshotRow({ code, tick: undefined, day, lastClose: undefined, open: true, stale: false }), ...fields };
};
