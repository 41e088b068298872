import { CODE } from './codes.ts';
import { ceilDiv, unitsOf, WHOLE_RATE } from './figures.ts';
import { type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import type { Closed, Offered, Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

/** Discount on trading fees by tier, in 10⁻⁸, while the house has defined no table. */
const FIRST_DISCOUNTS: readonly bigint[] = [0n, 5_000_000n, 10_000_000n, 20_000_000n, 30_000_000n, 40_000_000n];
const FIRST_SHARES: readonly string[] = ['0.1', '0.15', '0.2', '0.25', '0.3', '0.4'];
const ASSIGNMENTS_MAX = 250;

/** A listed fee rate less a discount, rounded up to 10⁻⁸. */
export const feeRateAt = (listed: bigint, discount: bigint): bigint =>
  ceilDiv(listed * (WHOLE_RATE - discount), WHOLE_RATE);

interface Assignment {
  readonly userId: number;
  readonly level: number;
  readonly volume: string;
}

type Line = Readonly<Record<string, string>>;

interface Table {
  readonly code: string;
  readonly tiers: readonly Line[];
}

/** Fee tier of each user and book, and what a tier takes off fees. */
export class FeeTiersModel implements Product {
  readonly #reference: Pick<Reference, 'rulesOf' | 'figure'>;
  readonly #tiers = new Map<string, number>();
  #discounts: readonly bigint[] = FIRST_DISCOUNTS;
  #current: { readonly tiers: readonly Line[]; readonly version: number } | undefined;
  readonly types: Product['types'] = {
    'levels.assign': (entry) => this.#assign(entry),
    'levels.define': (entry) => this.#define(entry),
  };

  constructor(reference: Pick<Reference, 'rulesOf' | 'figure'>) {
    this.#reference = reference;
  }

  /** What the user's tier takes off trading fees. */
  discountOf(user: number, book: string): bigint {
    return this.#discounts[this.of(user, book)] as bigint;
  }

  /** The share of friends' fees that comes with the user's tier, as text. */
  shareOf(user: number, book: string): string {
    const tier = this.of(user, book);
    return (this.#current?.tiers[tier]?.referralShare ?? FIRST_SHARES[tier]) as string;
  }

  of(user: number, book: string): number {
    return this.#tiers.get(`${user}/${book}`) ?? 0;
  }

  /** A reset takes the tier along, and what was paid before it. */
  closeAll({ seq, user, book, at, body }: Entry): Closed {
    const rows: ExpectedRow[] = [];
    if (2 <= this.#reference.rulesOf((body as { rules?: number }).rules)) {
      rows.push({ table: 'fee_resets', row: { user_id: user, book, at } });
      if (0 < this.of(user, book)) {
        const row = { user_id: user, book, level: 0, volume: '0', assigned_at: at, ...this.#whence(user, book, seq) };
        rows.push({ table: 'user_levels', row });
        this.#tiers.set(`${user}/${book}`, 0);
      }
    }
    return { rows, events: [] };
  }

  #whence(user: number, book: string, seq: number) {
    const isTold = 7 <= this.#reference.rulesOf(undefined);
    return { assigned_by: isTold ? seq : null, level_before: isTold ? this.of(user, book) : null };
  }

  #assign({ seq, book, at, body }: Entry): Prediction {
    const { assignments } = body as { assignments: Assignment[] };
    const isValid = assignments.every(
      ({ userId, level: tier, volume }) =>
        Number.isSafeInteger(userId) &&
        0 < userId &&
        FIRST_DISCOUNTS[tier] !== undefined &&
        unitsOf(volume) !== undefined,
    );
    if (!isValid || this.#reference.figure('feeTiers.assignmentsMax', ASSIGNMENTS_MAX) < assignments.length) {
      return { code: CODE.range, result: { fields: { assignments: CODE.range } } };
    }
    const changed = assignments.filter(({ userId, level: tier }) => this.of(userId, book) !== tier);
    const rows = changed.map(({ userId, level: tier, volume }) => ({
      table: 'user_levels',
      row: { user_id: userId, book, level: tier, volume, assigned_at: at, ...this.#whence(userId, book, seq) },
    }));
    for (const { userId, level: tier } of changed) this.#tiers.set(`${userId}/${book}`, tier);
    return { code: CODE.done, result: { assigned: rows.length }, rows };
  }

  /** The table that the house has defined last. */
  get current(): { readonly tiers: readonly Line[]; readonly version: number } | undefined {
    return this.#current;
  }

  readonly offered: Offered = {
    current: (code) =>
      code !== 'VIP' || this.#current === undefined
        ? undefined
        : { offer: { code, tiers: this.#current.tiers }, version: this.#current.version },
    faultOf: ({ code, tiers }) =>
      this.isSound(code as string, tiers as readonly Line[]) ? undefined : refusal(CODE.tiers, 'tiers'),
  };

  isSound(code: string, tiers: readonly Line[]): boolean {
    const [needs, discounts, shares] = (['fees30d', 'feeDiscount', 'referralShare'] as const).map((name) =>
      tiers.map((line) => unitsOf(line[name])),
    ) as readonly Column[] as readonly [Column, Column, Column];
    const rises = (column: Column, least: bigint): boolean =>
      column.every((units, tier) => units !== undefined && (tier === 0 || least <= units - (column[tier - 1] ?? 0n)));
    return (
      code === 'VIP' &&
      tiers.length === FIRST_DISCOUNTS.length &&
      needs[0] === 0n &&
      rises(needs, 1n) &&
      rises(discounts, 0n) &&
      rises(shares, 0n) &&
      tiers.every((_, tier) => (discounts[tier] ?? 0n) + (shares[tier] ?? 0n) < WHOLE_RATE)
    );
  }

  #define({ body }: Entry): Prediction {
    const { code, tiers } = body as unknown as Table;
    if (!this.isSound(code, tiers)) return { code: CODE.tiers, result: { fields: { tiers: CODE.tiers } } };
    const version = (this.#current?.version ?? 0) + 1;
    this.#current = { tiers, version };
    this.#discounts = tiers.map(({ feeDiscount }) => unitsOf(feeDiscount) as bigint);
    const row = { code, version, terms: { code, tiers, version } };
    return { code: CODE.done, result: { version }, rows: [{ table: 'fee_tier_terms', row }] };
  }
}

type Column = readonly (bigint | undefined)[];
