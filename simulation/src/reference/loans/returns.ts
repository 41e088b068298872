import type { Findings } from '../findings.ts';
import type { ExpectedRow } from '../prediction.ts';
import { costOf, isFree } from './debt.ts';
import type { Row } from './row.ts';

/** Returns for nothing are counted over so many days. */
const YEAR_DAYS = 365;

/** On which days people returned loans for nothing. */
export class Returns {
  readonly #days = new Map<number, number[]>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  recent(user: number, day: number): number[] {
    return (this.#days.get(user) ?? []).filter((returned) => day - returned < YEAR_DAYS);
  }

  /** Counts a loan that ends on a day, if it was held for nothing; the row that it makes. */
  count(row: Row, day: number): ExpectedRow | undefined {
    const { user_id: user, terms } = row;
    const cost = costOf(row);
    if (terms.freeReturnsYear === undefined || day === cost.start || !isFree(cost, day)) return undefined;
    const days = [...this.recent(user, day), day];
    const most = Number(terms.freeReturnsYear);
    this.#findings.check(
      days.length <= most,
      () => `user ${user} returned ${days.length} of ${most} loans for nothing`,
    );
    this.#days.set(user, days);
    return { table: 'loan_returns', row: { user_id: user, days } };
  }
}
