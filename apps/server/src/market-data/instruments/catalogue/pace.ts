/**
 * How often an instrument has a price at most (`tickMs`), how long one may be traded at
 * (`stalenessMs`), and after how long a silence options are void. Where the figures come from:
 * `docs/decisions/age-of-prices.md`.
 */
interface Pace {
  readonly tickMs: number;
  readonly stalenessMs: number;
  readonly gapLimitMs: number;
}

const SECOND = 1_000;
/** Options are void after it, wherever prices are not allowed to be nearly as old. */
const GAP_LIMIT_MS = 15_000;

const paceOf = (validSeconds: number, tickMs = SECOND): Pace => ({
  tickMs,
  stalenessMs: validSeconds * SECOND,
  gapLimitMs: validSeconds * SECOND < GAP_LIMIT_MS ? GAP_LIMIT_MS : 2 * GAP_LIMIT_MS,
});

export const PACES = {
  /** Books of the large coins change many times a second. */
  majorCoin: paceOf(6, SECOND / 2),
  coin: paceOf(8),
  coinCross: paceOf(10),
  /** Pegged to the dollar or backed by gold. */
  calmCoin: paceOf(15),
  dollarPair: paceOf(5),
  majorPair: paceOf(8),
  pair: paceOf(15),
  stock: paceOf(8),
  fund: paceOf(10),
  bondFund: paceOf(20),
  indexFuture: paceOf(5),
  commodityFuture: paceOf(6),
  calmFuture: paceOf(15),
  preciousMetal: paceOf(5),
  rareMetal: paceOf(15),
} as const satisfies Readonly<Record<string, Pace>>;
