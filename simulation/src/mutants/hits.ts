import type { HitsSlice } from '@glasshouse/server/kernel/core/hits';
import type { Mutant } from './mutant.ts';
import { withModule, withRows } from './with-module.ts';

/** What memory holds of a slice, moved by so many orders; the stored row stays as it is. */
const moved = (by: number) =>
  withRows('hits', ({ table, row }) => {
    const isBegun = row.settled_by === null && 0 < Number(row.carried);
    return { table, row: isBegun ? { ...row, carried: Number(row.carried) + by } : row };
  });

const losesAtTheBorder: Mutant = {
  name: 'of the orders that a tick hit, the first of each later slice is left out',
  modules: moved(1),
};

const repeatsAtTheBorder: Mutant = {
  name: 'of the orders that a tick hit, the last of each slice is carried out again',
  modules: moved(-1),
};

const letsHitsGo: Mutant = {
  name: 'the owner of an order that a tick has hit can still cancel or change it',
  modules: withModule('hits', (original) => ({
    ...original,
    reduce: (slice, change) => {
      original.reduce(slice, change);
      (slice as HitsSlice).orders.clear();
    },
  })),
};

export const hitMutants: readonly Mutant[] = [losesAtTheBorder, repeatsAtTheBorder, letsHitsGo];
