import type { AppliedCommand } from './apply.ts';
import { balanceEvents } from './balance-events.ts';
import type { SequencedUserEvent } from './bus.ts';
import type { Batch } from './store.ts';
import type { Account, CommandInput, CoreModule, CoreState, RowChange, Tick } from './types.ts';

/** Applied in memory, not yet written. Grows while the previous batch is being flushed. */
export class OpenBatch<Item, Answer> {
  /** Its items in order; they go back into the queue if the flush fails. */
  readonly items: Item[] = [];
  readonly answers: Answer[] = [];
  readonly applied: AppliedCommand[] = [];
  readonly ticks: Tick[] = [];
  /** What ticks and time fired, by sequence. */
  readonly fired = new Map<number, CommandInput>();
  /** Users whose balances it changes: they stay in memory until it is durable. */
  readonly users = new Set<number>();
  /** Whether it had its turn of what earlier ticks hit. */
  hasRest = false;
}

export interface Sealed {
  readonly batch: Batch;
  readonly events: readonly SequencedUserEvent[];
}

/**
 * Key columns by table, to keep only the last state of a row that a batch changes more than once.
 */
export function tableKeys(modules: readonly CoreModule[]): Map<string, readonly string[]> {
  return new Map(modules.flatMap((module) => module.tables.map((spec) => [spec.table, spec.key] as const)));
}

/**
 * Turns an open batch into what one flush writes. Balances and rows are copied, because the state
 * moves on.
 */
export function seal(
  state: CoreState,
  open: { readonly applied: readonly AppliedCommand[]; readonly ticks: readonly Tick[] },
  options: { journalId: number; before: Batch['before']; keys: ReadonlyMap<string, readonly string[]> },
): Sealed {
  const accounts = new Map<number, Account>();
  const rows = new Map<string, Map<string, RowChange['row']>>();
  const events: SequencedUserEvent[] = [];
  for (const appliedCommand of open.applied) {
    for (const line of appliedCommand.lines) {
      accounts.set(line.from.id, line.from);
      accounts.set(line.to.id, line.to);
    }
    for (const change of appliedCommand.rows) {
      let table = rows.get(change.table);
      if (table === undefined) {
        table = new Map();
        rows.set(change.table, table);
      }
      table.set(rowKey(change, options.keys), change.row);
    }
    const { seq, at } = appliedCommand.command;
    for (const event of appliedCommand.events) events.push({ ...event, seq, at });
    events.push(...balanceEvents(appliedCommand));
  }
  const { sequence, lastHash, nextAccountId, lastAt } = state;
  const batch: Batch = {
    head: { sequence, lastHash, nextAccountId, lastAt },
    applied: open.applied,
    accounts: Array.from(accounts.values(), ({ id, key, owner, balance }) => ({ id, key, owner, balance })),
    rows: new Map(Array.from(rows, ([table, changes]) => [table, [...changes.values()]])),
    ticks: open.ticks,
    before: options.before,
    journalId: options.journalId,
  };
  return { batch, events };
}

/** The batch as one batch for each command, in order, with balances as they were after it. */
export function* alone(batch: Batch, keys: ReadonlyMap<string, readonly string[]>): Iterable<Batch> {
  let { nextAccountId } = batch.before;
  for (const appliedCommand of batch.applied) {
    const { seq, at } = appliedCommand.command;
    const accounts = new Map<number, Account>();
    for (const { from, to, fromBalance, toBalance } of appliedCommand.lines) {
      accounts.set(from.id, { id: from.id, key: from.key, owner: from.owner, balance: fromBalance });
      accounts.set(to.id, { id: to.id, key: to.key, owner: to.owner, balance: toBalance });
    }
    const rows = new Map<string, Map<string, RowChange['row']>>();
    for (const change of appliedCommand.rows) {
      const table = rows.get(change.table) ?? new Map<string, RowChange['row']>();
      rows.set(change.table, table.set(rowKey(change, keys), change.row));
    }
    const before = { sequence: seq - 1, nextAccountId };
    nextAccountId = Math.max(nextAccountId, ...[...accounts.keys()].map((id) => id + 1));
    yield {
      ...batch,
      head: { sequence: seq, lastHash: appliedCommand.hash, nextAccountId, lastAt: at },
      applied: [appliedCommand],
      accounts: [...accounts.values()],
      before,
      rows: new Map(Array.from(rows, ([table, changes]) => [table, [...changes.values()]])),
      ticks: [],
    };
  }
}

function rowKey(change: RowChange, keys: ReadonlyMap<string, readonly string[]>): string {
  const columns = keys.get(change.table);
  if (columns === undefined) throw new Error(`no module owns table ${change.table}`);
  return columns.length === 1
    ? String(change.row[columns[0] as string])
    : columns.map((column) => String(change.row[column])).join('\u0000');
}
