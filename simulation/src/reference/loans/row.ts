import type { Step } from './debt.ts';
import type { Pledged } from './pledge.ts';
import type { Terms } from './terms.ts';

/** A loan as it is stored, but for what is owed. */
export type Row = Record<string, unknown> & {
  id: number;
  user_id: number;
  state: string;
  amount: string;
  term_days: number;
  terms: Terms;
  limit_rate: string;
  collateral: Pledged[];
  start_day: number | null;
  due_day: number | null;
  reminded: number;
  collected_day: number | null;
  warned_at: number | null;
  steps: Step[];
};
