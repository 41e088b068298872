import { RATE_ONE } from './contracts.ts';
import { type Amount, mulRateCeil, type Rate, subtract, ZERO } from './money.ts';

/** One step of the maintenance margin, before its deduction is known. */
export interface TierStep {
  /** Notional from which it holds. */
  readonly floor: Amount;
  /** Share of the notional that must stay. */
  readonly maintenanceRate: Rate;
  /** Highest leverage of an order of this notional. */
  readonly maxLeverage: number;
}

export interface Tier extends TierStep {
  /** Taken off, so that the requirement has no step where two tiers meet. */
  readonly deduction: Amount;
}

/** More are never needed to describe a market, and one look-up goes through all of them. */
export const TIERS_MAX = 20;

/**
 * Deductions that make the requirement continuous: d₀ = 0, d_k = d_{k−1} + floor_k × (MMR_k −
 * MMR_{k−1}). (The "maintenance amount" of Binance's and the "MM deduction" of Bybit's risk limit
 * tables.) Undefined for a table that makes no sense: it is empty or too long, does not begin at 0,
 * floors or rates do not rise, leverage rises or is no whole number from 1 to 1000, a rate is not
 * between 0 and 1, leverage leaves no margin above the requirement, or a deduction is not exact in
 * 10⁻⁸.
 */
export function deriveTiers(steps: readonly TierStep[]): readonly Tier[] | undefined {
  if (steps.length === 0 || TIERS_MAX < steps.length || steps[0]?.floor !== ZERO) return undefined;
  const tiers: Tier[] = [];
  for (const step of steps) {
    if (!isStepSound(step)) return undefined;
    const below = tiers.at(-1);
    if (below === undefined) {
      tiers.push({ ...step, deduction: ZERO });
      continue;
    }
    const rises = below.floor < step.floor && below.maintenanceRate < step.maintenanceRate;
    if (!rises || below.maxLeverage < step.maxLeverage) return undefined;
    const exact = step.floor * (step.maintenanceRate - below.maintenanceRate);
    if (exact % RATE_ONE !== 0n) return undefined;
    tiers.push({ ...step, deduction: (below.deduction + exact / RATE_ONE) as Amount });
  }
  return tiers;
}

function isStepSound({ maintenanceRate, maxLeverage }: TierStep): boolean {
  const leverage = Number.isSafeInteger(maxLeverage) && 1 <= maxLeverage && maxLeverage <= 1_000;
  if (!leverage || maintenanceRate <= 0n || RATE_ONE <= maintenanceRate) return false;
  // The initial margin, 1 ÷ leverage, lies above the requirement.
  return maintenanceRate * BigInt(maxLeverage) < RATE_ONE;
}

/** The tier of a notional: the last whose floor it reaches. */
export function tierOf(tiers: readonly Tier[], notional: Amount): Tier {
  const tier = tiers.findLast(({ floor }) => floor <= notional);
  if (tier === undefined) throw new RangeError('a table of tiers begins at 0');
  return tier;
}

/**
 * Maintenance margin = notional × rate of its tier − deduction, rounded up. Taken on the notional
 * at the opening price.
 */
export function maintenanceOf(tiers: readonly Tier[], notional: Amount): Amount {
  const { maintenanceRate, deduction } = tierOf(tiers, notional);
  return subtract(mulRateCeil(notional, maintenanceRate), deduction);
}
