import { code } from '@glasshouse/api/codes';
import { changeOf } from '../../kernel/core/effects.ts';
import { IDS_PER_COMMAND } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Json, Outcome, Refusal, RowChange } from '../../kernel/core/types.ts';
import { SESSION_DIGEST } from '../../platform/session-scope.ts';
import { knowsLinks, usedLink } from '../links.ts';
import {
  CREDENTIAL_ALARMS_TABLE,
  CREDENTIAL_RECORDS_TABLE,
  CREDENTIAL_STATES_TABLE,
  type CredentialRecord,
  isOfOperator,
  type Recorded,
  type RecordedChange,
  VOUCHINGS_TABLE,
  type Vouching,
} from './rows.ts';
import { accessOf, stateOf, statesOf } from './slice.ts';
import { waitAfter } from './waits.ts';

/**
 * What a record without a session of its owner comes by: nobody has an account before they
 * register, a mailed code replaces a forgotten password, and signing in may use up a code or link a
 * way in.
 */
export const OCCASIONS = ['registration', 'reset', 'signIn'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export type RecordBody = {
  readonly records: readonly Recorded[];
  readonly occasion?: Occasion;
  readonly change?: RecordedChange;
  /** Of operators: the one-time link that this uses up. */
  readonly link?: string;
};
export type AdoptCredentialsBody = { readonly records: readonly Recorded[]; readonly last: boolean };
export type CheckBody = {
  readonly owner_kind: CredentialRecord['owner_kind'];
  readonly owner: number;
  /** What is done with them: for whoever reads the log. */
  readonly purpose: string;
  readonly tables: readonly string[];
  /** All rows of these tables that the owner has in the database. */
  readonly rows: readonly { readonly tbl: string; readonly row_key: string; readonly digests: Digests }[];
  /** `table.column` that is not compared. */
  readonly except: readonly string[];
  /** Found by the gateway itself. */
  readonly differs: readonly string[];
  /** A change may be on its way to the database: the last of several tries raises the alarm. */
  readonly last: boolean;
};
const DAY_MS = 24 * 3_600_000;
type Digests = { readonly [column: string]: string };

const withRows = (rows: readonly RowChange[], result: Json = null): Outcome => ({
  ok: true,
  result,
  postings: [],
  rows,
  events: [],
});

export const vouching = ({ seq, at }: Pick<Command, 'seq' | 'at'>, name: Vouching['name']): RowChange =>
  changeOf(VOUCHINGS_TABLE, { name, seq, at });

const isRecord = ({ tbl, owner, digests }: Recorded): boolean =>
  0 < tbl.length &&
  Number.isSafeInteger(owner) &&
  (digests === null || Object.values(digests).every((digest) => SESSION_DIGEST.test(digest)));

/** What happened is for its owner to read, and opens nothing: the core need not remember it. */
const ONLY_TOLD: ReadonlySet<string> = new Set(['credential_changes']);

function recordRows(
  state: CoreState,
  { seq, at }: Pick<Command, 'seq' | 'at'>,
  record: Recorded,
  since = at,
): RowChange[] {
  const { tbl, row_key, owner_kind, owner, digests } = record;
  const row = changeOf(CREDENTIAL_RECORDS_TABLE, { seq, tbl, row_key, owner_kind, owner, digests, at });
  if (ONLY_TOLD.has(tbl)) return [row];
  const before = stateOf(state, record);
  // Another secret or key in its place is a new one.
  const isSame = Object.entries(before?.digests ?? {}).every(([column, digest]) => digests?.[column] === digest);
  const added_at = before !== undefined && isSame ? before.added_at : since;
  const next = { tbl, row_key, owner_kind, owner, digests, recorded_by: seq, added_at, at };
  return [row, changeOf(CREDENTIAL_STATES_TABLE, next)];
}

/** Whether somebody without a session may write this. */
function isOccasion(state: CoreState, occasion: Occasion | undefined, records: readonly Recorded[]): boolean {
  const within = (...tables: string[]): boolean => records.every(({ tbl }) => tables.includes(tbl));
  switch (occasion) {
    case 'registration':
      return records.every((record) => statesOf(state, record).length === 0);
    case 'reset':
      return (
        within('users', 'credential_changes') &&
        records.every(({ tbl, ...rest }) => tbl !== 'users' || changesPasswordOnly(state, { tbl, ...rest }))
      );
    case 'signIn':
      return within('credential_changes', 'customer_recovery_codes', 'sign_in_identities', 'sign_in_wallets');
    case undefined:
      return false;
  }
}

function changesPasswordOnly(state: CoreState, record: Recorded): boolean {
  const before = stateOf(state, record)?.digests;
  if (before === undefined || before === null || record.digests === null) return false;
  const { digests } = record;
  return Object.keys(before).every((column) => column === 'password_hash' || digests[column] === before[column]);
}

/** 11014 for a record that comes neither by a session of its owner nor by what stands for one. */
function strangerProblem(state: CoreState, command: Command<RecordBody>): Refusal | undefined {
  const { open, vouched } = accessOf(state);
  if (!vouched.has('credentials')) return undefined;
  const { records, occasion } = command.body;
  const session = command.session === undefined ? undefined : open.get(command.session);
  const isOwn = records.every(
    ({ owner_kind, owner }) =>
      session !== undefined &&
      session.kind !== 'stepUp' &&
      command.at < session.until &&
      session.owner === owner &&
      (owner_kind === 'operator') === isOfOperator(session.kind),
  );
  if (isOwn) return undefined;
  const isAboutOperators = records.some(({ owner_kind }) => owner_kind === 'operator');
  return !isAboutOperators && isOccasion(state, occasion, records) ? undefined : refuse(code.sessionExpired);
}

export function recordCredential(state: CoreState, command: Command<RecordBody>): Outcome {
  const { records, link } = command.body;
  const keys = new Set(records.map(({ tbl, row_key }) => `${tbl} ${row_key}`));
  const isWell = records.length <= IDS_PER_COMMAND && keys.size === records.length && records.every(isRecord);
  if (!isWell) return refuse(code.wrongFormat, 'records');
  const rows = records.flatMap((record) => recordRows(state, command, record));
  if (link === undefined) {
    const wait = waitAfter(state, command, command.body);
    return strangerProblem(state, command) ?? withRows(wait === undefined ? rows : [...rows, wait]);
  }
  if (!knowsLinks(state)) return withRows(rows);
  const [first] = records;
  const used =
    first?.owner_kind === 'operator' ? usedLink(state, command, { digest: link, operator: first.owner }) : undefined;
  if (
    used === undefined ||
    records.some(({ owner_kind, owner }) => owner_kind !== 'operator' || owner !== first?.owner)
  )
    return refuse(code.linkUsed, 'link');
  return withRows([...rows, used]);
}

export function adoptCredentials(state: CoreState, command: Command<AdoptCredentialsBody>): Outcome {
  if (accessOf(state).vouched.has('credentials')) throw new Error('the credentials of before were taken over already');
  // How old they are nobody knows: not new.
  const since = command.at - DAY_MS;
  const rows = command.body.records.flatMap((record) => recordRows(state, command, record, since));
  return withRows(command.body.last ? [...rows, vouching(command, 'credentials')] : rows);
}

/** Where a standing is a row of the core, the column counts no more: `verify` looks at both. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['users.status']);

/**
 * Compares what somebody is about to be let in by with the newest records: `differs` names table,
 * row and column. The entry stays in the log, so that a core that was started on forged tables is
 * found by its replay.
 */
export function checkCredentials(state: CoreState, command: Command<CheckBody>): Outcome {
  const { owner_kind, owner, purpose, tables, rows, except, last } = command.body;
  if (IDS_PER_COMMAND < rows.length || IDS_PER_COMMAND < tables.length) return refuse(code.wrongFormat, 'rows');
  if (!accessOf(state).vouched.has('credentials')) return withRows([], { differs: [] });
  const states = statesOf(state, { owner_kind, owner }).filter(({ tbl }) => tables.includes(tbl));
  const differs = [...command.body.differs];
  for (const { tbl, row_key, digests } of states) {
    const row = rows.find((candidate) => candidate.tbl === tbl && candidate.row_key === row_key);
    if (row === undefined) differs.push(`${tbl} ${row_key}`);
    else
      for (const [column, digest] of Object.entries(digests ?? {})) {
        const name = `${tbl}.${column}`;
        if (NOT_COMPARED.has(name) || except.includes(name)) continue;
        if (row.digests[column] !== digest) differs.push(`${tbl} ${row_key} ${column}`);
      }
  }
  for (const { tbl, row_key } of rows)
    if (!states.some((credential) => credential.tbl === tbl && credential.row_key === row_key))
      differs.push(`${tbl} ${row_key}`);
  const { seq, at } = command;
  const alarm = changeOf(CREDENTIAL_ALARMS_TABLE, { seq, owner_kind, owner, purpose, differs, at });
  return withRows(last && 0 < differs.length ? [alarm] : [], { differs });
}
