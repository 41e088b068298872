import type { ExpectedPayout, Transfer } from './events.ts';

/** A transfer as one block shows it, with whose address it reached. */
export type FoundTransfer = Omit<Transfer, 'round'> & { readonly userId: number };

export interface ScannedBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly at: number;
  readonly transfers: readonly FoundTransfer[];
}

/** Where a payout stands. `missing`: in no block that the endpoint knows. */
export type PayoutState =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'included';
      readonly block: number;
      /** Time of the block in epoch ms. */
      readonly at: number;
      /** What the transaction paid to the address in the coin, in the order of the outputs. */
      readonly payments: readonly FoundPayment[];
    };
export interface FoundPayment {
  /** Output or log, as in `Transfer`; of a value that a Safe sends, its place in the call. */
  readonly output: number;
  /** Decimal text of an Amount, rounded down. */
  readonly amount: string;
  /** Chain units below 10^-8 of the asset. */
  readonly dust: string;
}

/** Finds out who owns an address; the reader asks once for each transfer that it sees. */
export interface Lookup {
  find(kind: number, bytes: Uint8Array, offset?: number): number;
  findHex(text: string, start: number): number;
}

/**
 * One chain through one endpoint. Everything may throw an `EndpointError`, and nothing that an
 * endpoint says is taken before it was checked against the rest of its answer.
 */
export interface ChainReader {
  /** The host, for logs and health. */
  readonly name: string;
  /** Throws a `WrongChainError` when the endpoint serves another chain. */
  check(): Promise<void>;
  /** Number of the newest block, and the hash at `number` if that block is there. */
  tip(number: number): Promise<{ readonly head: number; readonly hash: string | undefined }>;
  /** Hashes of the blocks that are there. */
  hashes(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /**
   * Blocks from `from` to `to`, each the child of the one before; fewer when the endpoint does not
   * have them all yet.
   */
  scan(from: number, to: number, ours: Lookup): Promise<readonly ScannedBlock[]>;
  /** Whether this endpoint shows the same transfer in the same block. */
  agrees(transfer: Transfer): Promise<boolean>;
  payout(payout: ExpectedPayout): Promise<PayoutState>;
}
