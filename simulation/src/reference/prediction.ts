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

/** What an entry must answer, change and tell. Moves of money go straight to `ExpectedAccounts`. */
export interface Prediction {
  readonly code: number;
  readonly result: unknown;
  readonly rows?: readonly ExpectedRow[];
  readonly events?: readonly ExpectedEvent[];
  /** What came about by it, for the count at the end of a run. */
  readonly counts?: readonly string[];
}

export const refusal = (code: number, field?: string): Prediction => ({
  code,
  result: field === undefined ? null : { fields: { [field]: code } },
});
