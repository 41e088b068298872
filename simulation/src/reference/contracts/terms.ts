import { ceilDiv, mustUnits, textOf, unitsOf, WHOLE_RATE } from '../figures.ts';
import { isNoLead } from '../leads.ts';
import { isNoShare } from '../networks.ts';

interface TierOffer {
  readonly floor: string;
  readonly maintenanceRate: string;
  readonly maxLeverage: number;
}

export interface ContractOffer {
  readonly code: string;
  readonly precision: number;
  readonly asset: string;
  readonly conversion: { readonly code: string; readonly precision: number; readonly inverse: boolean } | null;
  readonly lotSize: string;
  readonly minLots: string;
  readonly maxLots: string;
  readonly lotStep: string;
  readonly maxLeverage: number;
  readonly feeRate: string;
  readonly financingRate: string;
  readonly tiers: readonly TierOffer[];
  readonly stopDistancePoints: number;
  readonly stalenessMs: number;
  readonly exposureMax: string;
  readonly exposureTotalMax: string;
  readonly poolCover: string;
  readonly personMax?: string;
  readonly networkShare?: string;
  readonly nearRate?: string;
  readonly slippageRate?: string;
  readonly leadMs?: number;
  readonly beforeClose?: { readonly minutes: number; readonly maxLeverage: number };
  readonly profitMaxRate?: string;
  readonly convertsAt?: 'close';
  readonly closeRequirement?: {
    readonly minutes: number;
    readonly rate: string;
    readonly largestGap: string;
    readonly basis?: 'mark';
  };
}

export interface ContractTerms extends Omit<ContractOffer, 'tiers'> {
  readonly version: number;
  readonly tiers: readonly (TierOffer & { readonly deduction: string })[];
}

const FEE_LIMIT = 300_000n;
const FINANCING_LIMIT = 1_000_000n;
const TIERS_MAX = 20;
const GAIN_LIMIT = 900_000_000n;

/** Terms with their deductions, or the first invalid field, in the order of the offer. */
export function termsOf(offer: ContractOffer, version: number): ContractTerms | { readonly wrong: string } {
  for (const field of ['lotSize', 'minLots', 'maxLots', 'lotStep', 'exposureMax', 'exposureTotalMax'] as const) {
    if ((unitsOf(offer[field]) ?? 0n) === 0n) return { wrong: field };
  }
  if (mustUnits(offer.maxLots) < mustUnits(offer.minLots)) return { wrong: 'maxLots' };
  if (mustUnits(offer.minLots) % mustUnits(offer.lotStep) !== 0n) return { wrong: 'minLots' };
  if (FEE_LIMIT <= (unitsOf(offer.feeRate) ?? FEE_LIMIT)) return { wrong: 'feeRate' };
  if (FINANCING_LIMIT < (unitsOf(offer.financingRate) ?? FINANCING_LIMIT + 1n)) return { wrong: 'financingRate' };
  if (WHOLE_RATE < (unitsOf(offer.poolCover) ?? WHOLE_RATE + 1n)) return { wrong: 'poolCover' };
  const gain = offer.profitMaxRate === undefined ? 1n : (unitsOf(offer.profitMaxRate) ?? 0n);
  if (gain === 0n || GAIN_LIMIT < gain) return { wrong: 'profitMaxRate' };
  if (!Number.isSafeInteger(offer.stopDistancePoints) || offer.stopDistancePoints < 0)
    return { wrong: 'stopDistancePoints' };
  if (offer.personMax !== undefined && (unitsOf(offer.personMax) ?? 0n) === 0n) return { wrong: 'personMax' };
  const isConverted = offer.conversion !== null && offer.slippageRate !== undefined;
  if (offer.convertsAt !== undefined && (offer.convertsAt !== 'close' || !isConverted)) return { wrong: 'convertsAt' };
  if (isNoShare(offer)) return { wrong: 'networkShare' };
  if (isNoLead(offer) || (offer.leadMs !== undefined && offer.slippageRate === undefined)) return { wrong: 'leadMs' };
  const near = unitsOf(offer.nearRate ?? '1') ?? 0n;
  if (near === 0n || WHOLE_RATE < near) return { wrong: 'nearRate' };
  const slippage = unitsOf(offer.slippageRate ?? '0.01') ?? 0n;
  if (slippage === 0n || WHOLE_RATE <= slippage) return { wrong: 'slippageRate' };
  const { minutes, maxLeverage } = offer.beforeClose ?? { minutes: 1, maxLeverage: 1 };
  if (!Number.isSafeInteger(minutes) || !Number.isSafeInteger(maxLeverage) || minutes < 1 || maxLeverage < 1)
    return { wrong: 'beforeClose' };
  if (!paysGaps(offer)) return { wrong: 'closeRequirement' };
  const deductions = deductionsOf(offer.tiers);
  if (deductions === undefined || offer.tiers[0]?.maxLeverage !== offer.maxLeverage) return { wrong: 'tiers' };
  const tiers = offer.tiers.map((tier, index) => ({ ...tier, deduction: textOf(deductions[index] as bigint) }));
  return { ...offer, version, tiers };
}

