import { floorDiv, greatest, mustUnits, unitsOf, WHOLE_RATE } from './figures.ts';
import type { Entry } from './stored.ts';

/** What an order says of where it came from; that somebody sent it from there is checked apart. */
export function networkFactOf(entry: Entry): { readonly network?: string } {
  const network = (entry.facts as { readonly network?: string } | null)?.network;
  return network === undefined ? {} : { network };
}

/**
 * What firm prices promised to others of the network. Asking for one is in no log, so that this
 * is taken as it was told.
 */
export function promisedFactOf(entry: Entry): { readonly promised?: string } {
  const { promised } = (entry.facts ?? {}) as { readonly promised?: string };
  const isSound = networkFactOf(entry).network !== undefined && 0n < (unitsOf(promised ?? '') ?? 0n);
  return promised !== undefined && isSound ? { promised } : {};
}

/** Where an order of the house's stock came from, and what is promised to others there. */
export const stockFactsOf = (entry: Entry) => ({ ...networkFactOf(entry), ...promisedFactOf(entry) });

/** Whether the order uses a firm price that has its amount in the share of this network. */
export function isSetAside(entry: Entry): boolean {
  const { network, quote } = (entry.facts ?? {}) as { network?: string; quote?: { network?: string } | null };
  return network !== undefined && quote?.network === network;
}

interface NetworkTerms {
  readonly personMax?: string;
  readonly networkShare?: string;
}

/** More than nothing and at most all; left out by terms of before. */
export function isNoShare({ networkShare }: NetworkTerms): boolean {
  if (networkShare === undefined) return false;
  const share = unitsOf(networkShare) ?? 0n;
  return share === 0n || WHOLE_RATE < share;
}

/** By figures of before, which know no share of a pool. */
export const NO_SHARE = '1';

/** Most of a pool or total for all orders of one network; never less than one person's share. */
export function networkPoolMax({ personMax }: NetworkTerms, whole: bigint, share: string): bigint | undefined {
  if (personMax === undefined || mustUnits(share) === WHOLE_RATE) return undefined;
  return greatest(floorDiv(whole * mustUnits(share), WHOLE_RATE), mustUnits(personMax));
}

/** Most of an instrument for all orders of one network; never less than one person's share. */
export function networkMax(terms: { readonly exposureMax: string } & NetworkTerms): bigint | undefined {
  if (terms.personMax === undefined || terms.networkShare === undefined) return undefined;
  const part = floorDiv(mustUnits(terms.exposureMax) * mustUnits(terms.networkShare), WHOLE_RATE);
  return greatest(part, mustUnits(terms.personMax));
}
