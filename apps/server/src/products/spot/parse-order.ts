import { code } from '@glasshouse/api/codes';
import {
  type Amount,
  formatRate,
  mulPriceFloor,
  parseAmount,
  parseDecimal,
  parseRate,
  power10,
  priceOfPoints,
  RATE_DECIMALS,
  type Rate,
} from '@glasshouse/rules/money';
import { isWithinBand, stepsOf } from '@glasshouse/rules/spot';
import { type TimeInForce, timeInForceOf } from '@glasshouse/rules/time-in-force';
import { isStopReached } from '@glasshouse/rules/trailing';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Refusal, Tick } from '../../kernel/core/types.ts';
import type { Side } from './order-book.ts';
import type { SpotOrder, SpotType } from './rows.ts';
import type { SpotPair } from './terms.ts';

export type SubmitBody = {
  readonly code: string;
  readonly side: Side;
  readonly type: SpotType;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly amount: string | null;
  readonly timeInForce: TimeInForce | null;
  readonly stopPrice?: string;
  readonly stopLimitPrice?: string;
  readonly trailingDistance?: string;
  readonly trailingRate?: string;
};

type TriggerColumns = Pick<SpotOrder, 'stop_points' | 'stop_limit_points' | 'trail_points' | 'trail_rate'>;

/** Size, price and trigger of an order, checked. */
export interface ParsedOrder {
  readonly steps: number;
  readonly limit: number;
  /** Most that an order by amount spends, fee included. */
  readonly budget: Amount | undefined;
  readonly trigger: TriggerColumns;
}

interface Kind {
  readonly limit: boolean;
  readonly stop: boolean;
}

export const KINDS: Readonly<Record<SpotType, Kind>> = {
  limit: { limit: true, stop: false },
  market: { limit: false, stop: false },
  stop: { limit: false, stop: true },
  stopLimit: { limit: true, stop: true },
  trailingStop: { limit: false, stop: false },
  oco: { limit: true, stop: true },
};

/** One-cancels-other rests until it is cancelled; what becomes a market order never rests. */
export function forceOf({ type, timeInForce }: SubmitBody): TimeInForce {
  const requested = timeInForce ?? 'GTC';
  if (type === 'oco') return 'GTC';
  return timeInForceOf(KINDS[type].limit ? 'limit' : 'market', requested);
}

export const fieldOfSize = (body: SubmitBody): string => (body.amount === null ? 'quantity' : 'amount');

const isRefused = (outcome: object | undefined): outcome is Refusal => outcome !== undefined && 'ok' in outcome;

/** Parses size, price and trigger, or refuses them. */
export function parseOrder(body: SubmitBody, pair: SpotPair, tick: Tick): ParsedOrder | Refusal {
  const { precision } = pair.terms;
  const { limit: hasLimit, stop: hasStop } = KINDS[body.type];
  const limit = hasLimit ? pointsOf(body.price, precision) : bandLimit(body.side, tick, pair.marketBand);
  const stop = hasStop ? pointsOf(body.stopPrice ?? null, precision) : undefined;
  const size = sizeOf(body, pair, { tick, reference: hasLimit ? limit : stop });
  if (isRefused(size)) return size;
  if (hasLimit !== (body.price !== null)) return refuse(code.orderPriceIncorrect, 'price');
  const reference = body.type === 'stopLimit' ? (stop ?? tick.mid) : tick.mid;
  if (limit === undefined || (hasLimit && !isAllowed(limit, pair, reference)))
    return refuse(code.orderPriceIncorrect, 'price');
  const trigger = triggerOf(body, pair, { tick, stop });
  return isRefused(trigger) ? trigger : { ...size, limit, trigger };
}

type Size = Pick<ParsedOrder, 'steps' | 'budget'>;

