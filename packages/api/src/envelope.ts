/** What every call answers. `message` with a success is the number of a notice; with a refusal it is the text. */
export type Envelope<Result> = Success<Result> | Refusal;

export interface Success<Result> {
  readonly code: 200;
  readonly result: Result;
  readonly message?: number;
}

export interface Refusal {
  readonly code: number;
  /** In the caller's language; says what to do next. */
  readonly message: string;
  /** Which fields are wrong, each with its own code. */
  readonly fields?: Readonly<Record<string, number>>;
  /** Only with 500 and 503: tells the operator which request it was. */
  readonly requestId?: string;
}
