import type { Size } from '@glasshouse/rules/contracts';
import type { NO_CARRY } from '@glasshouse/rules/contracts-close';
import type { LadderStep } from '@glasshouse/rules/contracts-entries';
import { type Amount, amountOf, type Rate, rateOf } from '@glasshouse/rules/money';
import type { ContractOrder, Trail } from './order.ts';
import type { ContractStep } from './steps.ts';
import type { ContractTerms } from './terms.ts';

/** A position while its history is replayed. */
export interface Replayed {
  lots: Amount;
  margin: Amount;
  open: number | null;
  openFee: Amount;
  closeFee: Amount;
  financing: Amount;
  realised: Amount;
  carry: typeof NO_CARRY;
  /** Most that it may gain, once its first price is known. */
  profitMax: Amount | undefined;
  stop: number | null;
  target: number | null;
  targets: readonly LadderStep[];
  trail: Trail | null;
  /** The earliest time of a price that fires any of them, since they were last changed. */
  stopsFrom: number | null;
  /** Ticks at which it was agreed or set. */
  trailedFrom: (number | null)[];
  /** Whether the stop price of a stop-limit order was reached. */
  isTriggered: boolean;
  /** What asked for the price that comes next. */
  asked: ContractStep | null;
}

export interface StepContext {
  readonly order: ContractOrder;
  readonly step: ContractStep;
  readonly terms: ContractTerms;
  readonly replayed: Replayed;
  readonly isLast: boolean;
  /** What it could gain before an action moved what it waited for: the row then says where to. */
  readonly agreedMax: Amount | undefined;
}

export const sizeFor = (order: ContractOrder, lots: Amount, rate: Rate = rateOf(order.quote_rate)): Size => ({
  lots,
  lotSize: amountOf(order.lot_size),
  quoteRate: rate,
});

export function setTrail(replayed: Replayed, step: ContractStep): void {
  replayed.trail = step.trail;
  replayed.trailedFrom.push(step.tick_seq);
}

export const ladderOf = ({ targets }: ContractStep): readonly LadderStep[] =>
  (targets ?? []).map(({ points, lots }) => ({ points, lots: amountOf(lots) }));
