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
  readonly varies: boolean;
}

const WORD = 2n ** 32n;
const SHARES = '12 16 20 26 32 40 48 56 64 72 80 90 104 116 118 130'.split(' ').map(BigInt);

/** The published mix of a price: the last steps of MurmurHash3, here in whole numbers. */
function mixed(price: number): bigint {
  const [high, low] = [BigInt(price) / WORD, BigInt(price) % WORD];
  let word = low ^ ((high * 0x9e3779b1n) % WORD);
  word = ((word ^ (word >> 16n)) * 0x85ebca6bn) % WORD;
  word = ((word ^ (word >> 13n)) * 0xc2b2ae35n) % WORD;
  return word ^ (word >> 16n);
}

/** Where the house quotes, from the tick's own price outwards. */
function* quotedPrices(side: Side, tick: { bid: number; ask: number; mid: number }, terms: LadderTerms) {
  const spacing = Math.max(1, Number((BigInt(tick.mid) * BigInt(terms.spacingPpm)) / 1_000_000n));
  const outwards = side === 'sell' ? 1 : -1;
  let price = side === 'sell' ? tick.ask : tick.bid;
  if (!terms.varies) {
    for (; 0 < price; price += outwards * spacing) yield price;
    return;
  }
  if (0 < price) yield price;
  const digits = String(Math.max(1, Math.floor(spacing / 4)));
  const grid = Number(`${digits >= '5' ? 5 : digits >= '2' ? 2 : 1}${'0'.repeat(digits.length - 1)}`);
  const rarity = BigInt(Math.floor(spacing / grid));
  // To the next multiple outwards, also from one that is a multiple itself.
  const over = price % grid;
  price += side === 'sell' ? grid - over : over === 0 ? -grid : -over;
  for (; 0 < price; price += outwards * grid) if (mixed(price) % rarity === 0n) yield price;
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
  const quotes: { price: number; steps: number }[] = [];
  let [gone, left] = [inputs.taken, inputs.pool];
  let level = 0;
  for (const price of quotedPrices(side, tick, terms)) {
    level += 1;
    if (Math.min(terms.levels, 25) < level) break;
    const even = terms.levelAmount * BigInt(level);
    const share = SHARES[Number((mixed(price) >> 8n) % 16n)] ?? 0n;
    const whole = stepsFor(measure, terms.varies ? (even * share) / 64n : even, price);
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
