import type { ResultOf } from '@glasshouse/api/calls';
import { selectList } from '../kernel/core/postgres-store.ts';
import type { Pool } from '../platform/postgres.ts';
import { CORPORATE_ACTIONS_TABLE, type CorporateAction } from './rows.ts';

export type CorporateActionView = ResultOf<'listCorporateActions'>[number];

/** Rows of one answer. */
const LISTED_MAX = 500;
const OF_ONE_MAX = 20;
/** Read again after so long. */
const KEPT_MS = 2_000;

export const actionView = (action: CorporateAction): CorporateActionView => ({
  id: action.id,
  code: action.code,
  kind: action.kind,
  numerator: action.numerator,
  denominator: action.denominator,
  amount: action.amount,
  symbol: action.symbol,
  effectiveAt: new Date(action.effective_at).toISOString(),
  source: action.source,
  state: action.state,
  appliedAt: action.applied_at === null ? null : new Date(action.applied_at).toISOString(),
});

/** Those to come and of the last year, by their moment; cancelled ones are left out. */
export async function readCorporateActions(pool: Pool, now: number): Promise<CorporateAction[]> {
  const { rows } = await pool.query<CorporateAction>(
    `select ${selectList(CORPORATE_ACTIONS_TABLE)} from corporate_actions
      where state <> 'cancelled' and effective_at > to_timestamp($1 / 1000.0) - interval '366 days'
      order by corporate_actions.effective_at desc, corporate_actions.id desc limit ${LISTED_MAX}`,
    [now],
  );
  return rows.reverse();
}

/** The public calendar, read at most every two seconds however many people ask. */
export class PublicCalendar {
  readonly #pool: Pool;
  readonly #now: () => number;
  #readAt = Number.NEGATIVE_INFINITY;
  #actions: Promise<readonly CorporateAction[]> = Promise.resolve([]);

  constructor(pool: Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  async actions(): Promise<readonly CorporateAction[]> {
    const now = this.#now();
    if (this.#readAt + KEPT_MS <= now) {
      this.#readAt = now;
      this.#actions = readCorporateActions(this.#pool, now).catch((error: unknown) => {
        this.#readAt = Number.NEGATIVE_INFINITY;
        throw error;
      });
    }
    return this.#actions;
  }

  /** Of one instrument: what is to come, and the newest of the past. */
  async of(code: string): Promise<CorporateActionView[]> {
    const actions = await this.actions();
    return actions
      .filter((action) => action.code === code)
      .slice(-OF_ONE_MAX)
      .map(actionView);
  }
}
