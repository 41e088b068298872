import { CODE } from '../codes.ts';
import { ceilDiv, floorDiv, greatest, mustUnits, pointsText, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Entry, StoredTick } from '../stored.ts';

export interface Offer {
  readonly asset: string;
  readonly code: string | null;
  readonly precision: number;
  readonly stalenessMs: number;
  readonly marginRate: string;
  readonly minUsdt: string;
  readonly maxUsdt: string;
}
export interface Terms extends Offer {
  readonly version: number;
}

export interface ConvertBody {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly quoteId: string | null;
}

/** A priced conversion with its stored columns. */
export interface Priced {
  readonly amount: bigint;
  readonly receive: bigint;
  readonly from: Terms;
  readonly to: Terms;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly fromTick: StoredTick | null;
  readonly toTick: StoredTick | null;
}

/** The market of one asset; null for USDT. */
export type AssetFacts = { readonly open: boolean; readonly tick: StoredTick | null } | null;

/** A conversion costs less than this share, market spread included. */
export const SPREAD_LIMIT = 300_000n;

/** A price as a fraction: points over a power of ten. USDT is priced at 1. */
interface Fraction {
  readonly bid: bigint;
  readonly ask: bigint;
  readonly mid: bigint;
  readonly over: bigint;
}

const fractionOf = (tick: StoredTick | null, places: number): Fraction =>
  tick === null
    ? { bid: 1n, ask: 1n, mid: 1n, over: 1n }
    : { bid: BigInt(tick.bid), ask: BigInt(tick.ask), mid: BigInt(tick.mid), over: 10n ** BigInt(places) };

/**
 * A quotient as text with ten significant digits, rounded down; keeps all integer digits and at
 * most eighteen decimals.
 */
function tenDigits(numerator: bigint, denominator: bigint): string {
  const all = floorDiv(numerator * 10n ** 18n, denominator).toString();
  const kept = all.length <= 10 ? all : all.slice(0, Math.max(10, all.length - 18)).padEnd(all.length, '0');
  const padded = kept.padStart(19, '0');
  return `${padded.slice(0, -18)}.${padded.slice(-18)}`.replace(/[.]?0+$/, '');
}

/** The current price of a conversion, or the first refusal: assets, trading hours, size. */
export function priceOf(
  known: ReadonlyMap<string, Terms>,
  of: { entry: Entry; body: ConvertBody; facts: { from: AssetFacts; to: AssetFacts } },
): Priced | Prediction {
  const { entry, body, facts } = of;
  const [from, to] = [known.get(body.from), known.get(body.to)];
  if (from === undefined) return refusal(CODE.notOffered, 'from');
  if (to === undefined || to === from) return refusal(CODE.notOffered, 'to');
  for (const [field, terms] of [
    ['from', from],
    ['to', to],
  ] as const) {
    const fact = facts[field];
    const isFresh = fact?.tick != null && fact.open && entry.at - fact.tick.at <= terms.stalenessMs;
    if (terms.code !== null && !isFresh) return refusal(CODE.closed, field);
  }
  const amount = unitsOf(body.amount);
  if (amount === undefined || amount === 0n) return refusal(CODE.amount, 'amount');
  const [fromTick, toTick] = [facts.from?.tick ?? null, facts.to?.tick ?? null];
  const [give, get] = [fractionOf(fromTick, from.precision), fractionOf(toTick, to.precision)];
  const margin = greatest(mustUnits(from.marginRate), mustUnits(to.marginRate));
  // bid(from) × (1 − margin) ÷ ask(to), and mid(from) ÷ mid(to).
  const price = { up: give.bid * (WHOLE_RATE - margin) * get.over, down: get.ask * WHOLE_RATE * give.over };
  const middle = { up: give.mid * get.over, down: get.mid * give.over };
  const spread = ceilDiv((middle.up * price.down - price.up * middle.down) * WHOLE_RATE, middle.up * price.down);
  if (SPREAD_LIMIT <= spread) return refusal(CODE.closed, 'from');
  const receive = floorDiv(amount * price.up, price.down);
  const value = floorDiv(amount * give.mid, give.over);
  const least = [from, to].map(({ minUsdt }) => mustUnits(minUsdt));
  const most = [from, to].map(({ maxUsdt }) => mustUnits(maxUsdt));
  const fits = receive !== 0n && least.every((one) => one <= value) && most.every((one) => value <= one);
  if (!fits) return refusal(CODE.amount, 'amount');
  const columns = {
    from_asset: from.asset,
    to_asset: to.asset,
    amount: textOf(amount),
    receive: textOf(receive),
    value_usdt: textOf(value),
    reference: tenDigits(middle.up, middle.down),
    price: tenDigits(price.up, price.down),
    spread_rate: textOf(spread),
    margin_rate: textOf(margin),
    from_version: from.version,
    to_version: to.version,
    from_tick: fromTick === null ? null : { ...fromTick, precision: from.precision },
    to_tick: toTick === null ? null : { ...toTick, precision: to.precision },
  };
  return { amount, receive, from, to, columns, fromTick, toTick };
}

/** The conversion as sent to its owner. */
export function viewOf(
  { seq, at }: Entry,
  { amount, receive, from, to, columns, fromTick, toTick }: Priced,
): Record<string, unknown> {
  const tick = (of: StoredTick | null, { precision }: Terms): unknown[] => {
    if (of === null) return [];
    const text = (points: number): string => pointsText(points, precision);
    const when = new Date(of.at).toISOString();
    return [
      { code: of.code, tick: { seq: of.seq, price: text(of.mid), bid: text(of.bid), ask: text(of.ask), at: when } },
    ];
  };
  return {
    id: seq,
    from: from.asset,
    to: to.asset,
    amount: textOf(amount),
    received: textOf(receive),
    reference: columns.reference,
    price: columns.price,
    spreadRate: columns.spread_rate,
    ticks: [...tick(fromTick, from), ...tick(toTick, to)],
    at: new Date(at).toISOString(),
  };
}
