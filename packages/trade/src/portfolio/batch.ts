import type { Failure } from '@glasshouse/client/failure';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { netResult, totalOf } from '../contracts/total-of.ts';
import type { ContractOrder, SpotOrder } from '../orders.ts';

/** An order that a batch closes or cancels. */
export type BatchOrder =
  | { readonly product: 'contracts'; readonly order: ContractOrder }
  | { readonly product: 'spot'; readonly order: SpotOrder };

/** How far the command for one order has come. */
export type Outcome =
  | { readonly state: 'sending' }
  /** Accepted; the next tick closes it. */
  | { readonly state: 'closing' }
  | { readonly state: 'closed'; readonly price: string | null; readonly net: string }
  | { readonly state: 'cancelled' }
  | { readonly state: 'refused'; readonly failure: Failure };

export type Outcomes = ReadonlyMap<number, Outcome>;

/** What is released when an order is cancelled. */
export function heldFor({ product, order }: BatchOrder): { readonly asset: string; readonly amount: string } {
  if (product === 'contracts') return { asset: 'USDT', amount: totalOf([order.margin, order.openFee]) };
  return { asset: order.side === 'buy' ? order.quote : order.base, amount: order.held };
}

/** What all of them hold, by asset, USDT first. */
export function heldTogether(orders: readonly BatchOrder[]): readonly { asset: string; amount: string }[] {
  const sums = new Map<string, Amount>();
  for (const { asset, amount } of orders.map(heldFor)) {
    sums.set(asset, add(sums.get(asset) ?? ZERO, amountOf(amount)));
  }
  return [...sums]
    .sort(([left], [right]) => Number(right === 'USDT') - Number(left === 'USDT') || left.localeCompare(right, 'en'))
    .map(([asset, amount]) => ({ asset, amount: formatAmount(amount) }));
}

/** The outcome that an order's own state tells; undefined while it is still open. */
export function outcomeOf(order: ContractOrder): Outcome | undefined {
  if (order.state === 'cancelled') return { state: 'cancelled' };
  if (order.state !== 'closed' && order.state !== 'liquidated') return undefined;
  return { state: 'closed', price: order.closePrice, net: netResult(order) };
}

const isOver = ({ state }: Outcome): boolean => state !== 'sending' && state !== 'closing';

export interface Tally {
  readonly done: number;
  readonly refused: number;
  /** Still being sent, or waiting for its price. */
  readonly pending: number;
  /** Result of those that were closed, after all costs. */
  readonly net: string;
}

export function tallyOf(outcomes: Outcomes): Tally {
  const all = [...outcomes.values()];
  const over = all.filter(isOver);
  const refused = over.filter(({ state }) => state === 'refused').length;
  const net = all.reduce<Amount>(
    (sum, outcome) => (outcome.state === 'closed' ? add(sum, amountOf(outcome.net)) : sum),
    ZERO,
  );
  return { done: over.length - refused, refused, pending: all.length - over.length, net: formatAmount(net) };
}

/** Runs all, so many at once; each starts as soon as another has ended. */
export async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const turn = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next] as Item;
      next += 1;
      await run(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, turn));
}
