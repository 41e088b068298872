import { type Amount, divCeil, divFloor, type Price, RATE_DECIMALS, type Rate } from './money.ts';

/**
 * Leveraged contracts with isolated margin. Everything is in the asset of the margin (USDT):
 * amounts in 10⁻⁸, prices in 10⁻¹⁰ of the quote asset, rates in 10⁻⁸. Formulas are the usual ones
 * of linear (USDT-margined) contracts: notional = quantity × price, initial margin = notional ÷
 * leverage, PnL = quantity × (exit − entry), as the exchanges publish them (Binance, "How to
 * calculate liquidation price of USDⓈ-M futures contracts"; Bybit, "Initial margin (USDT
 * contract)"). A quote asset other than USDT enters through a rate that is frozen at the opening (a
 * quanto contract).
 */
export type Side = 'buy' | 'sell';

/**
 * How much is traded: lots, units of the base in a lot, and USDT for one unit of the quote asset.
 */
export interface Size {
  readonly lots: Amount;
  readonly lotSize: Amount;
  readonly quoteRate: Rate;
}

/**
 * Lots × lot size × rate × price is exact in 10⁻³⁴ of the asset; so many of these are one minor
 * unit of an amount.
 */
export const FINE = 10n ** 26n;
export const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);
/** As many of the above × a rate (10⁻⁴² of the asset) are one minor unit. */
export const FINE_RATE = FINE * RATE_ONE;

/** Contracts whose fee a side is at least this much of the notional are not offered. */
export const CONTRACT_FEE_RATE_MAX = 300_000n as Rate;

/** Value that one unit (10⁻¹⁰) of price has for this size, in 10⁻³⁴ of the asset. */
export const unitsOf = ({ lots, lotSize, quoteRate }: Size): bigint => lots * lotSize * quoteRate;

/** +1 for a buyer, who gains when the price rises; −1 for a seller. */
export const directionOf = (side: Side): bigint => (side === 'buy' ? 1n : -1n);

/** Notional = lots × lot size × price × quote rate, rounded up. */
export const notionalOf = (size: Size, price: Price): Amount => divCeil(unitsOf(size) * price, FINE) as Amount;

/**
 * Initial margin = notional ÷ leverage, rounded up. `leverage` is a whole number above 0; anything
 * else throws.
 */
export function marginOf(size: Size, price: Price, leverage: number): Amount {
  if (!Number.isSafeInteger(leverage) || leverage < 1) throw new RangeError(`no such leverage: ${leverage}`);
  return divCeil(unitsOf(size) * price, FINE * BigInt(leverage)) as Amount;
}

/** Fee of one side = notional × rate, rounded up. */
export const contractFeeOf = (size: Size, price: Price, rate: Rate): Amount =>
  divCeil(unitsOf(size) * price * rate, FINE_RATE) as Amount;

/**
 * Financing of one night = notional at the opening price × rate, rounded up: known before the
 * position is opened, the same every night, and independent of whether a price was there at the
 * hour.
 */
export const financingOf = contractFeeOf;

/**
 * PnL = ± size × (close − open), rounded down (a gain loses the fraction of a minor unit, a loss
 * gains it).
 */
export const pnlOf = (of: { side: Side; size: Size; open: Price; close: Price }): Amount =>
  divFloor(directionOf(of.side) * unitsOf(of.size) * (of.close - of.open), FINE) as Amount;

/**
 * The price at which one opens (a buyer at the ask) and at which one closes (a buyer at the bid).
 */
export const openingPrice = <Value>(side: Side, tick: { readonly bid: Value; readonly ask: Value }): Value =>
  side === 'buy' ? tick.ask : tick.bid;
export const closingPrice = <Value>(side: Side, tick: { readonly bid: Value; readonly ask: Value }): Value =>
  side === 'buy' ? tick.bid : tick.ask;

/**
 * Which of stop-loss and take-profit makes no sense, or undefined. A buyer's stop lies at least
 * `distance` below the reference (the price at which one could close now, or the limit price of an
 * order that waits) and above the liquidation price, behind which it would never act; the target at
 * least `distance` above it. A seller's mirror that.
 */
export function stopsProblem(of: {
  readonly side: Side;
  readonly reference: Price;
  readonly distance: Price;
  readonly stopLoss: Price | undefined;
  readonly takeProfit: Price | undefined;
  readonly liquidation: Price | undefined;
}): 'stopLoss' | 'takeProfit' | undefined {
  const { side, reference, distance, stopLoss, takeProfit, liquidation } = of;
  const direction = directionOf(side);
  if (stopLoss !== undefined) {
    if (direction * (reference - stopLoss) < distance) return 'stopLoss';
    if (liquidation !== undefined && direction * (stopLoss - liquidation) <= 0n) return 'stopLoss';
  }
  if (takeProfit !== undefined && direction * (takeProfit - reference) < distance) return 'takeProfit';
  return undefined;
}

/** Lots are at least the minimum, at most the maximum, and a multiple of the step. */
export const areLotsAllowed = (lots: Amount, terms: { min: Amount; max: Amount; step: Amount }): boolean =>
  terms.min <= lots && lots <= terms.max && lots % terms.step === 0n;