function sizeOf(
  body: SubmitBody,
  pair: SpotPair,
  prices: { tick: Tick; reference: number | undefined },
): Size | Refusal {
  const { step, terms } = pair;
  const { precision } = terms;
  const { mid } = prices.tick;
  const field = fieldOfSize(body);
  const spends = !KINDS[body.type].limit && body.side === 'buy';
  if ((body.quantity === null) === (body.amount === null)) return refuse(code.purchaseAmountIncorrect, 'quantity');
  if (body.amount !== null && !spends) return refuse(code.purchaseAmountIncorrect, 'amount');
  // Without a limit, only an amount bounds what a later price may take.
  if (body.amount === null && spends && body.type !== 'market') return refuse(code.purchaseAmountIncorrect, 'amount');
  const size = parseAmount(body.quantity ?? body.amount ?? '');
  if (size === undefined || size === 0n) return refuse(code.purchaseAmountIncorrect, field);
  const maxSteps = stepsOf(pair.maxQuantity, step) ?? 0;
  const steps = body.quantity === null ? maxSteps : stepsOf(size, step);
  if (steps === undefined || maxSteps < steps) return refuse(code.purchaseAmountIncorrect, field);
  if (body.quantity !== null && size < pair.minQuantity) return refuse(code.purchaseAmountIncorrect, field);
  const reference = prices.reference ?? mid;
  const worth = body.quantity === null ? size : mulPriceFloor(size, priceOfPoints(reference, precision));
  if (worth < pair.minAmount) return refuse(code.purchaseAmountIncorrect, field);
  const most = mulPriceFloor(pair.maxQuantity, priceOfPoints(mid, precision));
  if (body.quantity === null && most < size) return refuse(code.purchaseAmountIncorrect, field);
  return { steps, budget: body.quantity === null ? size : undefined };
}

/** On the grid, and not too far from the reference. */
const isAllowed = (points: number, { terms, band }: SpotPair, reference: number): boolean =>
  points % terms.tickPoints === 0 && isWithinBand(BigInt(points), { reference: BigInt(reference), band });

const wrong = (field: string): Refusal => refuse(code.orderPriceIncorrect, field);

/** What it waits for. A stop that is reached already would be a market or limit order: refused. */
function triggerOf(
  body: SubmitBody,
  pair: SpotPair,
  { tick, stop }: { tick: Tick; stop: number | undefined },
): TriggerColumns | Refusal {
  const { type, side, stopPrice, stopLimitPrice } = body;
  const hasStop = KINDS[type].stop;
  if (hasStop !== (stopPrice !== undefined)) return wrong('stopPrice');
  if (hasStop && (stop === undefined || !isAllowed(stop, pair, tick.mid) || isStopReached(side, stop, tick.mid)))
    return wrong('stopPrice');
  const stopLimit = stopLimitPrice === undefined ? null : pointsOf(stopLimitPrice, pair.terms.precision);
  const needsLimit = type === 'oco' && side === 'buy';
  const isWrong = stopLimit === undefined || (stopLimit !== null && !isAllowed(stopLimit, pair, stop ?? tick.mid));
  if (isWrong || (stopLimit === null ? needsLimit : type !== 'oco')) return wrong('stopLimitPrice');
  const trail = trailOf(body, pair, tick);
  if (isRefused(trail)) return trail;
  return { stop_points: stop ?? null, stop_limit_points: stopLimit, ...trail };
}

/** The distance of a trailing stop: one price or one share, neither further than the band. */
function trailOf(
  { type, trailingDistance, trailingRate }: SubmitBody,
  { terms, band }: SpotPair,
  { mid }: Tick,
): Pick<TriggerColumns, 'trail_points' | 'trail_rate'> | Refusal {
  const isTrailing = type === 'trailingStop';
  if (trailingRate !== undefined) {
    const rate = parseRate(trailingRate);
    const isOk = isTrailing && trailingDistance === undefined && rate !== undefined && 0n < rate && rate <= band;
    return isOk ? { trail_points: null, trail_rate: formatRate(rate) } : wrong('trailingRate');
  }
  if (trailingDistance === undefined)
    return isTrailing ? wrong('trailingDistance') : { trail_points: null, trail_rate: null };
  const points = pointsOf(trailingDistance, terms.precision);
  const isOk =
    isTrailing &&
    points !== undefined &&
    points % terms.tickPoints === 0 &&
    BigInt(points) * power10(RATE_DECIMALS) <= BigInt(mid) * band;
  return isOk ? { trail_points: points, trail_rate: null } : wrong('trailingDistance');
}

/** Decimal text to points; undefined when it is no price or has too many decimals. */
function pointsOf(text: string | null, precision: number): number | undefined {
  const points = text === null ? undefined : parseDecimal(text, precision);
  if (points === undefined || points <= 0n || BigInt(Number.MAX_SAFE_INTEGER) < points) return undefined;
  return Number(points);
}

/** A market order trades no further from the reference than a limit order may be placed. */
export function bandLimit(side: Side, tick: Tick, band: Rate): number {
  const width = Number((BigInt(tick.mid) * band) / power10(RATE_DECIMALS));
  return side === 'buy' ? tick.mid + width : Math.max(1, tick.mid - width);
}
