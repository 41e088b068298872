import { raisedRequirement } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatAmount, rateOf } from '@glasshouse/rules/money';
import type { ContractOrder } from './order.ts';
import type { ContractTerms } from './terms.ts';

const MINUTE_MS = 60_000;

/**
 * The order with the requirement that it has shortly before its market closes, when nobody could
 * add to it or close it any more; undefined where it is not higher than usual.
 */
export function raised(order: ContractOrder): ContractOrder | undefined {
  if (order.before_close === null) return undefined;
  const { maintenance } = order;
  const now = amountOf(maintenance);
  const more = raisedRequirement({
    maintenance: now,
    notional: amountOf(order.notional),
    rate: rateOf(order.before_close.rate),
  });
  return now < more ? { ...order, maintenance: formatAmount(more) } : undefined;
}

/** Whether a position needs more margin at a moment, so long before the session ends. */
export const isBeforeClose = ({ before_close }: ContractOrder, leftMs: number): boolean =>
  before_close !== null && leftMs <= before_close.minutes * MINUTE_MS;

/** The longest time before a close in which positions of the terms need more margin; 0: none. */
export const closingMsOf = ({ closeRequirement }: ContractTerms): number =>
  closeRequirement === undefined ? 0 : closeRequirement.minutes * MINUTE_MS;
