import { type Amount, add, amountOf, formatAmount } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import type { AccountKey, Book, CoreState, Effects, Posting, RowChange, UserEvent } from '../../kernel/core/types.ts';
import { type Plan, type PlanTotals, planChange, TOTALS_TABLE } from './rows.ts';
import { plansOf, totalsOf } from './slice.ts';
import { planWire } from './view.ts';

type Grown = { readonly [Name in 'plans' | 'sold']?: number } & {
  readonly [Name in 'principal' | 'paid' | 'penalties' | 'funded' | 'drawn']?: bigint;
};

/** Effects of one command over many plans, as it collects them. */
export class PlanEffects {
  readonly #state: CoreState;
  readonly #postings: Posting[] = [];
  readonly #rows: RowChange[] = [];
  readonly #events: UserEvent[] = [];
  readonly #totals = new Map<number, PlanTotals>();

  constructor(state: CoreState) {
    this.#state = state;
  }

  /** An amount of 0 posts nothing. */
  post(move: { from: AccountKey; to: AccountKey; amount: Amount; reason: string; ref: number }): void {
    const { from, to, amount, reason, ref } = move;
    if (amount !== 0n) this.#postings.push({ from, to, amount, reason, ref: String(ref) });
  }

  save(plan: Plan): void {
    this.#rows.push(planChange(plan));
    const { user_id: userId, book } = plan;
    this.#events.push({ userId, book, kind: 'plan', data: planWire(plan) });
  }

  row(change: RowChange): void {
    this.#rows.push(change);
  }

  /** Totals of a product, with what this command has added so far. */
  totals(product: number): PlanTotals {
    return this.#totals.get(product) ?? totalsOf(plansOf(this.#state), product);
  }

  grow(product: number, by: Grown): void {
    const before = this.totals(product);
    const sum = (name: 'principal' | 'paid' | 'penalties' | 'funded' | 'drawn'): string =>
      formatAmount(add(amountOf(before[name]), (by[name] ?? 0n) as Amount));
    this.#totals.set(product, {
      product,
      plans: before.plans + (by.plans ?? 0),
      principal: sum('principal'),
      sold: before.sold + (by.sold ?? 0),
      paid: sum('paid'),
      penalties: sum('penalties'),
      funded: sum('funded'),
      drawn: sum('drawn'),
    });
  }

  toEffects(): Effects {
    const totals = [...this.#totals.values()].map((row) => changeOf(TOTALS_TABLE, row));
    return { postings: this.#postings, rows: [...this.#rows, ...totals], events: this.#events };
  }
}

/** The accounts that a plan moves money between. */
export const accountsOf = ({
  user_id,
  book,
  asset,
  product,
}: Pick<Plan, 'user_id' | 'book' | 'asset' | 'product'>) => ({
  available: userAccount(user_id, book, asset, 'available'),
  principal: userAccount(user_id, book, asset, 'plan'),
  ...houseOf(product, book, asset),
});

/** What operators funded and nobody was promised, and what is promised. */
export const houseOf = (product: number, book: Book, asset: string) => ({
  pool: houseAccount(book, asset, `pool.plan${product}`),
  reserve: houseAccount(book, asset, `reserve.plan${product}`),
});
