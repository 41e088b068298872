/** The auditor's view of the store: durable content as plain data, never objects of the core. */
export interface StoredEntry {
  readonly text: string;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface StoredLine {
  readonly seq: number;
  readonly idx: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly fromBalance: bigint;
  readonly toBalance: bigint;
  readonly ref: string | null;
  readonly user: number;
}

export interface StoredTick {
  readonly code: string;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
}

export interface StoredAccount {
  readonly key: string;
  readonly balance: bigint;
}

export interface StoredRow {
  readonly table: string;
  readonly row: { readonly [column: string]: unknown };
}

/** What became durable together, or since the last read. */
export interface Commit {
  readonly entries: readonly StoredEntry[];
  readonly lines: readonly StoredLine[];
  readonly ticks: readonly StoredTick[];
}

/** A parsed log entry. */
export interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly user: number;
  readonly book: string;
  readonly type: string;
  readonly body: unknown;
  readonly facts: unknown;
  readonly at: number;
  readonly code: number;
  readonly result: unknown;
}

export const tickName = (tick: StoredTick): string =>
  `${tick.code}#${tick.seq}@${tick.at}:${tick.bid}/${tick.mid}/${tick.ask}`;