/** Before a close positions need the largest gap, and those that open then have it. */
function paysGaps({ beforeClose, closeRequirement: more, feeRate }: ContractOffer): boolean {
  if (more === undefined) return true;
  const rate = unitsOf(more.rate);
  const gap = unitsOf(more.largestGap);
  if (beforeClose === undefined || rate === undefined || gap === undefined) return false;
  const isTimely = Number.isSafeInteger(more.minutes) && 0 < more.minutes && more.minutes <= beforeClose.minutes;
  const isLinear = more.basis === undefined || (more.basis === 'mark' && rate + mustUnits(feeRate) < WHOLE_RATE);
  return isTimely && isLinear && 0n < rate && gap <= rate && rate * BigInt(beforeClose.maxLeverage) < WHOLE_RATE;
}

/**
 * No market that closes goes without one, of what positions have become, and its largest gap never
 * shrinks.
 */
export function wrongGap(offer: ContractOffer, before: ContractTerms | undefined, version: number): boolean {
  const now = offer.closeRequirement;
  const then = before?.closeRequirement;
  if (now === undefined) return then !== undefined || (10 <= version && offer.beforeClose !== undefined);
  if (11 <= version && now.basis === undefined) return true;
  return then !== undefined && mustUnits(now.largestGap) < mustUnits(then.largestGap);
}

/**
 * d_k = d_{k−1} + floor_k × (MMR_k − MMR_{k−1}): the requirement is continuous where two tiers
 * meet.
 */
function deductionsOf(tiers: readonly TierOffer[]): bigint[] | undefined {
  if (tiers.length === 0 || TIERS_MAX < tiers.length) return undefined;
  const deductions: bigint[] = [];
  let [floorBefore, rateBefore, leverageBefore] = [-1n, 0n, 1_000];
  for (const [index, tier] of tiers.entries()) {
    const floor = unitsOf(tier.floor);
    const rate = unitsOf(tier.maintenanceRate);
    const leverage = tier.maxLeverage;
    if (floor === undefined || rate === undefined || !Number.isSafeInteger(leverage)) return undefined;
    if ((index === 0) !== (floor === 0n) || floor <= floorBefore || rate <= rateBefore) return undefined;
    if (leverage < 1 || leverageBefore < leverage || WHOLE_RATE <= rate * BigInt(leverage)) return undefined;
    const more = floor * (rate - rateBefore);
    if (more % WHOLE_RATE !== 0n) return undefined;
    deductions.push(index === 0 ? 0n : (deductions[index - 1] as bigint) + more / WHOLE_RATE);
    [floorBefore, rateBefore, leverageBefore] = [floor, rate, leverage];
  }
  return deductions;
}

const tierFor = (terms: ContractTerms, notional: bigint): ContractTerms['tiers'][number] =>
  terms.tiers.filter(({ floor }) => mustUnits(floor) <= notional).at(-1) as ContractTerms['tiers'][number];

export const leverageMax = (terms: ContractTerms, notional: bigint): number => tierFor(terms, notional).maxLeverage;

export function maintenanceOf(terms: ContractTerms, notional: bigint): bigint {
  const { maintenanceRate, deduction } = tierFor(terms, notional);
  return ceilDiv(notional * mustUnits(maintenanceRate), WHOLE_RATE) - mustUnits(deduction);
}

/** Leverage that an order may open with at a moment: less shortly before the session ends. */
export function leverageAt(terms: ContractTerms, at: number, sessionEndsAt: number | undefined): number {
  const { beforeClose } = terms;
  const isNear =
    beforeClose !== undefined && sessionEndsAt !== undefined && sessionEndsAt <= at + beforeClose.minutes * 60_000;
  return isNear && beforeClose.maxLeverage < terms.maxLeverage ? beforeClose.maxLeverage : terms.maxLeverage;
}
