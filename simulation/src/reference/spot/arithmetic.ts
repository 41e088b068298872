import { ceilDiv, WHOLE_RATE } from '../figures.ts';

export type Side = 'buy' | 'sell';
export const otherSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Units of a pair: prices in points of `places` decimals, quantities in steps of `step` × 10⁻⁸. */
export interface Measure {
  readonly places: number;
  readonly step: bigint;
}

const scale = ({ places }: Measure): bigint => 10n ** BigInt(places);

/** Quantity × price in 10⁻⁸ of the quote asset. */
export const valueDown = (measure: Measure, quantity: bigint, points: number): bigint =>
  (quantity * BigInt(points)) / scale(measure);
export const valueUp = (measure: Measure, quantity: bigint, points: number): bigint =>
  ceilDiv(quantity * BigInt(points), scale(measure));
export const feeOn = (amount: bigint, rate: bigint): bigint => ceilDiv(amount * rate, WHOLE_RATE);

/** Whole steps an amount buys at a price. */
export function stepsFor(measure: Measure, amount: bigint, points: number): number {
  const steps = Number((amount * scale(measure)) / (BigInt(points) * measure.step));
  return Number.isSafeInteger(steps) ? steps : 0;
}

/** What a taker pays or receives, and the fee. */
export function takerSum(measure: Measure, order: { side: Side; quantity: bigint; points: number; rate: bigint }) {
  const value = order.side === 'buy' ? valueUp : valueDown;
  const amount = value(measure, order.quantity, order.points);
  return { amount, fee: feeOn(amount, order.rate) };
}

/**
 * The most steps a budget buys, fee included, by trial from an estimate that is never too small.
 */
export function affordable(measure: Measure, budget: bigint, terms: { points: number; rate: bigint }): number {
  const cost = (steps: bigint): bigint => {
    const { amount, fee } = takerSum(measure, { ...terms, side: 'buy', quantity: steps * measure.step });
    return amount + fee;
  };
  let steps = (budget * scale(measure)) / (BigInt(terms.points) * measure.step);
  // Fees are below 0.3 %, so the estimate is close: reduce it by what is over budget, then step up.
  while (0n < steps && budget < cost(steps)) {
    const over = cost(steps) - budget;
    const fewer = (over * scale(measure)) / (BigInt(terms.points) * measure.step * 2n);
    steps -= fewer < 1n ? 1n : fewer;
  }
  while (cost(steps + 1n) <= budget) steps += 1n;
  return Number(steps);
}

export interface LadderTerms {
  readonly levels: number;
  readonly spacingPpm: number;
  readonly levelAmount: bigint;
}

/** House quotes of one side by the published formula, best first. */
export function ladder(
  measure: Measure,
  inputs: {
    side: Side;
    tick: { bid: number; ask: number; mid: number };
    terms: LadderTerms;
    /** The house's funds to sell from or buy with. */
    pool: bigint;
    taken: number;
  },
): { price: number; steps: number }[] {
  const { side, tick, terms } = inputs;
  const spacing = Math.max(1, Number((BigInt(tick.mid) * BigInt(terms.spacingPpm)) / 1_000_000n));
  const quotes: { price: number; steps: number }[] = [];
  let [gone, left] = [inputs.taken, inputs.pool];
  for (let level = 1; level <= Math.min(terms.levels, 25); level += 1) {
    const price = side === 'sell' ? tick.ask + (level - 1) * spacing : tick.bid - (level - 1) * spacing;
    if (price <= 0) break;
    const whole = stepsFor(measure, terms.levelAmount * BigInt(level), price);
    const offered = Math.max(0, whole - gone);
    gone = Math.max(0, gone - whole);
    if (offered === 0) continue;
    const backed =
      side === 'sell' ? Number(left / measure.step) : left === 0n ? 0 : stepsFor(measure, left - 1n, price);
    const steps = Math.min(offered, backed);
    if (steps <= 0) break;
    quotes.push({ price, steps });
    const quantity = BigInt(steps) * measure.step;
    left -= side === 'sell' ? quantity : valueUp(measure, quantity, price);
    if (steps < offered) break;
  }
  return quotes;
}
