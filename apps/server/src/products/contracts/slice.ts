import { type Amount, add, amountOf, subtract, ZERO } from '@glasshouse/rules/money';
import { MinHeap } from '../../kernel/min-heap.ts';
import { sliceOf } from '../../kernel/state.ts';
import type { Book, CoreState, RowChange } from '../../kernel/types.ts';
import { boundaryAfter } from './financing-schedule.ts';
import { type ContractOrder, isFinal, ORDERS_TABLE, TERMS_TABLE } from './order.ts';
import { STEPS_TABLE } from './steps.ts';
import type { ContractTerms } from './terms.ts';
import { PriceLevels } from './trigger-index.ts';

export const CONTRACTS = { name: 'contracts' } as const;

/** Live orders, and what fires them. Everything but `versions` and `orders` follows from these. */
export interface ContractsSlice {
  /** What is offered now. */
  readonly terms: Map<string, ContractTerms>;
  /** By `code/version`: every version that was ever offered, because positions keep theirs. */
  readonly versions: Map<string, ContractTerms>;
  readonly orders: Map<number, ContractOrder>;
  readonly levels: Map<string, PriceLevels>;
  /** Open positions by the next hour at which financing is due. Those that ended are passed over when it comes. */
  readonly nights: MinHeap;
  readonly byUser: Map<number, Set<number>>;
  /** Notional of waiting and open orders, by `book/code`, and by `book` over all. */
  readonly exposure: Map<string, Amount>;
}

export const emptySlice = (): ContractsSlice => ({
  terms: new Map(),
  versions: new Map(),
  orders: new Map(),
  levels: new Map(),
  nights: new MinHeap(),
  byUser: new Map(),
  exposure: new Map(),
});

export const contractsOf = (state: CoreState): ContractsSlice => sliceOf<ContractsSlice>(state, CONTRACTS);

export const exposureOf = (slice: ContractsSlice, book: Book, code?: string): Amount =>
  slice.exposure.get(code === undefined ? book : exposureKey(book, code)) ?? ZERO;

/** The terms that an order was placed under. */
export function termsOfOrder(slice: ContractsSlice, order: ContractOrder): ContractTerms {
  const terms = slice.versions.get(`${order.code}/${order.terms_version}`);
  if (terms === undefined) throw new Error(`order ${order.id} names terms that never were`);
  return terms;
}

export function reduce(slice: ContractsSlice, change: RowChange): void {
  switch (change.table) {
    case TERMS_TABLE.table: {
      const terms = (change.row as { terms: unknown }).terms as ContractTerms;
      slice.versions.set(`${terms.code}/${terms.version}`, terms);
      const current = slice.terms.get(terms.code);
      // Rows are loaded in no promised order.
      if (current === undefined || current.version < terms.version) slice.terms.set(terms.code, terms);
      return;
    }
    case ORDERS_TABLE.table:
      reduceOrder(slice, change.row as unknown as ContractOrder);
      return;
    case STEPS_TABLE.table:
      return;
    default:
      throw new Error(`contracts do not own ${change.table}`);
  }
}

function reduceOrder(slice: ContractsSlice, order: ContractOrder): void {
  const before = slice.orders.get(order.id);
  const after = isFinal(order) ? undefined : order;
  if (before === undefined && after === undefined) return;
  move(slice, order, subtract(notionalOf(after), notionalOf(before)));
  if (after === undefined) {
    slice.orders.delete(order.id);
    const mine = slice.byUser.get(order.user_id);
    mine?.delete(order.id);
    if (mine?.size === 0) slice.byUser.delete(order.user_id);
  } else {
    slice.orders.set(order.id, after);
    if (before === undefined) ownedBy(slice, order.user_id).add(order.id);
  }
  levelsOf(slice, order.code).change(before, after);
  const night = after?.financed_night ?? null;
  if (night !== null && night !== (before?.financed_night ?? null) && order.financing_rate !== '0') {
    slice.nights.push(boundaryAfter(night), order.id);
  }
}

const notionalOf = (order: ContractOrder | undefined): Amount =>
  order === undefined ? ZERO : amountOf(order.notional);

function move(slice: ContractsSlice, { book, code }: ContractOrder, amount: Amount): void {
  if (amount === 0n) return;
  moveOne(slice.exposure, book, amount);
  moveOne(slice.exposure, exposureKey(book, code), amount);
}

function moveOne(exposure: ContractsSlice['exposure'], key: string, amount: Amount): void {
  const rest = add(exposure.get(key) ?? ZERO, amount);
  if (rest === 0n) exposure.delete(key);
  else exposure.set(key, rest);
}

const exposureKey = (book: Book, code: string): string => `${book}/${code}`;

function levelsOf(slice: ContractsSlice, code: string): PriceLevels {
  let levels = slice.levels.get(code);
  if (levels === undefined) {
    levels = new PriceLevels(slice.orders);
    slice.levels.set(code, levels);
  }
  return levels;
}

function ownedBy(slice: ContractsSlice, userId: number): Set<number> {
  let set = slice.byUser.get(userId);
  if (set === undefined) {
    set = new Set();
    slice.byUser.set(userId, set);
  }
  return set;
}
