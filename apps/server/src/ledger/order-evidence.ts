import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { ArchivedEntryError, entriesAt } from '../kernel/log/read-entries.ts';
import { ThinnedTickError } from '../market-data/tape/thinned-tick-error.ts';
import { type CallHandler, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';

/** Parts of an order's evidence common to all products. */
type OptionEvidence = NonNullable<ResultOf<'getOptionOrder'>['receipt']>;
export type ProvenTick = OptionEvidence['ticks'][number];
export type StatementLine = OptionEvidence['lines'][number];
export type LogLine = OptionEvidence['log'][number];

/**
 * The tick with this number, with its inclusion proof once its minute is closed; undefined when it
 * is not on the tape. `at` speeds up the search.
 */
export type FindTick = (query: { code: string; seq: number; at?: number }) => Promise<ProvenTick | undefined>;

export type OrderProof = NonNullable<ResultOf<'getOptionOrder'>['proof']>;

/** Terms that an order was placed under, by the command that put them in force. */
export interface TermsOf {
  readonly type: string;
  /** As the command's body names what they are for: `"code":"BTCUSDT"`. */
  readonly named?: readonly ['code' | 'asset', string];
  /** The newest if left out. */
  readonly version?: number;
}

/** The fee tiers in force, if any were defined. */
export const FEE_TIERS_IN_FORCE: TermsOf = { type: 'levels.define' };

export interface ProofRequest {
  readonly kind: OrderProof['kind'];
  readonly userId: number;
  /** The entry that placed it. */
  readonly id: number;
  /** Every entry that it follows from, besides the terms. */
  readonly seqs: readonly number[];
  readonly terms: readonly TermsOf[];
  /** Ticks besides those that the evidence shows. */
  readonly ticks?: readonly ({ code: string; seq: number; at?: number } | undefined)[];
  /** A window whose every tick matters. */
  readonly window?: { readonly code: string; readonly from: number; readonly to: number };
  readonly around?: number | undefined;
  readonly gapEnd?: number | undefined;
}

/** Adds what makes evidence provable by itself, and seals the whole. */
export interface Prove {
  <Evidence extends object>(evidence: Evidence, request: ProofRequest): Promise<Evidence & { proof: OrderProof }>;
  /** Number of the last tick at or before a time. */
  before(query: { code: string; at: number }): Promise<number | undefined>;
}

/** Ledger lines of the user that belong to an order, newest first, up to a number. */
export type LinesOf = (query: {
  userId: number;
  book: 'demo' | 'real';
  ref: string;
  most?: number;
}) => Promise<readonly StatementLine[]>;

/** Command log entries by number, oldest first. */
export async function logLinesOf(pool: Pool, seqs: readonly number[]): Promise<LogLine[]> {
  return (await entriesAt(pool, seqs)).map(({ seq, type, at, hash }) => ({
    seq,
    type,
    at: new Date(at).toISOString(),
    hash: hash.toString('hex'),
  }));
}

/**
 * Refuses, by the name of the file, what follows from archived entries that cannot be read here,
 * and what relies on ticks that are no longer kept: half a proof would look like a forged one.
 */
export const refuseMissingEvidence =
  <Input, Result>(handler: CallHandler<Input, Result>): CallHandler<Input, Result> =>
  async (input, context) => {
    try {
      return await handler(input, context);
    } catch (error) {
      if (error instanceof ThinnedTickError) return refuse(code.ticksNotKept);
      if (!(error instanceof ArchivedEntryError)) throw error;
      return refuse(code.entryArchived, error.file);
    }
  };
