import {
  type Amount,
  add,
  divCeil,
  divFloor,
  mulPriceCeil,
  type Price,
  RATE_DECIMALS,
  type Rate,
  ZERO,
} from './money.ts';
import { type RestingOrder, restingNeed, totalOf } from './spot.ts';

/**
 * Spot orders that wait for a trigger: stop orders, trailing stops, and one-cancels-other (a limit
 * order that rests while its stop waits). The reference is the mid of a tick. Prices in points.
 */
export const TRIGGER_TYPES = ['stop', 'stopLimit', 'trailingStop', 'oco'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

export const isTriggerType = (type: string): type is TriggerType => (TRIGGER_TYPES as readonly string[]).includes(type);

/**
 * Units by which the fills of a triggered order may round up more than one fill of all of it: two a
 * fill, and a hundred fills.
 */
export const ROUNDING_ALLOWANCE = 256n as Amount;

/** The higher fee of an order that may take or rest (`Math.max` takes no bigint). */
export function higherRate(maker: Rate, taker: Rate): Rate {
  if (maker < taker) return taker;
  return maker;
}

/** The price with a fee on top, rounded up. */
const withFee = (price: Price, rate: Rate): Price => {
  const unit = 10n ** BigInt(RATE_DECIMALS);
  return divCeil(price * (unit + rate), unit) as Price;
};

/** What a stop-limit buy holds while it waits: all of it at its limit, with the higher fee. */
export function stopLimitNeed(order: { quantity: Amount; limit: Price; rate: Rate }): Amount {
  if (order.quantity === 0n) return ZERO;
  return add(mulPriceCeil(order.quantity, withFee(order.limit, order.rate)), ROUNDING_ALLOWANCE);
}

/**
 * What a one-cancels-other buy holds: what its resting limit order needs, and on top of it what its
 * stop-limit order would need more. A fill of the limit order is paid from the first part, to the
 * unit, and frees its share of the second.
 */
export function ocoNeed(order: RestingOrder & { quantity: Amount; stopLimit: Price; stopRate: Rate }): Amount {
  if (order.quantity === 0n) return ZERO;
  const stop = withFee(order.stopLimit, order.stopRate);
  const limit = order.price + divFloor(order.price * order.makerRate, 10n ** BigInt(RATE_DECIMALS));
  const more = (stop <= limit ? 0n : stop - limit) as Price;
  return add(totalOf(restingNeed(order)), add(mulPriceCeil(order.quantity, more), ROUNDING_ALLOWANCE));
}
