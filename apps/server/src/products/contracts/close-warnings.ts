import { equityOf, isLiquidated } from '@glasshouse/rules/contracts-liquidation';
import { type Amount, formatAmount } from '@glasshouse/rules/money';
import type { CoreState, MarketView } from '../../kernel/core/types.ts';
import { neededBeforeClose, raisedPosition } from './position.ts';
import { type ContractOrder, priceAt, rateNow } from './rows.ts';
import { contractsOf } from './slice.ts';

const MINUTE_MS = 60_000;

/** Owners are warned from so long before the requirement rises. */
export const WARNED_AHEAD_MS = 120 * MINUTE_MS;
/** Of what is needed, in percent: a position with no more than that is near to being liquidated. */
export const NEAR_PERCENT = 110n;
/** Orders looked at before the core's thread gets its turn. */
const LOOKED_PER_TURN = 200;

export interface CloseWarning {
  readonly order: ContractOrder;
  /** `short`: liquidated at the price of now once the requirement rises. */
  readonly stage: 'short' | 'near';
  readonly closesAt: number;
  /** When the requirement rises. */
  readonly raisedAt: number;
  readonly needed: string;
  readonly equity: string;
}

/**
 * Open positions whose margin will not suffice, or only just, once their market is about to close;
 * from then until the close, those whose margin suffices only just.
 * Gives `undefined` now and then, for a caller that pauses there: other work may come in between.
 */
export function* closeWarnings(
  state: CoreState,
  market: MarketView,
  at: number,
): Generator<CloseWarning | undefined, void> {
  const slice = contractsOf(state);
  const ends = new Map<string, number>();
  for (const [code, closingMs] of slice.closingMs) {
    const endsAt = market.sessionEndsAt(code, at);
    if (endsAt !== undefined && endsAt - at <= closingMs + WARNED_AHEAD_MS) ends.set(code, endsAt);
  }
  if (ends.size === 0) return;
  let looked = 0;
  for (const order of slice.orders.values()) {
    looked += 1;
    if (looked % LOOKED_PER_TURN === 0) yield undefined;
    const closesAt = ends.get(order.code);
    const warning = closesAt === undefined ? undefined : warningOf(order, { market, closesAt, at });
    if (warning !== undefined) yield warning;
  }
}

function warningOf(
  order: ContractOrder,
  { market, closesAt, at }: { readonly market: MarketView; readonly closesAt: number; readonly at: number },
): CloseWarning | undefined {
  const { state, before_close: more, converts_by: by } = order;
  if (state !== 'open' || more === null) return undefined;
  const raisedAt = closesAt - more.minutes * MINUTE_MS;
  const tick = market.lastTick(order.code);
  const rate = rateNow(order, by === null ? null : market.lastTick(by.code));
  const isTooEarly = WARNED_AHEAD_MS < raisedAt - at;
  if (tick === undefined || rate === undefined || isTooEarly || closesAt <= at) return undefined;
  const position = raisedPosition(order, rate);
  const mark = priceAt(order, tick.mid);
  if (position === undefined) return undefined;
  const equity = equityOf(position, mark);
  const needed = neededBeforeClose(order, mark, rate);
  const isShort = isLiquidated(position, mark);
  // Once the requirement has risen, the price that ends a position has ended it.
  if (isShort && raisedAt <= at) return undefined;
  if (!isShort && needed * NEAR_PERCENT < equity * 100n) return undefined;
  return {
    order,
    stage: isShort ? 'short' : 'near',
    closesAt,
    raisedAt,
    needed: formatAmount(needed),
    equity: formatAmount(0n < equity ? equity : (0n as Amount)),
  };
}
