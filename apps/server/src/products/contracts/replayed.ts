import type { Size } from '@glasshouse/rules/contracts';
import type { NO_CARRY } from '@glasshouse/rules/contracts-close';
import type { LadderStep } from '@glasshouse/rules/contracts-entries';
import { type Amount, amountOf, formatAmount, type Rate, rateOf } from '@glasshouse/rules/money';
import type { ContractOrder, StopsBefore, Trail } from './rows.ts';
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
  /** What fires until then; null: nothing did before. */
  before: KeptStops | null;
  /** Ticks at which it was agreed or set. */
  trailedFrom: (number | null)[];
  /** Whether the stop price of a stop-limit order was reached. */
  isTriggered: boolean;
  /** What asked for the price that comes next. */
  request: ContractStep | null;
}

/** What a change of stops keeps in force until it counts, as the row has it. */
export type KeptStops = Omit<StopsBefore, 'targets'> & { readonly targets: readonly LadderStep[] };

/** Stop, target and ladder that a tick of this time may fire; undefined: none of them yet. */
export function firingAt(
  { stop, target, targets, stopsFrom: from, before }: Replayed,
  at: number,
): Pick<KeptStops, 'stop' | 'target' | 'targets'> | undefined {
  if (from === null || from <= at) return { stop, target, targets };
  return before === null || (before.from !== null && at < before.from) ? undefined : before;
}

/** A ladder without the steps that a tick of this time reached. */
export function leaveLadder(replayed: Replayed, at: number, left: readonly LadderStep[]): void {
  const { stopsFrom: from, before, targets } = replayed;
  const isKept = from !== null && at < from && before !== null;
  if (!isKept) replayed.targets = left;
  else {
    if (isSameLadder(targets, before.targets)) replayed.targets = left;
    replayed.before = { ...before, targets: left };
  }
}

export const isSameLadder = (left: readonly LadderStep[], right: readonly LadderStep[]): boolean =>
  left.length === right.length &&
  left.every(({ points, lots }, index) => points === right[index]?.points && lots === right[index]?.lots);

/** As a step or an order has it. */
export const keptOf = ({ stops_before: before }: Pick<ContractStep, 'stops_before'>): KeptStops | null =>
  before === null ? null : { ...before, targets: ladderOf(before) };

export const keptRow = (before: KeptStops | null): StopsBefore | null => {
  if (before === null) return null;
  const targets = before.targets.map(({ points, lots }) => ({ points, lots: formatAmount(lots) }));
  return { ...before, targets: targets.length === 0 ? null : targets };
};

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

export const ladderOf = ({ targets }: Pick<ContractStep, 'targets'>): readonly LadderStep[] =>
  (targets ?? []).map(({ points, lots }) => ({ points, lots: amountOf(lots) }));
