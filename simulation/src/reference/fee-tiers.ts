import { CODE } from './codes.ts';
import { ceilDiv, unitsOf, WHOLE_RATE } from './figures.ts';
import type { Prediction } from './prediction.ts';
import type { Product } from './product.ts';
import type { Entry } from './stored.ts';

/** Discount on trading fees by tier, in 10⁻⁸. */
const DISCOUNTS: readonly bigint[] = [0n, 5_000_000n, 10_000_000n, 20_000_000n, 30_000_000n, 40_000_000n];
const ASSIGNMENTS_MAX = 250;

/** The fee rate of a tier, rounded up to 10⁻⁸. */
export const feeRateAt = (listed: bigint, tier: number): bigint =>
  ceilDiv(listed * (WHOLE_RATE - (DISCOUNTS[tier] as bigint)), WHOLE_RATE);

interface Assignment {
  readonly userId: number;
  readonly level: number;
  readonly volume: string;
}

/** Fee tier of each user and book. */
export class FeeTiersModel implements Product {
  readonly #tiers = new Map<string, number>();
  readonly types: Product['types'] = { 'levels.assign': (entry) => this.#assign(entry) };

  of(user: number, book: string): number {
    return this.#tiers.get(`${user}/${book}`) ?? 0;
  }

  #assign({ book, at, body }: Entry): Prediction {
    const { assignments } = body as { assignments: Assignment[] };
    const isValid = assignments.every(
      ({ userId, level: tier, volume }) =>
        Number.isSafeInteger(userId) && 0 < userId && DISCOUNTS[tier] !== undefined && unitsOf(volume) !== undefined,
    );
    if (!isValid || ASSIGNMENTS_MAX < assignments.length) {
      return { code: CODE.range, result: { fields: { assignments: CODE.range } } };
    }
    const changed = assignments.filter(({ userId, level: tier }) => this.of(userId, book) !== tier);
    for (const { userId, level: tier } of changed) this.#tiers.set(`${userId}/${book}`, tier);
    const rows = changed.map(({ userId, level: tier, volume }) => ({
      table: 'user_levels',
      row: { user_id: userId, book, level: tier, volume, assigned_at: at },
    }));
    return { code: CODE.done, result: { assigned: rows.length }, rows };
  }
}
