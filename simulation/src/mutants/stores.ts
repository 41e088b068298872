import type { Batch, Store } from '@glasshouse/server/kernel/core/store';
import { InjectedFailure } from '../store/faults.ts';
import type { Mutant } from './mutant.ts';

/** The store with some methods replaced. */
function replaced(store: Store, calls: Partial<Store>): Store {
  return {
    acquire: () => store.acquire(),
    loadAccounts: (owners) => store.loadAccounts(owners),
    loadLiveRows: () => store.loadLiveRows(),
    findCommands: (ids) => store.findCommands(ids),
    flush: (batch) => store.flush(batch),
    close: () => store.close(),
    ...calls,
  };
}

const NO_ROWS: Batch['rows'] = new Map();

const writesNoRows: Mutant = {
  name: 'postings are occasionally written without their rows',
  store: (store) =>
    replaced(store, {
      flush: (batch) => store.flush(batch.head.sequence % 10 === 0 ? { ...batch, rows: NO_ROWS } : batch),
    }),
};

const losesAcknowledged: Mutant = {
  name: 'a flush is acknowledged but never written',
  store: (store) =>
    replaced(store, { flush: (batch) => (batch.head.sequence % 50 === 0 ? Promise.resolve() : store.flush(batch)) }),
};

const forgetsIds: Mutant = {
  name: 'the store forgets ids that took effect',
  store: (store, disk) => {
    disk.uniqueIds = false;
    return replaced(store, { findCommands: async () => new Map() });
  },
};

const losesPosting: Mutant = {
  name: 'a balance is written without its posting',
  store: (store) =>
    replaced(store, {
      flush: (batch) =>
        store.flush({
          ...batch,
          applied: batch.applied.map((appliedCommand) =>
            appliedCommand.command.seq % 40 === 0
              ? { ...appliedCommand, lines: appliedCommand.lines.slice(1) }
              : appliedCommand,
          ),
        }),
    }),
};

const staleBalance: Mutant = {
  name: 'one balance of a batch is not written',
  store: (store) =>
    replaced(store, {
      flush: (batch) =>
        store.flush(batch.head.sequence % 20 === 0 ? { ...batch, accounts: batch.accounts.slice(1) } : batch),
    }),
};

/** Of a class that the core takes for a refusal, but the audit for no violation of its own. */
class Refused extends InjectedFailure {
  readonly code = '54000';
}

const blamesNeighbours: Mutant = {
  name: 'the whole batch is blamed for one row that the store refuses',
  store: (store) => {
    const isRefused = (batch: Batch): boolean => batch.applied.some(({ command }) => command.id.endsWith('77'));
    return replaced(store, {
      flush: (batch) => (isRefused(batch) ? Promise.reject(new Refused('refused')) : store.flush(batch)),
      refused: async (batch) => batch.applied.map(({ command }) => command.seq),
    });
  },
};

const losesTicks: Mutant = {
  name: 'published ticks are missing from the journal',
  store: (store) =>
    replaced(store, { flush: (batch) => store.flush(batch.journalId % 20 === 0 ? { ...batch, ticks: [] } : batch) }),
};

const acknowledgesEarly: Mutant = {
  name: 'a flush is acknowledged just before it is written',
  store: (store) =>
    replaced(store, {
      flush: (batch) => {
        setImmediate(() => void store.flush(batch).catch(() => {}));
        return Promise.resolve();
      },
    }),
};

export const storeMutants: readonly Mutant[] = [
  writesNoRows,
  losesAcknowledged,
  forgetsIds,
  losesPosting,
  staleBalance,
  blamesNeighbours,
  losesTicks,
  acknowledgesEarly,
];
