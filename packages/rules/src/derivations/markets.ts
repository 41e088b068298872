import { type Amount, amountOf, divFloor, formatDecimal, parseDecimal, power10, ZERO } from '../money.ts';
import { amountBy, calculated, type Derived, exact, term } from './terms.ts';

/** Of a reference price between any two coins. */
const CROSS_DECIMALS = 18;

/** What the spread of a conversion costs, in the coin received; undefined where nothing. */
export function spreadCostDerivation(of: {
  readonly amount: string;
  readonly reference: string;
  readonly receive: string;
}): Derived | undefined {
  const reference = parseDecimal(of.reference, CROSS_DECIMALS);
  if (reference === undefined) return undefined;
  const value = divFloor(amountOf(of.amount) * reference, power10(CROSS_DECIMALS)) as Amount;
  const cost = (value - amountOf(of.receive)) as Amount;
  if (cost < ZERO) return undefined;
  const atReference = amountBy('down', [term('given', '', of.amount), term('reference', '×', of.reference)], value);
  return exact([calculated('atReference', '', atReference), term('received', '−', of.receive)], cost);
}

const CHANGE_DECIMALS = 4;

/**
 * How far a price is from that of a day ago, as a share; halves go up, as in the list of markets.
 * Undefined without a price of a day ago.
 */
export function dayChangeDerivation(of: { readonly price: string; readonly dayAgo: string }): Derived | undefined {
  const [now, before] = [parseDecimal(of.price, CROSS_DECIMALS), parseDecimal(of.dayAgo, CROSS_DECIMALS)];
  if (now === undefined || before === undefined || before <= 0n) return undefined;
  const scaled = (now - before) * power10(CHANGE_DECIMALS);
  const units = divFloor(2n * scaled + before, 2n * before);
  return {
    terms: [term('mid', '', of.price), term('dayAgo', '−', of.dayAgo), term('dayAgo', '÷', of.dayAgo)],
    ...{ rounding: 'half', decimals: CHANGE_DECIMALS, result: formatDecimal(units, CHANGE_DECIMALS) },
  };
}
