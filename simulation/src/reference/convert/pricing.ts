import { CODE } from '../codes.ts';
import { ceilDiv, floorDiv, greatest, mustUnits, pointsText, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { heldRefusal, type Prediction, refusal } from '../prediction.ts';
import type { HeldFact } from '../product.ts';
import type { StoredTick } from '../stored.ts';

export interface Offer {
  readonly asset: string;
  readonly code: string | null;
  readonly precision: number;
  readonly stalenessMs: number;
  readonly marginRate: string;
  readonly quoteRate?: string;
  readonly sizeRate?: string;
  readonly bandRate?: string;
  readonly slippageRate?: string;
  readonly quoteAtNextTick?: boolean;
  readonly leadMs?: number;
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
export type AssetFacts = (HeldFact & { readonly open: boolean; readonly tick: StoredTick | null }) | null;

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
  const rounded = all.length <= 10 ? all : all.slice(0, Math.max(10, all.length - 18)).padEnd(all.length, '0');
  const padded = rounded.padStart(19, '0');
  return `${padded.slice(0, -18)}.${padded.slice(-18)}`.replace(/[.]?0+$/, '');
}

type Bodied = Pick<ConvertBody, 'from' | 'to' | 'amount'>;

/** Whether the market of an asset is open with a fresh price; the first one at fault is named. */
export function closedOf(
  sides: { from: Terms; to: Terms },
  facts: { from: AssetFacts; to: AssetFacts },
  at: number,
): Prediction | undefined {
  for (const field of ['from', 'to'] as const) {
    const fact = facts[field];
    const terms = sides[field];
    const isFresh = fact?.tick != null && fact.open && at - fact.tick.at <= terms.stalenessMs;
    if (terms.code !== null && !isFresh) return refusal(CODE.closed, field);
  }
  return heldOf(facts);
}

/** What a firm price costs by one asset, of 10⁻⁸: more for a wilder market and a larger amount. */
function firmCost({ marginRate, quoteRate = '0', sizeRate = '0', maxUsdt }: Terms, value: bigint): bigint {
  const most = mustUnits(maxUsdt);
  const counted = value < most ? value : most;
  return mustUnits(marginRate) + mustUnits(quoteRate) + ceilDiv(mustUnits(sizeRate) * counted, most);
}

/** What two prices make of an amount under a margin. */
export function amountBy(terms: {
  amount: bigint;
  margin: bigint;
  fromTick: StoredTick | null;
  toTick: StoredTick | null;
  from: Terms;
  to: Terms;
}) {
  const { amount, margin, from, to } = terms;
  const give = fractionOf(terms.fromTick, from.precision);
  const get = fractionOf(terms.toTick, to.precision);
  // bid(from) × (1 − margin) ÷ ask(to), and mid(from) ÷ mid(to).
  const price = { up: give.bid * (WHOLE_RATE - margin) * get.over, down: get.ask * WHOLE_RATE * give.over };
  const middle = { up: give.mid * get.over, down: get.mid * give.over };
  const spread = ceilDiv((middle.up * price.down - price.up * middle.down) * WHOLE_RATE, middle.up * price.down);
  return {
    spread,
    receive: floorDiv(amount * price.up, price.down),
    value: floorDiv(amount * give.mid, give.over),
    reference: tenDigits(middle.up, middle.down),
    price: tenDigits(price.up, price.down),
  };
}

/** The current price of a conversion, or the first refusal: assets, trading hours, size. */
export function priceOf(
  known: ReadonlyMap<string, Terms>,
  request: {
    at: number;
    body: Bodied;
    facts: { from: AssetFacts; to: AssetFacts };
    isFirm: boolean;
    /** All that its owner has of what is given: that much is never too little. */
    remainder: bigint | undefined | 'any';
  },
): Priced | Prediction {
  const { at, body, facts, isFirm } = request;
  const from = known.get(body.from);
  const to = known.get(body.to);
  if (from === undefined) return refusal(CODE.notOffered, 'from');
  if (to === undefined || to === from) return refusal(CODE.notOffered, 'to');
  const closed = closedOf({ from, to }, facts, at);
  if (closed !== undefined) return closed;
  const amount = unitsOf(body.amount);
  if (amount === undefined || amount === 0n) return refusal(CODE.amount, 'amount');
  const fromTick = facts.from?.tick ?? null;
  const toTick = facts.to?.tick ?? null;
  const { value: worth } = amountBy({ amount, margin: 0n, fromTick, toTick, from, to });
  const costs = [from, to].map((terms) => (isFirm ? firmCost(terms, worth) : mustUnits(terms.marginRate)));
  const margin = greatest(...(costs as [bigint, bigint]));
  const made = amountBy({ amount, margin, fromTick, toTick, from, to });
  const { spread, receive, value } = made;
  if (SPREAD_LIMIT <= spread) return refusal(CODE.closed, 'from');
  const least = [from, to].map(({ minUsdt }) => mustUnits(minUsdt));
  const most = [from, to].map(({ maxUsdt }) => mustUnits(maxUsdt));
  const isRest = body.to === 'USDT' && (request.remainder === 'any' || request.remainder === amount);
  const isEnough = isRest || least.every((limit) => limit <= value);
  const fits = receive !== 0n && isEnough && most.every((limit) => value <= limit);
  if (!fits) return refusal(CODE.amount, 'amount');
  const columns = {
    from_asset: from.asset,
    to_asset: to.asset,
    amount: textOf(amount),
    receive: textOf(receive),
    value_usdt: textOf(value),
    reference: made.reference,
    price: made.price,
    spread_rate: textOf(spread),
    margin_rate: textOf(margin),
    from_version: from.version,
    to_version: to.version,
    from_tick: keptTick(fromTick, from),
    to_tick: keptTick(toTick, to),
  };
  return { amount, receive, from, to, columns, fromTick, toTick };
}

export const keptTick = (tick: StoredTick | null, { precision }: Terms): Record<string, unknown> | null =>
  tick === null ? null : { ...tick, precision };

/** The refusal while the price of an asset is held. */
export function heldOf({ from, to }: { from: AssetFacts; to: AssetFacts }): Prediction | undefined {
  if (from?.held !== undefined) return heldRefusal(from.held, 'from');
  return to?.held === undefined ? undefined : heldRefusal(to.held, 'to');
}

/** The ticks of a price, as its owner is sent them. */
export function ticksOf({ from, to, fromTick, toTick }: Pick<Priced, 'from' | 'to' | 'fromTick' | 'toTick'>) {
  const tick = (storedTick: StoredTick | null, { precision }: Terms): unknown[] => {
    if (storedTick === null) return [];
    const text = (points: number): string => pointsText(points, precision);
    const when = new Date(storedTick.at).toISOString();
    return [
      {
        code: storedTick.code,
        tick: {
          seq: storedTick.seq,
          price: text(storedTick.mid),
          bid: text(storedTick.bid),
          ask: text(storedTick.ask),
          at: when,
        },
      },
    ];
  };
  return [...tick(fromTick, from), ...tick(toTick, to)];
}

/** The part of a conversion, and of one that waits, that its owner is sent either way. */
export function viewOf(id: number, priced: Omit<Priced, 'receive'>): Record<string, unknown> {
  const { amount, from, to, columns } = priced;
  return {
    id,
    from: from.asset,
    to: to.asset,
    amount: textOf(amount),
    reference: columns.reference,
    price: columns.price,
    spreadRate: columns.spread_rate,
    ticks: ticksOf(priced),
  };
}
