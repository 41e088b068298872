import { type Amount, add, amountOf, subtract, ZERO } from '@glasshouse/rules/money';
import { notOwned } from '../../kernel/effects.ts';
import { MinHeap } from '../../kernel/min-heap.ts';
import { sliceOf } from '../../kernel/state.ts';
import type { Book, ChangeOf, CoreState } from '../../kernel/types.ts';
import { nextFinancingAt } from './financing-schedule.ts';
import { type ContractOrder, isFinal } from './order.ts';
import type { ContractStep } from './steps.ts';
import type { ContractTerms, ContractTermsRow } from './terms.ts';
import { TriggerIndex } from './trigger-index.ts';

export const CONTRACTS = { name: 'contracts' } as const;

export type ContractRows = {
  readonly contract_terms: ContractTermsRow;
  readonly contract_orders: ContractOrder;
  readonly contract_steps: ContractStep;
};

/**
 * Live orders, and what fires them. Everything but `versions` and `orders` is derived from them.
 */
export interface ContractsSlice {
  /** What is offered now. */
  readonly terms: Map<string, ContractTerms>;
  /** By `code/version`: every version ever offered, because positions keep theirs. */
  readonly versions: Map<string, ContractTerms>;
  readonly orders: Map<number, ContractOrder>;
  /** By instrument. */
  readonly triggers: Map<string, TriggerIndex>;
  /** Open positions by when financing is next due. Those that ended are skipped when it comes. */
  readonly financingDue: MinHeap;
  readonly byUser: Map<number, Set<number>>;
  /** Notional of waiting and open orders, by `book/code` and by `book`. */
  readonly exposure: Map<string, Amount>;
}

export const emptySlice = (): ContractsSlice => ({
  terms: new Map(),
  versions: new Map(),
  orders: new Map(),
  triggers: new Map(),
  financingDue: new MinHeap(),
  byUser: new Map(),
  exposure: new Map(),
});

export const contractsOf = (state: CoreState): ContractsSlice => sliceOf<ContractsSlice>(state, CONTRACTS);

export const exposureOf = (slice: ContractsSlice, book: Book, code?: string): Amount =>
  slice.exposure.get(code === undefined ? book : exposureKey(book, code)) ?? ZERO;

/** The terms an order was placed under. */
export function termsOfOrder(slice: ContractsSlice, order: ContractOrder): ContractTerms {
  const terms = slice.versions.get(`${order.code}/${order.terms_version}`);
  if (terms === undefined) throw new Error(`order ${order.id} names terms that do not exist`);
  return terms;
}

export function reduce(slice: ContractsSlice, change: ChangeOf<ContractRows>): void {
  switch (change.table) {
    case 'contract_terms': {
      const { terms } = change.row;
      slice.versions.set(`${terms.code}/${terms.version}`, terms);
      const current = slice.terms.get(terms.code);
      // Rows are loaded in no particular order.
      if (current === undefined || current.version < terms.version) slice.terms.set(terms.code, terms);
      return;
    }
    case 'contract_orders':
      reduceOrder(slice, change.row);
      return;
    case 'contract_steps':
      return;
    default:
      notOwned(CONTRACTS.name, change);
  }
}

function reduceOrder(slice: ContractsSlice, order: ContractOrder): void {
  const before = slice.orders.get(order.id);
  const after = isFinal(order) ? undefined : order;
  if (before === undefined && after === undefined) return;
  addExposure(slice, order, subtract(notionalOf(after), notionalOf(before)));
  if (after === undefined) {
    slice.orders.delete(order.id);
    const mine = slice.byUser.get(order.user_id);
    mine?.delete(order.id);
    if (mine?.size === 0) slice.byUser.delete(order.user_id);
  } else {
    slice.orders.set(order.id, after);
    if (before === undefined) ownedBy(slice, order.user_id).add(order.id);
  }
  triggersOf(slice, order.code).change(before, after);
  const night = after?.financed_night ?? null;
  if (night !== null && night !== (before?.financed_night ?? null) && order.financing_rate !== '0') {
    slice.financingDue.push(nextFinancingAt(night), order.id);
  }
}

const notionalOf = (order: ContractOrder | undefined): Amount =>
  order === undefined ? ZERO : amountOf(order.notional);

function addExposure(slice: ContractsSlice, { book, code }: ContractOrder, amount: Amount): void {
  if (amount === 0n) return;
  addTo(slice.exposure, book, amount);
  addTo(slice.exposure, exposureKey(book, code), amount);
}

function addTo(exposure: ContractsSlice['exposure'], key: string, amount: Amount): void {
  const rest = add(exposure.get(key) ?? ZERO, amount);
  if (rest === 0n) exposure.delete(key);
  else exposure.set(key, rest);
}

const exposureKey = (book: Book, code: string): string => `${book}/${code}`;

function triggersOf(slice: ContractsSlice, code: string): TriggerIndex {
  let triggers = slice.triggers.get(code);
  if (triggers === undefined) {
    triggers = new TriggerIndex(slice.orders);
    slice.triggers.set(code, triggers);
  }
  return triggers;
}

function ownedBy(slice: ContractsSlice, userId: number): Set<number> {
  let set = slice.byUser.get(userId);
  if (set === undefined) {
    set = new Set();
    slice.byUser.set(userId, set);
  }
  return set;
}
