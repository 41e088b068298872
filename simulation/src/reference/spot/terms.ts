import { unitsOf, WHOLE_RATE } from '../figures.ts';
import { isNoLead } from '../leads.ts';

export interface SpotOffer {
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly precision: number;
  readonly tickPoints: number;
  readonly quantityStep: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
  readonly minAmount: string;
  readonly makerRate: string;
  readonly takerRate: string;
  readonly bandRate: string;
  readonly stalenessMs: number;
  /** The house's quotes are met at the first price after the first one of each of these. */
  readonly awaits?: readonly string[];
  readonly leadMs?: number;
  readonly slippageRate?: string;
  readonly roundsUp?: boolean;
  readonly quotesVary?: boolean;
  readonly ladder: { readonly levels: number; readonly spacingPpm: number; readonly levelAmount: string };
}

export interface SpotTerms extends SpotOffer {
  readonly version: number;
}

const FEE_LIMIT = 300_000n;
const STEPS_MAX = 1_000_000_000n;
const LEVELS_MAX = 25;

export function isValid(offer: SpotOffer): boolean {
  const [step, min, max] = [offer.quantityStep, offer.minQuantity, offer.maxQuantity].map(unitsOf);
  const maker = unitsOf(offer.makerRate);
  const taker = unitsOf(offer.takerRate);
  const band = unitsOf(offer.bandRate) ?? 0n;
  if (step === undefined || min === undefined || max === undefined || step === 0n) return false;
  if (max < min || min < step || min % step !== 0n || max % step !== 0n || STEPS_MAX < max / step) return false;
  if (FEE_LIMIT <= (maker ?? FEE_LIMIT) || FEE_LIMIT <= (taker ?? FEE_LIMIT)) return false;
  const slippage = unitsOf(offer.slippageRate ?? offer.bandRate) ?? 0n;
  if (slippage === 0n || WHOLE_RATE <= slippage || 2 < (offer.awaits ?? []).length) return false;
  if (isNoLead(offer) || (offer.leadMs !== undefined && offer.awaits === undefined)) return false;
  if (band === 0n || WHOLE_RATE <= band || (unitsOf(offer.minAmount) ?? 0n) === 0n) return false;
  const { levels, spacingPpm, levelAmount } = offer.ladder;
  if (unitsOf(levelAmount) === undefined || levels < 0 || LEVELS_MAX < levels || spacingPpm < 0) return false;
  return Number.isSafeInteger(offer.tickPoints) && 0 < offer.tickPoints && offer.base !== offer.quote;
}

/** The units of resting orders, which must not change while one rests. */
export const isSameMeasure = (left: SpotOffer, right: SpotOffer): boolean =>
  left.base === right.base &&
  left.quote === right.quote &&
  left.precision === right.precision &&
  left.quantityStep === right.quantityStep;
