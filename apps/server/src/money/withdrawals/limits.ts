import type { ParameterKey } from '@glasshouse/api/operator/parameters';
import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import { parameterOf } from '../../authority/slice.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { CoreState } from '../../kernel/core/types.ts';
import { DAY_MS } from '../funding/steps.ts';
import type { Approver, Withdrawal } from './rows.ts';
import { withdrawalsOf } from './slice.ts';

/** How long an approved withdrawal counts: a week. */
export const weekMs = 7 * DAY_MS;

/** Since these rules approvals count over time, and who approved does not pay. */
export const watchesPayouts = (state: CoreState): boolean => 10 <= rulesOf(state);

/** Anything shared could mean that two operators are one person. */
export const isSameActor = (first: Approver, second: Approver): boolean =>
  first.operator === second.operator ||
  first.session === second.session ||
  first.device === second.device ||
  first.credential === second.credential;

export type Limit = 'worth' | 'person' | 'destination' | 'operator';

/** Where a withdrawal goes, whatever the network; a bank account by its digest. */
export const destinationKey = ({ address, account, details }: Pick<Withdrawal, 'address' | 'account' | 'details'>) =>
  address ?? account ?? details;

/** What one person may approve, in USDT. */
export interface PayoutLimits {
  readonly worth: Amount;
  /** Of one person, and of one destination. */
  readonly shared: Sum;
  /** Of one operator. */
  readonly own: Sum;
}
interface Sum {
  readonly day: Amount;
  readonly week: Amount;
}

export const LIMIT_KEYS = [
  'withdrawal.two_person_usdt',
  'withdrawal.two_person_day_usdt',
  'withdrawal.two_person_week_usdt',
  'withdrawal.operator_day_usdt',
  'withdrawal.operator_week_usdt',
] as const satisfies readonly ParameterKey[];

export const payoutLimits = (read: (key: (typeof LIMIT_KEYS)[number]) => string): PayoutLimits => ({
  worth: amountOf(read('withdrawal.two_person_usdt')),
  shared: {
    day: amountOf(read('withdrawal.two_person_day_usdt')),
    week: amountOf(read('withdrawal.two_person_week_usdt')),
  },
  own: {
    day: amountOf(read('withdrawal.operator_day_usdt')),
    week: amountOf(read('withdrawal.operator_week_usdt')),
  },
});

type CountedWithdrawal = Pick<
  Withdrawal,
  'id' | 'user_id' | 'address' | 'account' | 'details' | 'value_usdt' | 'approved_at' | 'approvers'
>;

/**
 * Limits that the withdrawal crosses if this operator approves it alone now. What counts over a
 * rolling day and week: everything approved for the person or to the destination, by whomever, and
 * what the operator approved alone.
 */
export function limitsCrossed(
  withdrawal: CountedWithdrawal,
  context: {
    readonly counted: Iterable<CountedWithdrawal>;
    readonly limits: PayoutLimits;
    readonly by: Approver;
    readonly at: number;
  },
): readonly Limit[] {
  if (withdrawal.value_usdt === null) return ['worth'];
  const { limits, by, at } = context;
  const worth = amountOf(withdrawal.value_usdt);
  const to = destinationKey(withdrawal);
  let person = NOTHING;
  let destination = NOTHING;
  let operator = NOTHING;
  for (const row of context.counted) {
    const approvedAt = row.approved_at ?? 0;
    if (approvedAt <= at - weekMs || row.id === withdrawal.id) continue;
    const amount = amountOf(row.value_usdt ?? '0');
    const counted = { day: at - DAY_MS < approvedAt ? amount : ZERO, week: amount };
    if (row.user_id === withdrawal.user_id) person = sumOf(person, counted);
    if (destinationKey(row) === to) destination = sumOf(destination, counted);
    const [first, ...others] = row.approvers ?? [];
    const isOwn = first !== undefined && others.length === 0 && isSameActor(first, by);
    if (isOwn) operator = sumOf(operator, counted);
  }
  const isCrossed = (sum: Sum, limit: Sum): boolean =>
    limit.day < add(sum.day, worth) || limit.week < add(sum.week, worth);
  const crossed: readonly (readonly [Limit, boolean])[] = [
    ['worth', limits.worth < worth],
    ['person', isCrossed(person, limits.shared)],
    ['destination', isCrossed(destination, limits.shared)],
    ['operator', isCrossed(operator, limits.own)],
  ];
  return crossed.filter(([, is]) => is).map(([name]) => name);
}

/** The same in the core, by what it knows. */
export function crossedLimits(state: CoreState, withdrawal: Withdrawal, by: Approver, at: number): readonly Limit[] {
  const limits = payoutLimits((key) => parameterOf(state, key));
  const counted = watchesPayouts(state) ? withdrawalsOf(state).counted.values() : [];
  const crossed = limitsCrossed(withdrawal, { counted, limits, by, at });
  return watchesPayouts(state) ? crossed : crossed.filter((limit) => limit === 'worth');
}

const NOTHING: Sum = { day: ZERO, week: ZERO };
const sumOf = (first: Sum, second: Sum): Sum => ({
  day: add(first.day, second.day),
  week: add(first.week, second.week),
});
