/** A call that succeeded. `message` is the number of a notice. */
export interface Success<Result> {
  readonly code: 200;
  readonly result: Result;
  readonly message?: number;
}

/** A call that was refused. */
export interface Refusal {
  readonly code: number;
  /** In the caller's language; says what to do next. */
  readonly message: string;
  /** Which fields are wrong, each with its own code. */
  readonly fields?: Readonly<Record<string, number>>;
  /** Only with 500 and 503: tells the operator which request it was. */
  readonly requestId?: string;
}
