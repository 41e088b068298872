import { type Amount, add, amountOf, divCeil, subtract, ZERO } from '@glasshouse/rules/money';
import { houseAccount } from '../../kernel/core/accounts.ts';
import { notOwned } from '../../kernel/core/effects.ts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { AccountScope, Book, ChangeOf, CoreState } from '../../kernel/core/types.ts';
import { nextFinancingAt } from './financing-schedule.ts';
import { closingMsOf } from './raised.ts';
import { RateTriggers } from './rate-triggers.ts';
import { type ContractOrder, isFinal } from './rows.ts';
import type { ContractStep } from './steps.ts';
import type { ContractTerms, ContractTermsRow } from './terms.ts';
import { Trails } from './trails.ts';
import { TriggerIndex } from './trigger-index.ts';

export const CONTRACTS = { name: 'contracts' } as const;

export type ContractRows = {
  readonly contract_terms: ContractTermsRow;
  readonly contract_orders: ContractOrder;
  readonly contract_steps: ContractStep;
};

/**
 * Live orders, and what fires them. Everything but `versions` and `orders` is derived from them;
 * and the best prices of trailing stops from ticks.
 */
export interface ContractsSlice {
  /** What is offered now. */
  readonly terms: Map<string, ContractTerms>;
  /** By `code/version`: every version ever offered, because positions keep theirs. */
  readonly versions: Map<string, ContractTerms>;
  readonly orders: Map<number, ContractOrder>;
  /** By instrument. */
  readonly triggers: Map<string, TriggerIndex>;
  readonly trails: Trails;
  /**
   * Triggers of positions that are converted at their close, by instrument and by what converts
   * them.
   */
  readonly rated: Map<string, Map<string, RateTriggers>>;
  /** Instruments of such positions, by what converts them. */
  readonly ratedBy: Map<string, Set<string>>;
  /** The longest time before a close in which positions need more margin, by instrument. */
  readonly closingMs: Map<string, number>;
  /** Orders that the next tick fills or closes, by instrument, oldest first. */
  readonly next: Map<string, Set<number>>;
  /** Open positions by when financing is next due. Those that ended are skipped when it comes. */
  readonly financingDue: MinHeap;
  readonly byUser: Map<number, Set<number>>;
  /** Orders with a place in the queue of the house, by since when they wait. */
  readonly waitingDue: MinHeap;
  /**
   * What waiting and open orders count against the limits of the house, by `book/code` and by
   * `book`; and their notional by `book/code/user`, `book/code of network` and `book of network`.
   */
  readonly exposure: Map<string, Amount>;
  /** Most that waiting and open orders may gain, by `book`. */
  readonly promised: Map<string, Amount>;
}

export const emptySlice = (): ContractsSlice => ({
  terms: new Map(),
  versions: new Map(),
  orders: new Map(),
  triggers: new Map(),
  trails: new Trails(),
  rated: new Map(),
  ratedBy: new Map(),
  closingMs: new Map(),
  next: new Map(),
  financingDue: new MinHeap(),
  waitingDue: new MinHeap(),
  byUser: new Map(),
  exposure: new Map(),
  promised: new Map(),
});

export const contractsOf = (state: CoreState): ContractsSlice => sliceOf<ContractsSlice>(state, CONTRACTS);

export const exposureOf = (slice: ContractsSlice, book: Book, code?: string): Amount =>
  slice.exposure.get(code === undefined ? book : exposureKey(book, code)) ?? ZERO;

/** Notional of one person's waiting and open orders of an instrument, both directions together. */
export const personExposureOf = (
  slice: ContractsSlice,
  { book, code, user_id }: Pick<ContractOrder, 'book' | 'code' | 'user_id'>,
): Amount => slice.exposure.get(personKey(book, code, user_id)) ?? ZERO;

/** The same of all orders that came from one network. */
export const networkExposureOf = (
  slice: ContractsSlice,
  { book, code }: Pick<ContractOrder, 'book' | 'code'>,
  network: string,
): Amount => slice.exposure.get(networkKey(book, code, network)) ?? ZERO;

/** The same over all instruments of a book. */
export const networkTotalOf = (slice: ContractsSlice, book: Book, network: string): Amount =>
  slice.exposure.get(networkTotalKey(book, network)) ?? ZERO;

/** Most that the book's orders may gain: what the house must be able to pay. */
export const promisedOf = (slice: ContractsSlice, book: Book): Amount => slice.promised.get(book) ?? ZERO;

/** Margin and profits of every contract. */
const ASSET = 'USDT';

export const promises = (slice: ContractsSlice, { book, asset }: AccountScope) =>
  asset === ASSET ? { pool: houseAccount(book, asset, 'pool.contracts'), amount: promisedOf(slice, book) } : undefined;

/**
 * The same before another order is taken. Orders from before there was a limit are counted with
 * their notional.
 */
export const worstCaseOf = (slice: ContractsSlice, book: Book): Amount =>
  add(promisedOf(slice, book), slice.exposure.get(unlimitedKey(book)) ?? ZERO);

/** The terms an order was placed under. */
export function termsOfOrder(slice: ContractsSlice, order: ContractOrder): ContractTerms {
  const terms = slice.versions.get(`${order.code}/${order.terms_version}`);
  if (terms === undefined) throw new Error(`order ${order.id} names terms that do not exist`);
  return terms;
}

/**
 * The earliest time of a price that fills it or closes it. What reverses a position waits as long
 * as that does: they open and close by one price.
 */
export function fillsFrom(slice: ContractsSlice, order: ContractOrder): number {
  const partner = slice.orders.get(order.reverses ?? order.reversed_by ?? 0);
  const leads = [order, ...(partner === undefined ? [] : [partner])].map(
    (found) => termsOfOrder(slice, found).leadMs ?? 0,
  );
  return (order.closing_at ?? order.placed_at) + Math.max(...leads);
}

