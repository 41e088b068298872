import type { Amount } from '@glasshouse/rules/money';
import { add, amountOf, subtract, ZERO } from '@glasshouse/rules/money';
import { notOwned } from '../../kernel/core/effects.ts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { Book, ChangeOf, CoreState } from '../../kernel/core/types.ts';
import { isFinal, type OptionOrder } from './rows.ts';
import type { OptionTerms, OptionTermsRow } from './terms.ts';

export const OPTIONS = { name: 'options' } as const;

export type OptionRows = { readonly option_terms: OptionTermsRow; readonly option_orders: OptionOrder };

/**
 * Live orders, and what fires them. Everything but `terms` and `orders` is derived from `orders`.
 */
export interface OptionsSlice {
  readonly terms: Map<string, OptionTerms>;
  readonly orders: Map<number, OptionOrder>;
  /** Orders waiting for their entry tick, by instrument, oldest first. */
  readonly waiting: Map<string, Set<number>>;
  /**
   * Expiries by instrument and by the gap limit of the orders. Orders closed early stay until their
   * time and are skipped then.
   */
  readonly expiries: Map<string, Map<number, MinHeap>>;
  readonly byUser: Map<number, Set<number>>;
  /**
   * Profit promised on live orders, by `book/code`, `book/code/user`, `book/code of network` and
   * `book of network`.
   */
  readonly exposure: Map<string, Amount>;
}

export const emptySlice = (): OptionsSlice => ({
  terms: new Map(),
  orders: new Map(),
  waiting: new Map(),
  expiries: new Map(),
  byUser: new Map(),
  exposure: new Map(),
});

export const optionsOf = (state: CoreState): OptionsSlice => sliceOf<OptionsSlice>(state, OPTIONS);

export const exposureOf = (slice: OptionsSlice, book: Book, code: string): Amount =>
  slice.exposure.get(`${book}/${code}`) ?? ZERO;

/** Of one person's orders. */
export const personExposureOf = (
  slice: OptionsSlice,
  key: { readonly book: Book; readonly code: string; readonly userId: number },
): Amount => slice.exposure.get(`${key.book}/${key.code}/${key.userId}`) ?? ZERO;

/** Of all orders that came from one network. */
export const networkExposureOf = (
  slice: OptionsSlice,
  key: { readonly book: Book; readonly code: string; readonly network: string },
): Amount => slice.exposure.get(networkKey(key.book, key.code, key.network)) ?? ZERO;

/** Of all orders on a book that came from one network, whatever their instrument. */
export const networkTotalOf = (slice: OptionsSlice, book: Book, network: string): Amount =>
  slice.exposure.get(networkTotalKey(book, network)) ?? ZERO;

export function reduce(slice: OptionsSlice, change: ChangeOf<OptionRows>): void {
  switch (change.table) {
    case 'option_terms':
      slice.terms.set(change.row.code, change.row.terms);
      break;
    case 'option_orders':
      reduceOrder(slice, change.row);
      break;
    default:
      notOwned(OPTIONS.name, change);
  }
}

function reduceOrder(slice: OptionsSlice, order: OptionOrder): void {
  const before = slice.orders.get(order.id);
  if (before === undefined && !isFinal(order)) {
    addExposure(slice, order);
    bucket(slice.byUser, order.user_id).add(order.id);
  }
  if (before?.state === 'waiting' && order.state !== 'waiting') slice.waiting.get(order.code)?.delete(order.id);
  if (isFinal(order)) {
    if (before === undefined) return;
    subtractExposure(slice, before);
    slice.orders.delete(order.id);
    const mine = slice.byUser.get(order.user_id);
    mine?.delete(order.id);
    if (mine?.size === 0) slice.byUser.delete(order.user_id);
    return;
  }
  slice.orders.set(order.id, order);
  if (order.state === 'waiting') bucket(slice.waiting, order.code).add(order.id);
  if (order.state === 'open' && before?.state !== 'open') {
    let heaps = slice.expiries.get(order.code);
    if (heaps === undefined) {
      heaps = new Map();
      slice.expiries.set(order.code, heaps);
    }
    let heap = heaps.get(order.gap_limit_ms);
    if (heap === undefined) {
      heap = new MinHeap();
      heaps.set(order.gap_limit_ms, heap);
    }
    heap.push(order.expires_at as number, order.id);
  }
}

const keysOf = ({ book, code, user_id, network }: OptionOrder): readonly string[] => [
  `${book}/${code}`,
  `${book}/${code}/${user_id}`,
  ...(network === null ? [] : [networkKey(book, code, network), networkTotalKey(book, network)]),
];

const networkKey = (book: Book, code: string, network: string): string => `${book}/${code} of ${network}`;

const networkTotalKey = (book: Book, network: string): string => `${book} of ${network}`;

function addExposure({ exposure }: OptionsSlice, order: OptionOrder): void {
  for (const key of keysOf(order)) exposure.set(key, add(exposure.get(key) ?? ZERO, amountOf(order.profit)));
}

function subtractExposure({ exposure }: OptionsSlice, order: OptionOrder): void {
  for (const key of keysOf(order)) {
    const rest = subtract(exposure.get(key) ?? ZERO, amountOf(order.profit));
    if (rest === 0n) exposure.delete(key);
    else exposure.set(key, rest);
  }
}

function bucket<Key>(map: Map<Key, Set<number>>, key: Key): Set<number> {
  let set = map.get(key);
  if (set === undefined) {
    set = new Set();
    map.set(key, set);
  }
  return set;
}
