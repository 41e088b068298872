import { deriveTiers, type Tier } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatAmount, parseAmount, parseRate, type Rate, rateOf } from '@glasshouse/rules/money';
import type { Book } from '../../kernel/core/types.ts';
import { isSoundLead } from '../../trading/lead.ts';
import { isSoundShare } from '../../trading/network-share.ts';

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
  /**
   * Most notional of one person's waiting and open orders of the instrument on one book, both
   * directions together. With it, tiers and losses count per person too. Terms of before have none.
   */
  readonly personMax?: string;
  /**
   * Share of `exposureMax` that the orders of one network may take together, never less than
   * `personMax`. Terms of before have none.
   */
  readonly networkShare?: string;
  /** Share of a buyer's dividend that is withheld. Terms without pay none, or withhold nothing. */
  readonly dividendWithholdingRate?: string;
  /** At most one price in this time: as often as the instrument's feed gives one. */
  readonly tickMs?: number;
  /**
   * A limit order within this share of the price counts in full against the limits of the house;
   * one further away less, in proportion, and never less than its margin. Terms of before count in
   * full.
   */
  readonly nearRate?: string;
  /**
   * Market orders, limit orders that the price has reached, and closes fill at the first tick after
   * they were accepted; a market order no further than this share from the price that it was placed
   * at. Under terms of before they fill at the last tick.
   */
  readonly slippageRate?: string;
  /**
   * That tick has to be from so long after the acceptance. Left out where the times of prices are
   * exact, and by terms of before.
   */
  readonly leadMs?: number;
  /** Leverage that positions may open with shortly before the market closes. */
  readonly beforeClose?: { readonly minutes: number; readonly maxLeverage: number };
  /**
   * Most that a position may gain, as a share of its notional when placed; it closes itself there.
   * Left out only by terms from before there was one.
   */
  readonly profitMaxRate?: string;
  /**
   * P&L and closing fee are converted at the quote asset's mid of the moment of the close, and the
   * margin is judged by it. Left out where there is nothing to convert, and by terms of before,
   * which convert everything at the rate of the opening.
   */
  readonly convertsAt?: 'close';
  /**
   * From so many minutes before a session ends, open positions need at least this share of their
   * notional as margin: no less than the largest gap between two sessions in the instrument's
   * history, so that a gap is paid by the margin. Terms of before have none, and markets that never
   * close. The notional is that of the mark, or under terms without a basis of the opening.
   */
  readonly closeRequirement?: {
    readonly minutes: number;
    readonly rate: string;
    readonly largestGap: string;
    readonly basis?: 'mark';
  };
};

export type ContractOffer = Omit<ContractTerms, 'version' | 'tiers'> & {
  readonly tiers: readonly Omit<TierTerms, 'deduction'>[];
};

const MINUTE_MS = 60_000;

/** Most that an offer may name. */
export interface RateLimits {
  readonly fee: Rate;
  readonly financing: Rate;
  readonly profit: Rate;
}

/** The offer with its deductions as a version of the terms, or the name of the field at fault. */
export function termsFrom(
  offer: ContractOffer,
  version: number,
  most: RateLimits,
): ContractTerms | { readonly wrong: string } {
  for (const field of ['lotSize', 'minLots', 'maxLots', 'lotStep', 'exposureMax', 'exposureTotalMax'] as const) {
    const value = parseAmount(offer[field]);
    if (value === undefined || value === 0n) return { wrong: field };
  }
  if (amountOf(offer.maxLots) < amountOf(offer.minLots)) return { wrong: 'maxLots' };
  if (amountOf(offer.minLots) % amountOf(offer.lotStep) !== 0n) return { wrong: 'minLots' };
  const fee = parseRate(offer.feeRate);
  if (fee === undefined || fee < 0n || most.fee <= fee) return { wrong: 'feeRate' };
  const financing = parseRate(offer.financingRate);
  if (financing === undefined || financing < 0n || most.financing < financing) return { wrong: 'financingRate' };
  const cover = parseRate(offer.poolCover);
  if (cover === undefined || cover < 0n || rateOf('1') < cover) return { wrong: 'poolCover' };
  const profitMax = offer.profitMaxRate === undefined ? most.profit : parseRate(offer.profitMaxRate);
  if (profitMax === undefined || profitMax <= 0n || most.profit < profitMax) return { wrong: 'profitMaxRate' };
  if (!Number.isSafeInteger(offer.stopDistancePoints) || offer.stopDistancePoints < 0)
    return { wrong: 'stopDistancePoints' };
  const wrong = wrongLimitOf(offer);
  if (wrong !== undefined) return { wrong };
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

/** The field at fault of those that newer terms have. */
function wrongLimitOf(offer: ContractOffer): string | undefined {
  const { personMax, networkShare, nearRate, slippageRate, beforeClose, convertsAt, conversion } = offer;
  const isConverted = conversion !== null && slippageRate !== undefined;
  if (convertsAt !== undefined && (convertsAt !== 'close' || !isConverted)) return 'convertsAt';
  if (personMax !== undefined && (parseAmount(personMax) ?? 0n) === 0n) return 'personMax';
  if (!isSoundShare(networkShare)) return 'networkShare';
  if (!isSoundLead(offer) || (offer.leadMs !== undefined && slippageRate === undefined)) return 'leadMs';
  const near = parseRate(nearRate ?? '1');
  if (near === undefined || near <= 0n || rateOf('1') < near) return 'nearRate';
  const slippage = parseRate(slippageRate ?? '0.01');
  if (slippage === undefined || slippage <= 0n || rateOf('1') <= slippage) return 'slippageRate';
  if (beforeClose !== undefined) {
    const { minutes, maxLeverage } = beforeClose;
    const isWhole = Number.isSafeInteger(minutes) && Number.isSafeInteger(maxLeverage);
    if (!isWhole || minutes < 1 || maxLeverage < 1) return 'beforeClose';
  }
  return isCloseSound(offer) ? undefined : 'closeRequirement';
}

/**
 * Whether what positions need before a close pays the largest gap there was, so that two accounts
 * with opposite positions gain nothing from one; and whether new positions of that time, whose
 * leverage is lower by then, have it.
 */
function isCloseSound({ beforeClose, closeRequirement, feeRate }: ContractOffer): boolean {
  if (closeRequirement === undefined) return true;
  if (beforeClose === undefined) return false;
  const { minutes, basis, rate: share, largestGap } = closeRequirement;
  // Operators cannot name it: without a requirement in force there is none to keep.
  if (largestGap === undefined) return false;
  const rate = parseRate(share);
  const gap = parseRate(largestGap);
  const isTimely = Number.isSafeInteger(minutes) && 1 <= minutes && minutes <= beforeClose.minutes;
  if (!isTimely || rate === undefined || gap === undefined || gap < 0n || rate <= 0n || rate < gap) return false;
  if (basis !== undefined && (basis !== 'mark' || rateOf('1') <= rate + rateOf(feeRate))) return false;
  return rate * BigInt(beforeClose.maxLeverage) < rateOf('1');
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

/** The same at a moment: it falls before the session ends, because nobody can trade in the gap. */
export function leverageMaxAt(
  terms: ContractTerms,
  moment: { readonly book: Book; readonly at: number; readonly sessionEndsAt: number | undefined },
): number {
  const listed = leverageMaxOf(terms, moment.book);
  const { beforeClose } = terms;
  if (beforeClose === undefined || moment.sessionEndsAt === undefined) return listed;
  const isNear = moment.sessionEndsAt - moment.at <= beforeClose.minutes * MINUTE_MS;
  return isNear ? Math.min(listed, beforeClose.maxLeverage) : listed;
}

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
