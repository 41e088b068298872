/** What a verifier looks at, in the order in which it is shown. */
export const CHECKS = ['seal', 'ticks', 'window', 'log', 'terms', 'amounts', 'order', 'ledger'] as const;
export type Check = (typeof CHECKS)[number];

/**
 * - `holds`: everything was checked, and the signer is the one that the reader trusts.
 * - `unknownSigner`: everything fits together, but nobody vouched for the key.
 * - `partly`: nothing is wrong; what is listed in `lacks` could not be checked from this file.
 * - `broken`: something does not follow.
 */
export type Answer = 'holds' | 'unknownSigner' | 'partly' | 'broken';

export interface Fault {
  readonly check: Check;
  readonly what: string;
}

/** Why a file does not prove everything. */
export const LACKS = ['old', 'unsigned', 'next', 'hidden', 'cut', 'days', 'principal'] as const;
/**
 * `old`: of a release that gave less; `unsigned`: a minute is not closed yet; `next`: a tick that
 * it follows from is not there; `hidden`: a log entry of somebody else; `cut`: longer than a
 * receipt may be; `days`, `principal`: what was due by then is not shown as paid.
 */
export type Lack = (typeof LACKS)[number];

export interface Lacking {
  readonly lack: Lack;
  readonly what: string;
  /** How many of them, where they are counted. */
  readonly count?: number;
}

export interface Verdict {
  readonly answer: Answer;
  readonly faults: readonly Fault[];
  readonly lacks: readonly Lacking[];
  /** Of each check, whether it was made at all. */
  readonly made: ReadonlySet<Check>;
  /** Keys that signed something in the file. */
  readonly keys: readonly string[];
  /** Remarks for people: how the prices came in, what only the whole tape can show. */
  readonly notes: readonly string[];
}

/** Collects what one walk through a document finds. */
export class Findings {
  readonly faults: Fault[] = [];
  readonly lacks: Lacking[] = [];
  readonly made = new Set<Check>();
  readonly notes: string[] = [];

  /** A fault unless it holds. */
  expect(check: Check, holds: boolean, what: string): boolean {
    this.made.add(check);
    if (!holds) this.faults.push({ check, what });
    return holds;
  }

  lack(lack: Lack, what: string, count?: number): void {
    this.lacks.push({ lack, what, ...(count === undefined ? {} : { count }) });
  }

  note(text: string): void {
    this.notes.push(text);
  }
}
