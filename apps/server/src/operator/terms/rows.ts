import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState, TableSpec } from '../../kernel/core/types.ts';
import type { TermProduct } from './fields.ts';
import type { Fields } from './offers.ts';

/** `superseded`: later changes set every one of its fields. */
export type TermsChangeState = 'scheduled' | 'applied' | 'superseded' | 'cancelled' | 'failed';

/** A change of what is offered, from a moment on. */
export type TermsChange = {
  readonly id: number;
  readonly product: TermProduct;
  readonly code: string;
  readonly fields: Fields;
  readonly effective_from: number;
  readonly state: TermsChangeState;
  readonly asked_by: number;
  readonly asked_at: number;
  readonly ended_at: number | null;
  /** The version of the terms that it made. */
  readonly version: number | null;
};

export const TERMS_CHANGES_TABLE = {
  table: 'terms_changes',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    product: 'text',
    code: 'text',
    fields: 'jsonb',
    effective_from: 'timestamptz',
    state: 'text',
    asked_by: 'bigint',
    asked_at: 'timestamptz',
    ended_at: 'timestamptz',
    version: 'integer',
  },
  live: "state in ('scheduled', 'applied')",
} as const satisfies TableSpec<TermsChange>;

export const TERMS = { name: 'terms-changes' } as const;

export type TermsRows = { readonly terms_changes: TermsChange };

export interface TermsSlice {
  readonly scheduled: Map<number, TermsChange>;
  /** What is in force beyond the catalogue, by number, which is also the order of asking. */
  readonly applied: Map<number, TermsChange>;
  /** When the first of the scheduled ones is due; Infinity without any. */
  nextDue: number;
}

export const emptySlice = (): TermsSlice => ({
  scheduled: new Map(),
  applied: new Map(),
  nextDue: Number.POSITIVE_INFINITY,
});

export const termsChangesOf = (state: CoreState): TermsSlice => sliceOf<TermsSlice>(state, TERMS);

export function reduce(slice: TermsSlice, { row }: ChangeOf<TermsRows>): void {
  slice.scheduled.delete(row.id);
  slice.applied.delete(row.id);
  if (row.state === 'scheduled') slice.scheduled.set(row.id, row);
  if (row.state === 'applied') slice.applied.set(row.id, row);
  slice.nextDue = [...slice.scheduled.values()].reduce(
    (first, change) => Math.min(first, change.effective_from),
    Number.POSITIVE_INFINITY,
  );
}

/** In the order in which they came into force. */
export const inOrder = (changes: Iterable<TermsChange>): TermsChange[] =>
  [...changes].sort(
    (left, right) =>
      (left.ended_at ?? left.effective_from) - (right.ended_at ?? right.effective_from) || left.id - right.id,
  );
