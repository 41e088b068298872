import { type Amount, amountOf, mulRateFloor, parseRate, rateOf } from '@glasshouse/rules/money';
import type { CommandInput } from '../kernel/core/types.ts';

/** A part of the facts of an order: left out by entries of before, and where nothing is known. */
export type NetworkFact = { readonly network?: string };

export const networkFact = ({ network }: Pick<CommandInput, 'network'>): NetworkFact =>
  network === undefined ? {} : { network };

interface Limits {
  readonly exposureMax: string;
  readonly personMax?: string;
  readonly networkShare?: string;
}

/**
 * Most that all orders of one network may take of an instrument: never less than one person's
 * share. Undefined under terms of before, which know no share of networks or of persons.
 */
export function networkMaxOf({ exposureMax, personMax, networkShare }: Limits): Amount | undefined {
  if (personMax === undefined || networkShare === undefined) return undefined;
  const person = amountOf(personMax);
  const share = mulRateFloor(amountOf(exposureMax), rateOf(networkShare));
  if (share < person) return person;
  return share;
}

/**
 * Most of what all instruments share that orders of one network may take at a time: of a pool with
 * nothing reserved, or of the total of contracts. Never less than one person's share of the
 * instrument, which an order alone may be. `share`: figure `networks.poolShare`; 1 is no limit.
 */
export function networkPoolMaxOf(
  { personMax }: Pick<Limits, 'personMax'>,
  { whole, share }: { readonly whole: Amount; readonly share: string },
): Amount | undefined {
  const rate = rateOf(share);
  if (personMax === undefined || rate === rateOf('1')) return undefined;
  const person = amountOf(personMax);
  const part = mulRateFloor(whole, rate);
  return part < person ? person : part;
}

/** Whether a share can be one; terms may leave it out. */
export function isSoundShare(share: string | undefined): boolean {
  const rate = parseRate(share ?? '1');
  return rate !== undefined && rateOf('0') < rate && rate <= rateOf('1');
}
