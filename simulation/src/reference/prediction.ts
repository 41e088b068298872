import { CODE } from './codes.ts';

export interface ExpectedEvent {
  readonly userId: number;
  readonly book: string;
  readonly kind: string;
  readonly data: unknown;
}

export interface ExpectedRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * An entry's expected answer, rows and events. Moves of money go straight to `ExpectedAccounts`.
 */
export interface Prediction {
  readonly code: number;
  readonly result: unknown;
  readonly rows?: readonly ExpectedRow[];
  readonly events?: readonly ExpectedEvent[];
  /** Labels for the statistics at the end of a run. */
  readonly counts?: readonly string[];
}

const HELD = { jump: CODE.jumped, sources: CODE.disagree, behind: CODE.behind } as const;

/** Refused because the price is held: the reason stands at the field. */
export const heldRefusal = (reason: 'jump' | 'sources' | 'behind', field: string): Prediction => ({
  code: CODE.closed,
  result: { fields: { [field]: HELD[reason] } },
});

export const refusal = (code: number, field?: string): Prediction => ({
  code,
  result: field === undefined ? null : { fields: { [field]: code } },
});
