import { CONTRACT_FEE_RATE_MAX } from '@glasshouse/rules/contracts';
import { deriveTiers, type Tier } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatAmount, parseAmount, parseRate, rateOf } from '@glasshouse/rules/money';
import type { Book } from '../../kernel/types.ts';

/**
 * One tier of the maintenance margin, as text. The deduction is derived once, so that all readers
 * agree.
 */
export type TierTerms = {
  readonly floor: string;
  readonly maintenanceRate: string;
  readonly deduction: string;
  readonly maxLeverage: number;
};

/** USDT for one unit of the quote asset: the mid of this instrument, or its inverse. */
export type Conversion = {
  readonly code: string;
  readonly precision: number;
  readonly inverse: boolean;
};

/** What one instrument offers as a contract. A position keeps the version it was opened under. */
export type ContractTerms = {
  readonly code: string;
  /** Goes up by one with every change. */
  readonly version: number;
  readonly precision: number;
  readonly asset: string;
  /** Null: the quote asset is USDT, or USD, which counts as USDT. */
  readonly conversion: Conversion | null;
  readonly lotSize: string;
  readonly minLots: string;
  readonly maxLots: string;
  readonly lotStep: string;
  readonly maxLeverage: number;
  /** Lower cap on the real book, where the installation has one. */
  readonly realLeverageMax?: number;
  /** Per side, on the notional. */
  readonly feeRate: string;
  /** Per day, on the notional at the opening price. */
  readonly financingRate: string;
  readonly tiers: readonly TierTerms[];
  /** Smallest distance of stop and target from the price. */
  readonly stopDistancePoints: number;
  readonly stalenessMs: number;
  /** Most notional of waiting and open orders of the instrument on one book. */
  readonly exposureMax: string;
  /** The same over all instruments. */
  readonly exposureTotalMax: string;
  /** Share of that total that the pool must hold before it takes more. */
  readonly poolCover: string;
};

export type ContractOffer = Omit<ContractTerms, 'version' | 'tiers'> & {
  readonly tiers: readonly Omit<TierTerms, 'deduction'>[];
};

/**
 * Waiting and open orders of one user on one book: what a page can show, and what memory is sized
 * for.
 */
export const OPEN_ORDERS_MAX = 100;
/** A higher daily rate is taken for a slip of the operator. */
const FINANCING_RATE_MAX = rateOf('0.01');

/** The offer with its deductions as a version of the terms, or the name of the field at fault. */
export function termsFrom(offer: ContractOffer, version: number): ContractTerms | { readonly wrong: string } {
  for (const field of ['lotSize', 'minLots', 'maxLots', 'lotStep', 'exposureMax', 'exposureTotalMax'] as const) {
    const value = parseAmount(offer[field]);
    if (value === undefined || value === 0n) return { wrong: field };
  }
  if (amountOf(offer.maxLots) < amountOf(offer.minLots)) return { wrong: 'maxLots' };
  if (amountOf(offer.minLots) % amountOf(offer.lotStep) !== 0n) return { wrong: 'minLots' };
  const fee = parseRate(offer.feeRate);
  if (fee === undefined || fee < 0n || CONTRACT_FEE_RATE_MAX <= fee) return { wrong: 'feeRate' };
  const financing = parseRate(offer.financingRate);
  if (financing === undefined || financing < 0n || FINANCING_RATE_MAX < financing) return { wrong: 'financingRate' };
  const cover = parseRate(offer.poolCover);
  if (cover === undefined || cover < 0n || rateOf('1') < cover) return { wrong: 'poolCover' };
  if (!Number.isSafeInteger(offer.stopDistancePoints) || offer.stopDistancePoints < 0)
    return { wrong: 'stopDistancePoints' };
  const { realLeverageMax = 1 } = offer;
  if (!Number.isSafeInteger(realLeverageMax) || realLeverageMax < 1) return { wrong: 'realLeverageMax' };
  const tiers = tiersOf(offer.tiers);
  if (tiers === undefined || tiers[0]?.maxLeverage !== offer.maxLeverage) return { wrong: 'tiers' };
  return {
    ...offer,
    version,
    tiers: offer.tiers.map((tier, index) => ({ ...tier, deduction: formatAmount((tiers[index] as Tier).deduction) })),
  };
}

function tiersOf(tiers: ContractOffer['tiers']): readonly Tier[] | undefined {
  const parsed = tiers.map(({ floor, maintenanceRate, maxLeverage }) => ({
    floor: parseAmount(floor),
    maintenanceRate: parseRate(maintenanceRate),
    maxLeverage,
  }));
  const sound = parsed.filter((tier) => tier.floor !== undefined && tier.maintenanceRate !== undefined);
  return sound.length < parsed.length ? undefined : deriveTiers(sound as Parameters<typeof deriveTiers>[0]);
}

/** The highest leverage of a new position on a book; its tier may allow less. */
export const leverageMaxOf = ({ maxLeverage, realLeverageMax = maxLeverage }: ContractTerms, book: Book): number =>
  book === 'real' ? Math.min(maxLeverage, realLeverageMax) : maxLeverage;

/** Tiers for the arithmetic. */
export const readTiers = (terms: Pick<ContractTerms, 'tiers'>): readonly Tier[] =>
  terms.tiers.map((tier) => ({
    floor: amountOf(tier.floor),
    maintenanceRate: rateOf(tier.maintenanceRate),
    deduction: amountOf(tier.deduction),
    maxLeverage: tier.maxLeverage,
  }));

/** A row of `contract_terms`. */
export type ContractTermsRow = { readonly code: string; readonly version: number; readonly terms: ContractTerms };
