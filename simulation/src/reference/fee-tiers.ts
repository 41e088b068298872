import { CODE } from './codes.ts';
import type { Entry } from './evidence.ts';
import { ceilDiv, unitsOf, WHOLE_RATE } from './figures.ts';
import type { Prediction } from './prediction.ts';
import type { Product } from './product.ts';

/** Share taken off trading fees by level, in 10⁻⁸. */
const DISCOUNTS: readonly bigint[] = [0n, 5_000_000n, 10_000_000n, 20_000_000n, 30_000_000n, 40_000_000n];
const ASSIGNMENTS_MAX = 250;

/** What a level pays of a listed rate, rounded up to 10⁻⁸. */
export const feeRateAt = (listed: bigint, level: number): bigint =>
  ceilDiv(listed * (WHOLE_RATE - (DISCOUNTS[level] as bigint)), WHOLE_RATE);

interface Assignment {
  readonly userId: number;
  readonly level: number;
  readonly volume: string;
}

/** Who is on which level of the fees, on which book. */
export class FeeTiersModel implements Product {
  readonly #levels = new Map<string, number>();
  readonly types: Product['types'] = { 'levels.assign': (entry) => this.#assign(entry) };

  of(user: number, book: string): number {
    return this.#levels.get(`${user}/${book}`) ?? 0;
  }

  #assign({ book, at, body }: Entry): Prediction {
    const { assignments } = body as { assignments: Assignment[] };
    const isSound = assignments.every(
      ({ userId, level, volume }) =>
        Number.isSafeInteger(userId) && 0 < userId && DISCOUNTS[level] !== undefined && unitsOf(volume) !== undefined,
    );
    if (!isSound || ASSIGNMENTS_MAX < assignments.length) {
      return { code: CODE.range, result: { fields: { assignments: CODE.range } } };
    }
    const changed = assignments.filter(({ userId, level }) => this.of(userId, book) !== level);
    for (const { userId, level } of changed) this.#levels.set(`${userId}/${book}`, level);
    const rows = changed.map(({ userId, level, volume }) => ({
      table: 'user_levels',
      row: { user_id: userId, book, level, volume, assigned_at: at },
    }));
    return { code: CODE.done, result: { assigned: rows.length }, rows };
  }
}
