import type { Measures } from '../http/metrics.ts';
import type { DamageWatch } from '../platform/damaged-pages.ts';
import type { DiskWatch } from '../platform/disk-watch.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Attention } from './attention.ts';

/** The size of a database takes a look at each of its files. */
const SIZE_EVERY_MS = 60_000;

export interface MeasuresDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly disk: Pick<DiskWatch, 'isFull' | 'measured'>;
  readonly damage: Pick<DamageWatch, 'problems'>;
  readonly attention: Pick<Attention, 'isAsleep'>;
  readonly isReady: () => boolean;
}

/** What a monitoring system alarms on. */
export function measuresOf(deps: MeasuresDeps): () => Promise<Measures> {
  const { pool, disk, damage, attention, isReady } = deps;
  let size: { readonly at: number; readonly bytes: Promise<number | undefined> } | undefined;
  const sizeNow = (): Promise<number | undefined> => {
    const at = performance.now();
    if (size !== undefined && at < size.at + SIZE_EVERY_MS) return size.bytes;
    const bytes = pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes').then(
      ({ rows }) => rows[0]?.bytes,
      () => undefined,
    );
    size = { at, bytes };
    return bytes;
  };
  return async () => {
    const room = disk.measured;
    return [
      { name: 'ready', help: '1 while the core sends prices and takes orders', value: Number(isReady()) },
      { name: 'disk_free_bytes', help: 'Room left where the embedded database lies', value: room?.leftBytes },
      { name: 'disk_size_bytes', help: 'Size of that file system', value: room?.totalBytes },
      { name: 'disk_days_left', help: 'Days until it is full at the rate of the last day', value: room?.daysLeft },
      { name: 'disk_full', help: '1 while orders are refused for want of room', value: Number(disk.isFull) },
      { name: 'database_size_bytes', help: 'Size of the database, wherever it is', value: await sizeNow() },
      {
        name: 'database_damaged_pages',
        help: 'Pages whose checksum does not fit, found since the start',
        value: damage.problems().length,
      },
      {
        name: 'prices_asleep',
        help: '1 while nobody looks and no price is taken',
        value: Number(attention.isAsleep),
      },
    ];
  };
}