export function reduce(slice: ContractsSlice, change: ChangeOf<ContractRows>): void {
  switch (change.table) {
    case 'contract_terms': {
      const { terms } = change.row;
      slice.versions.set(`${terms.code}/${terms.version}`, terms);
      const closingMs = Math.max(closingMsOf(terms), slice.closingMs.get(terms.code) ?? 0);
      if (0 < closingMs) slice.closingMs.set(terms.code, closingMs);
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
  addExposure(slice, order, subtract(countedOf(after), countedOf(before)));
  const { book, code, network } = order;
  const grown = subtract(notionalOf(after), notionalOf(before));
  addTo(slice.exposure, personKey(book, code, order.user_id), grown);
  if (network !== null) {
    addTo(slice.exposure, networkKey(book, code, network), grown);
    addTo(slice.exposure, networkTotalKey(book, network), grown);
  }
  addTo(slice.promised, order.book, subtract(promiseOf(after), promiseOf(before)));
  addTo(slice.exposure, unlimitedKey(order.book), subtract(unlimitedOf(after), unlimitedOf(before)));
  if (after === undefined) {
    slice.orders.delete(order.id);
    const mine = slice.byUser.get(order.user_id);
    mine?.delete(order.id);
    if (mine?.size === 0) slice.byUser.delete(order.user_id);
  } else {
    slice.orders.set(order.id, after);
    if (before === undefined) {
      ownedBy(slice, order.user_id).add(order.id);
      if (order.state === 'waiting' && order.counted !== null) {
        slice.waitingDue.push(order.placed_at, order.id);
      }
    }
  }
  triggersOf(slice, order.code).change(before, after);
  if (order.converts_by !== null) changeRated(slice, order, after);
  slice.trails.change(before, after);
  setNext(slice, order, after !== undefined && isForNextTick(after));
  const night = after?.financed_night ?? null;
  if (night !== null && night !== (before?.financed_night ?? null) && order.financing_rate !== '0') {
    slice.financingDue.push(nextFinancingAt(night), order.id);
  }
}

/** Whether the first tick after its acceptance fills it, or closes lots of it. */
export const isForNextTick = (order: ContractOrder): boolean =>
  order.closing_lots !== null || (order.state === 'waiting' && order.type === 'market');

function setNext({ next }: ContractsSlice, { id, code }: ContractOrder, is: boolean): void {
  const ids = next.get(code);
  if (!is) {
    if (ids?.delete(id) === true && ids.size === 0) next.delete(code);
  } else if (ids === undefined) next.set(code, new Set([id]));
  else ids.add(id);
}

const notionalOf = (order: ContractOrder | undefined): Amount =>
  order === undefined ? ZERO : amountOf(order.notional);

/** What it counts against the limits of the house. */
export const countedOf = (order: ContractOrder | undefined): Amount =>
  order?.state === 'waiting' && order.counted !== null ? amountOf(order.counted) : notionalOf(order);

/**
 * What it may gain at most, as the house counts it: one that waits far away counts a share, and is
 * counted in full when it opens.
 */
export function promiseOf(order: ContractOrder | undefined): Amount {
  if (order === undefined || order.profit_max === null) return ZERO;
  const most = amountOf(order.profit_max);
  if (order.state !== 'waiting' || order.counted === null) return most;
  return divCeil(most * amountOf(order.counted), amountOf(order.notional)) as Amount;
}

/** What it may gain at most, or counts where there is no such limit. */
export const mostOf = (order: ContractOrder | undefined): Amount =>
  order?.profit_max === null ? countedOf(order) : promiseOf(order);

const unlimitedOf = (order: ContractOrder | undefined): Amount =>
  order?.profit_max === null ? countedOf(order) : ZERO;

function addExposure(slice: ContractsSlice, { book, code }: ContractOrder, amount: Amount): void {
  addTo(slice.exposure, book, amount);
  addTo(slice.exposure, exposureKey(book, code), amount);
}

function addTo(exposure: ContractsSlice['exposure'], key: string, amount: Amount): void {
  if (amount === 0n) return;
  const rest = add(exposure.get(key) ?? ZERO, amount);
  if (rest === 0n) exposure.delete(key);
  else exposure.set(key, rest);
}

const personKey = (book: Book, code: string, user: number): string => `${book}/${code}/${user}`;
const networkKey = (book: Book, code: string, network: string): string => `${book}/${code} of ${network}`;
const networkTotalKey = (book: Book, network: string): string => `${book} of ${network}`;
const exposureKey = (book: Book, code: string): string => `${book}/${code}`;
const unlimitedKey = (book: Book): string => `${book} without limit`;

/** Of waiting orders nothing depends on a rate yet. */
function changeRated(slice: ContractsSlice, order: ContractOrder, after: ContractOrder | undefined): void {
  const { code, converts_by: by } = order;
  if (by === null) return;
  const rated = slice.rated.get(code) ?? new Map<string, RateTriggers>();
  const triggers = rated.get(by.code) ?? new RateTriggers(slice.orders);
  triggers.change(order.id, after);
  const codes = slice.ratedBy.get(by.code) ?? new Set<string>();
  if (0 < triggers.size) {
    slice.rated.set(code, rated.set(by.code, triggers));
    slice.ratedBy.set(by.code, codes.add(code));
    return;
  }
  rated.delete(by.code);
  if (rated.size === 0) slice.rated.delete(code);
  codes.delete(code);
  if (codes.size === 0) slice.ratedBy.delete(by.code);
}

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
