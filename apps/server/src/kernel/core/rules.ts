import type { Client } from '../../platform/postgres.ts';
import { changeOf, notOwned } from './effects.ts';
import { sliceOf } from './state.ts';
import type { ChangeOf, Command, CoreModule, CoreState, Json, Outcome, TableSpec } from './types.ts';

/**
 * The newest version of the rules. A handler that decides otherwise than before does so from a
 * version on, and keeps what it did for logs of before:
 *
 * 1. nothing in the log says so;
 * 2. `external` is only money that came or went, and a reset takes fee tiers along. Commands of
 *    books and of the house name it themselves (`rules: 2`), because it came before version 3;
 * 3. versions and figures are in the log;
 * 4. the core checks that a bank transfer goes to whom an identity check names;
 * 5. orders name the network that they came from, which has a share of the house's limits;
 * 6. there are plans, loans, charity NFTs and invitations of friends;
 * 7. the core itself takes no order of somebody who is frozen or disabled;
 * 8. an account that its owner closed is opened again by its owner alone, not by operators;
 * 9. spot orders and contracts may wait for a price, exclude each other and end in steps; what
 *    people have read of the risks counts;
 * 10. money that only one person vouches for waits for a second one, limits count over time and
 *    evidence counts once; house quotes are met at the next tick; sessions and credentials are
 *    known to the core;
 * 11. payout limits of a day are at most those of their week, the log names serial and owner of
 *    each certificate, a network has a share of the total of contracts and of what the house has
 *    of each coin, approvals and failures of payouts are compared with the database, a payout
 *    keeps every hash that did not pay it, terms of contracts need the margin before a close by
 *    the price of then, a return is not undone while somebody says that it was paid, and what rests
 *    or waits for a trigger, and stops that were changed, wait for the lead of their terms;
 * 12. a payment of a payout that was replaced or failed is counted and settled by two persons, and
 *    a balance below the smallest order converts as a whole;
 * 13. stops of a contract that are removed or replaced stay in force until the change counts;
 * 14. terms of loans name the lender and the law, and nobody lends without a name; a contract order
 *    that does not open is saved with its reason.
 */
export const RULES_VERSION = 14;

export type FiguresJson = { readonly [name: string]: Json };

/** A row of `rules_adopted`: what decides from this entry on. */
export type RulesRow = {
  /** Counts adoptions, also those that only change figures. */
  readonly edition: number;
  readonly version: number;
  readonly figures: FiguresJson;
  /** The entry that adopted them. */
  readonly adopted_by: number;
  readonly adopted_at: number;
};

const RULES_TABLE: TableSpec<RulesRow> & { readonly table: 'rules_adopted' } = {
  table: 'rules_adopted',
  key: ['edition'],
  born: 'appended',
  columns: {
    edition: 'integer',
    version: 'integer',
    figures: 'jsonb',
    adopted_by: 'bigint',
    adopted_at: 'timestamptz',
  },
  live: 'true',
};

export type RulesRows = { readonly rules_adopted: RulesRow };
export type RulesSlice = { current: RulesRow | undefined };
export type AdoptBody = Pick<RulesRow, 'version' | 'figures'>;
type RulesCommands = { readonly 'rules.adopt': { readonly body: AdoptBody; readonly facts: null } };

const RULES = { name: 'rules' } as const;

/** What was adopted last; undefined in a log that says nothing of it. */
export const adoptedOf = (state: CoreState): RulesRow | undefined =>
  state.slices.has(RULES.name) ? sliceOf<RulesSlice>(state, RULES).current : undefined;

/** The version in force. `named`: what the command itself says, from before the log did. */
export const rulesOf = (state: CoreState, named = 1): number => Math.max(named, adoptedOf(state)?.version ?? 1);

/** Guessing what a newer release decides by would be worse than not to start. */
function mustKnow(version: number, seq: number): void {
  const problem = versionProblem(version, seq);
  if (problem !== undefined) throw new Error(problem);
}

function versionProblem(version: number, seq: number): string | undefined {
  if (Number.isInteger(version) && 1 <= version && version <= RULES_VERSION) return undefined;
  return `from entry ${seq} on the log follows version ${version} of the rules, and this release knows 1 to ${RULES_VERSION}: use the release that wrote it, or a newer one`;
}

/** The same of a database that nobody serves yet: asked before an upgrade of it is kept. */
export async function databaseRulesProblem(db: Pick<Client, 'query'>): Promise<string | undefined> {
  const { rows } = await db.query<Pick<RulesRow, 'version' | 'adopted_by'>>(
    'select version, adopted_by from rules_adopted order by edition desc limit 1',
  );
  const newest = rows[0];
  return newest === undefined ? undefined : versionProblem(newest.version, newest.adopted_by);
}

function adopt(state: CoreState, { seq, at, body }: Command<AdoptBody>): Outcome {
  const { version, figures } = body;
  mustKnow(version, seq);
  const before = adoptedOf(state);
  if (version < rulesOf(state)) throw new Error(`version ${version} of the rules is older than the one in force`);
  const edition = (before?.edition ?? 0) + 1;
  const row: RulesRow = { edition, version, figures, adopted_by: seq, adopted_at: at };
  return { ok: true, result: { edition }, postings: [], rows: [changeOf(RULES_TABLE, row)], events: [] };
}

function reduce(slice: RulesSlice, change: ChangeOf<RulesRows>): void {
  if (change.table !== 'rules_adopted') notOwned(RULES.name, change.table);
  const { row } = change;
  mustKnow(row.version, row.adopted_by);
  // Rows are loaded in no particular order.
  if ((slice.current?.edition ?? 0) < row.edition) slice.current = row;
}

/** By what the log was decided, from which entry on. */
export const rulesModule: CoreModule<RulesCommands, RulesRows, RulesSlice> = {
  name: RULES.name,
  initial: () => ({ current: undefined }),
  tables: [RULES_TABLE],
  reduce,
  handlers: { 'rules.adopt': adopt },
  gather: {},
  internal: ['rules.adopt'],
};
