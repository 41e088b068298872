import { type Amount, divCeil, divFloor, type Price, RATE_DECIMALS, type Rate } from './money.ts';

/**
 * Leveraged contracts with isolated margin. Everything is in the margin asset (USDT): amounts in
 * 10⁻⁸, prices in 10⁻¹⁰ of the quote asset, rates in 10⁻⁸. Formulas are the usual ones for linear
 * (USDT-margined) contracts: notional = quantity × price, initial margin = notional ÷ leverage, PnL
 * = quantity × (exit − entry), as the exchanges publish them (Binance, "How to calculate
 * liquidation price of USDⓈ-M futures contracts"; Bybit, "Initial margin (USDT contract)"). A quote
 * asset other than USDT is converted at a rate frozen at the opening (a quanto contract).
 */
export type Side = 'buy' | 'sell';

/** Lots, units of the base per lot, and USDT per unit of the quote asset. */
export interface Size {
  readonly lots: Amount;
  readonly lotSize: Amount;
  readonly quoteRate: Rate;
}

/** Lots × lot size × rate × price is exact in 10⁻³⁴ of the asset; this many make one minor unit. */
export const FINE = 10n ** 26n;
export const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);
/** The same times a rate: this many 10⁻⁴² of the asset make one minor unit. */
export const FINE_RATE = FINE * RATE_ONE;

/** Value of a price move of 10⁻¹⁰ for this size, in 10⁻³⁴ of the asset. */
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

/** Fee per side = notional × rate, rounded up. */
export const contractFeeOf = (size: Size, price: Price, rate: Rate): Amount =>
  divCeil(unitsOf(size) * price * rate, FINE_RATE) as Amount;

/**
 * Overnight fee = notional at the opening price × rate, rounded up: known before the position
 * opens, the same every night, and independent of a price being there at the hour.
 */
export const financingOf = contractFeeOf;

/**
 * PnL = ± size × (close − open), rounded down, so the fraction of a minor unit always goes to the
 * house.
 */
export const pnlOf = (position: { side: Side; size: Size; open: Price; close: Price }): Amount =>
  divFloor(directionOf(position.side) * unitsOf(position.size) * (position.close - position.open), FINE) as Amount;

/** A buyer opens at the ask and closes at the bid; a seller the other way round. */
export const openingPrice = <Value>(side: Side, tick: { readonly bid: Value; readonly ask: Value }): Value =>
  side === 'buy' ? tick.ask : tick.bid;
export const closingPrice = <Value>(side: Side, tick: { readonly bid: Value; readonly ask: Value }): Value =>
  side === 'buy' ? tick.bid : tick.ask;

/**
 * Which of stop-loss and take-profit is unreasonable, or undefined. For a buyer the stop-loss lies
 * at least `distance` below the reference (the current closing price, or the limit price of a
 * waiting order) and above the liquidation price, beyond which it would never trigger; the
 * take-profit at least `distance` above the reference. Mirrored for a seller.
 */
export function stopsProblem(stops: {
  readonly side: Side;
  readonly reference: Price;
  readonly distance: Price;
  readonly stopLoss: Price | undefined;
  readonly takeProfit: Price | undefined;
  readonly liquidation: Price | undefined;
}): 'stopLoss' | 'takeProfit' | undefined {
  const { side, reference, distance, stopLoss, takeProfit, liquidation } = stops;
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
