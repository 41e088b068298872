import { code } from '@glasshouse/api/codes';
import { closingPrice, openingPrice, type Side, stopsProblem } from '@glasshouse/rules/contracts';
import { type Price, parsePrice } from '@glasshouse/rules/money';
import type { Outcome, Tick } from '../../kernel/types.ts';
import { type ContractOrder, priceAt } from './order.ts';
import { pointSize } from './position.ts';

export const refuse = (number: number, field?: string): Outcome & { ok: false } =>
  field === undefined ? { ok: false, code: number } : { ok: false, code: number, fields: { [field]: number } };

/** Decimal text to points; undefined off the steps of the instrument, and beyond what a tick can hold. */
export function parsePoints(text: string, precision: number): number | undefined {
  const price = parsePrice(text);
  const size = pointSize(precision);
  if (price === undefined || price % size !== 0n) return undefined;
  const points = price / size;
  return points <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(points) : undefined;
}

const REFUSALS = {
  stopLoss: refuse(code.stopLossUnreasonable, 'stopLoss'),
  takeProfit: refuse(code.takeProfitUnreasonable, 'takeProfit'),
};

/** Undefined: the text leaves it out. Null: it is to be none. */
export type StopText = string | null | undefined;

/** Stop and target from text, where none of the two leaves what the order has. */
export function parseStops(
  order: Pick<ContractOrder, 'precision' | 'stop_points' | 'target_points'>,
  texts: { readonly stopLoss: StopText; readonly takeProfit: StopText },
): { stop_points: number | null; target_points: number | null } | (Outcome & { ok: false }) {
  const read = (text: StopText, kept: number | null): number | null | undefined => {
    if (text === undefined) return kept;
    return text === null ? null : parsePoints(text, order.precision);
  };
  const stop = read(texts.stopLoss, order.stop_points);
  if (stop === undefined) return REFUSALS.stopLoss;
  const target = read(texts.takeProfit, order.target_points);
  if (target === undefined) return REFUSALS.takeProfit;
  return { stop_points: stop, target_points: target };
}

/** Whether stop and target of the order make sense beside `reference`, the price that they must not reach at once. */
export function refuseStops(
  order: ContractOrder,
  of: {
    readonly reference: number;
    readonly distance: number;
    readonly check: { stopLoss: boolean; takeProfit: boolean };
  },
): (Outcome & { ok: false }) | undefined {
  const price = (points: number | null): Price | undefined => (points === null ? undefined : priceAt(order, points));
  const problem = stopsProblem({
    side: order.side,
    reference: priceAt(order, of.reference),
    // One that is reached already would close the position at the next tick.
    distance: priceAt(order, Math.max(1, of.distance)),
    stopLoss: of.check.stopLoss ? price(order.stop_points) : undefined,
    takeProfit: of.check.takeProfit ? price(order.target_points) : undefined,
    liquidation: price(order.liquidation_points),
  });
  return problem === undefined ? undefined : REFUSALS[problem];
}

export interface Entry {
  /** A limit that the market has reached already opens at once, at the better price. */
  readonly opensNow: boolean;
  readonly points: number;
  /** What stop and target are held against: the price at which one could close, or the limit of an order that waits. */
  readonly reference: number;
}

export function entryOf({ side, limit }: { readonly side: Side; readonly limit: number | null }, tick: Tick): Entry {
  const price = openingPrice(side, tick);
  const waits = limit !== null && (side === 'buy' ? limit < price : price < limit);
  return waits
    ? { opensNow: false, points: limit, reference: limit }
    : { opensNow: true, points: price, reference: closingPrice(side, tick) };
}
