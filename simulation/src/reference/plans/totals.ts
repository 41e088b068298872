import { textOf } from '../figures.ts';
import type { ExpectedRow } from '../prediction.ts';

interface Totals {
  plans: number;
  principal: bigint;
  sold: number;
  paid: bigint;
  penalties: bigint;
  funded: bigint;
  drawn: bigint;
}

/** What each product holds and has paid. */
export class PlanTotalsModel {
  readonly #totals = new Map<number, Totals>();

  grow(product: number, by: Partial<Totals>): void {
    const before = this.#of(product);
    this.#totals.set(product, {
      plans: before.plans + (by.plans ?? 0),
      principal: before.principal + (by.principal ?? 0n),
      sold: before.sold + (by.sold ?? 0),
      paid: before.paid + (by.paid ?? 0n),
      penalties: before.penalties + (by.penalties ?? 0n),
      funded: before.funded + (by.funded ?? 0n),
      drawn: before.drawn + (by.drawn ?? 0n),
    });
  }

  row(product: number): ExpectedRow {
    const { plans, sold, ...amounts } = this.#of(product);
    const texts = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, textOf(amount)]));
    return { table: 'plan_totals', row: { product, plans, sold, ...texts } };
  }

  #of(product: number): Totals {
    return (
      this.#totals.get(product) ?? {
        plans: 0,
        principal: 0n,
        sold: 0,
        paid: 0n,
        penalties: 0n,
        funded: 0n,
        drawn: 0n,
      }
    );
  }
}
