import { paidAt } from '@glasshouse/rules/plans';
import { notOwned } from '../../kernel/core/effects.ts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { Plan, PlanChange, PlanFunding, PlanSwitch, PlanTotals } from './rows.ts';
import type { PlanTerms, PlanTermsRow } from './terms.ts';

export const PLANS = { name: 'plans' } as const;

export type PlanRows = {
  readonly plan_terms: PlanTermsRow;
  readonly plan_orders: Plan;
  readonly plan_totals: PlanTotals;
  readonly plan_funding: PlanFunding;
  readonly plan_switches: PlanSwitch;
  readonly plan_changes: PlanChange;
};

export interface PlansSlice {
  /** In force, by code. */
  readonly terms: Map<string, PlanTerms>;
  /** Plans that are not over. */
  readonly orders: Map<number, Plan>;
  readonly byUser: Map<number, Set<number>>;
  readonly totals: Map<number, PlanTotals>;
  /** People who switched smart trading on. */
  readonly smart: Set<number>;
  /** Terms that come into force later, by number. */
  readonly changes: Map<number, PlanChange>;
  /** When the first of them does; Infinity without any. */
  nextChange: number;
  /** Earning plans by when their next day is paid. Those that ended are skipped when it comes. */
  readonly due: MinHeap;
  /** Plans whose principal comes back next, oldest first. */
  readonly expired: Set<number>;
}

export const emptySlice = (): PlansSlice => ({
  terms: new Map(),
  orders: new Map(),
  byUser: new Map(),
  totals: new Map(),
  smart: new Set(),
  changes: new Map(),
  nextChange: Number.POSITIVE_INFINITY,
  due: new MinHeap(),
  expired: new Set(),
});

export const plansOf = (state: CoreState): PlansSlice => sliceOf<PlansSlice>(state, PLANS);

/** When the next day of an earning plan is paid. */
export const nextPaymentAt = ({ first_day, paid_days }: Plan): number => paidAt(first_day + paid_days);

export function reduce(slice: PlansSlice, change: ChangeOf<PlanRows>): void {
  switch (change.table) {
    case 'plan_terms': {
      const { terms } = change.row;
      // Rows are loaded in no particular order.
      if ((slice.terms.get(terms.code)?.version ?? 0) < terms.version) slice.terms.set(terms.code, terms);
      return;
    }
    case 'plan_orders':
      reducePlan(slice, change.row);
      return;
    case 'plan_totals':
      slice.totals.set(change.row.product, change.row);
      return;
    case 'plan_switches':
      if (change.row.enabled) slice.smart.add(change.row.user_id);
      else slice.smart.delete(change.row.user_id);
      return;
    case 'plan_changes':
      if (change.row.state === 'scheduled') slice.changes.set(change.row.id, change.row);
      else slice.changes.delete(change.row.id);
      slice.nextChange = Math.min(...[...slice.changes.values()].map((planChange) => planChange.effective_from));
      return;
    case 'plan_funding':
      return;
    default:
      notOwned(PLANS.name, change);
  }
}

function reducePlan(slice: PlansSlice, plan: Plan): void {
  const { id, user_id } = plan;
  const before = slice.orders.get(id);
  const mine = slice.byUser.get(user_id) ?? new Set<number>();
  slice.expired.delete(id);
  if (plan.settled_by !== null) {
    slice.orders.delete(id);
    mine.delete(id);
    if (mine.size === 0) slice.byUser.delete(user_id);
    return;
  }
  slice.orders.set(id, plan);
  slice.byUser.set(user_id, mine.add(id));
  if (plan.state === 'expired') slice.expired.add(id);
  else if (before?.paid_days !== plan.paid_days) slice.due.push(nextPaymentAt(plan), id);
}

/** What a product holds; nothing yet of one that was never bought or funded. */
export const totalsOf = (slice: PlansSlice, product: number): PlanTotals =>
  slice.totals.get(product) ?? {
    product,
    plans: 0,
    principal: '0',
    sold: 0,
    paid: '0',
    penalties: '0',
    funded: '0',
    drawn: '0',
  };
