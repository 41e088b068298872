import { RATE_ONE } from './contracts.ts';
import { type Amount, divCeil, greater, lesser, mulRateCeil, type Rate, subtract, ZERO } from './money.ts';

/** A maintenance margin tier before its deduction is derived. */
export interface TierStep {
  /** Lower bound of the notional. */
  readonly floor: Amount;
  /** Share of the notional required as margin. */
  readonly maintenanceRate: Rate;
  /** Highest leverage of an order of this notional. */
  readonly maxLeverage: number;
}

export interface Tier extends TierStep {
  /** Subtracted so that the requirement is continuous where two tiers meet. */
  readonly deduction: Amount;
}

/** No market needs more, and each look-up scans all of them. */
export const TIERS_MAX = 20;

/**
 * Deductions that make the requirement continuous: d₀ = 0, d_k = d_{k−1} + floor_k × (MMR_k −
 * MMR_{k−1}). (The "maintenance amount" of Binance's and the "MM deduction" of Bybit's risk limit
 * tables.) Undefined for an invalid table: empty or too long, not starting at 0, floors or rates
 * not rising, leverage rising or not a whole number from 1 to 1000, a rate outside 0 to 1, initial
 * margin not above the requirement, or a deduction not exact in 10⁻⁸.
 */
export function deriveTiers(steps: readonly TierStep[]): readonly Tier[] | undefined {
  if (steps.length === 0 || TIERS_MAX < steps.length || steps[0]?.floor !== ZERO) return undefined;
  const tiers: Tier[] = [];
  for (const step of steps) {
    if (!isStepValid(step)) return undefined;
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

function isStepValid({ maintenanceRate, maxLeverage }: TierStep): boolean {
  const leverage = Number.isSafeInteger(maxLeverage) && 1 <= maxLeverage && maxLeverage <= 1_000;
  if (!leverage || maintenanceRate <= 0n || RATE_ONE <= maintenanceRate) return false;
  // The initial margin, 1 ÷ leverage, must exceed the requirement.
  return maintenanceRate * BigInt(maxLeverage) < RATE_ONE;
}

/** The last tier whose floor the notional reaches. */
export function tierOf(tiers: readonly Tier[], notional: Amount): Tier {
  const tier = tiers.findLast(({ floor }) => floor <= notional);
  if (tier === undefined) throw new RangeError('a tier table starts at 0');
  return tier;
}

/**
 * Maintenance margin = notional × rate of its tier − deduction, rounded up. Uses the notional at
 * the opening price.
 */
export function maintenanceOf(tiers: readonly Tier[], notional: Amount): Amount {
  const { maintenanceRate, deduction } = tierOf(tiers, notional);
  return subtract(mulRateCeil(notional, maintenanceRate), deduction);
}

/**
 * The requirement shortly before a close: at least this share of the notional, rounded up against
 * the owner, so that a gap between two sessions is paid by the margin. The notional is that of the
 * opening, or under newer terms the one at the mark: a gap is a share of what a position is worth.
 */
export function raisedRequirement(requirement: {
  readonly maintenance: Amount;
  readonly notional: Amount;
  readonly rate: Rate;
}): Amount {
  const least = mulRateCeil(requirement.notional, requirement.rate);
  return greater(requirement.maintenance, least);
}

/**
 * What a waiting order counts against the limits of the house: its notional while its limit is
 * within `near` of the price, further away less in proportion to the distance, and never less than
 * its margin. Orders far from the price then take little from those who trade.
 */
export function waitingExposure(order: {
  readonly notional: Amount;
  readonly margin: Amount;
  /** Points of the limit and of the mid. */
  readonly limit: number;
  readonly mid: number;
  readonly near: Rate;
}): Amount {
  const distance = BigInt(Math.abs(order.limit - order.mid)) * RATE_ONE;
  const full = order.near * BigInt(order.mid);
  if (distance <= full) return order.notional;
  const part = divCeil(order.notional * full, distance) as Amount;
  return part < order.margin ? lesser(order.margin, order.notional) : part;
}
