import { type Amount, add, amountOf, subtract, ZERO } from '@glasshouse/rules/money';
import { notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { Book, ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { StockClaim, StockUsage } from './rows.ts';

export const HOUSE_STOCK = { name: 'houseStock' } as const;

export type StockRows = { readonly stock_claims: StockClaim; readonly stock_taken: StockUsage };

/** A coin of the house on a book, as one network takes it. */
export type Share = { readonly book: Book; readonly asset: string; readonly network: string };

export interface StockSlice {
  /** Of orders that wait or rest, by number. */
  readonly claims: Map<number, StockClaim>;
  /** Their sums, by `shareKey`. */
  readonly claimed: Map<string, Amount>;
  /** By `shareKey`, what moved last at the end. */
  readonly taken: Map<string, StockUsage>;
  /** By `shareKey`, of prices that hold. Not stored anywhere: they are lost with the process. */
  readonly promises: Map<string, Set<StockPromise>>;
}

/** What somebody may still take at a price that was given to them. */
export interface StockPromise {
  readonly userId: number;
  readonly amount: Amount;
  /** Its last moment, epoch ms. */
  readonly endsAt: number;
}

export const emptySlice = (): StockSlice => ({
  claims: new Map(),
  claimed: new Map(),
  taken: new Map(),
  promises: new Map(),
});

export const stockOf = (state: CoreState): StockSlice => sliceOf<StockSlice>(state, HOUSE_STOCK);

export const shareKey = ({ book, asset, network }: Share): string => `${book}/${asset}/${network}`;

export function reduce(slice: StockSlice, change: ChangeOf<StockRows>): void {
  switch (change.table) {
    case 'stock_claims':
      reduceClaim(slice, change.row);
      return;
    case 'stock_taken': {
      const key = shareKey(change.row);
      slice.taken.delete(key);
      if (change.row.taken !== '0') slice.taken.set(key, change.row);
      return;
    }
    default:
      notOwned(HOUSE_STOCK.name, change);
  }
}

function reduceClaim({ claims, claimed }: StockSlice, claim: StockClaim): void {
  const key = shareKey(claim);
  const before = claims.get(claim.order_id);
  const isOpen = claim.closed_by === null;
  const after = isOpen ? amountOf(claim.amount) : ZERO;
  const sum = add(claimed.get(key) ?? ZERO, subtract(after, before === undefined ? ZERO : amountOf(before.amount)));
  if (sum === ZERO) claimed.delete(key);
  else claimed.set(key, sum);
  if (isOpen) claims.set(claim.order_id, claim);
  else claims.delete(claim.order_id);
}
