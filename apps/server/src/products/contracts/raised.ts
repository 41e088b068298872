import type { Position } from '@glasshouse/rules/contracts-liquidation';
import { raisedRequirement } from '@glasshouse/rules/contracts-tiers';
import { amountOf, formatRate, rateOf } from '@glasshouse/rules/money';
import type { ContractOrder } from './rows.ts';
import type { ContractTerms } from './terms.ts';

const MINUTE_MS = 60_000;

/** What orders under the terms keep of the requirement before a close. */
export const beforeCloseOf = ({ closeRequirement: required }: ContractTerms): ContractOrder['before_close'] =>
  required === undefined
    ? null
    : {
        minutes: required.minutes,
        rate: formatRate(rateOf(required.rate)),
        ...(required.basis === undefined ? {} : { basis: required.basis }),
      };

/**
 * What a position is judged by shortly before its market closes, when nobody could add to it or
 * close it any more: a share of its notional at the mark, or under older terms an amount fixed by
 * the opening. Undefined where the order has neither, or the amount is no more than usual.
 */
export function raisedBy(order: ContractOrder): Pick<Position, 'maintenance' | 'markShare'> | undefined {
  const { before_close: more } = order;
  if (more === null) return undefined;
  const maintenance = amountOf(order.maintenance);
  const rate = rateOf(more.rate);
  if (more.basis === 'mark') return { maintenance, markShare: rate };
  const raised = raisedRequirement({ maintenance, notional: amountOf(order.notional), rate });
  return maintenance < raised ? { maintenance: raised } : undefined;
}

/** Whether a position needs more margin at a moment, so long before the session ends. */
export const isBeforeClose = ({ before_close }: ContractOrder, leftMs: number): boolean =>
  before_close !== null && leftMs <= before_close.minutes * MINUTE_MS;

/** The longest time before a close in which positions of the terms need more margin; 0: none. */
export const closingMsOf = ({ closeRequirement }: ContractTerms): number =>
  closeRequirement === undefined ? 0 : closeRequirement.minutes * MINUTE_MS;
