import type { Pool } from '../../platform/postgres.ts';
import { sessionDigestSql, stepUpDigestSql } from '../../platform/session-scope.ts';
import { SESSION_KNOWN_MS } from './adopt-sessions.ts';
import {
  type Db,
  digestsOf,
  newestRecords,
  noncesOf,
  PROTECTED,
  type ProtectedRow,
  type ProtectedTable,
  readProtected,
} from './protected.ts';
import type { CredentialRecord } from './rows.ts';

const PAGE = 2_000;
const FINDINGS_MAX = 50;

export interface AccessReport {
  readonly findings: readonly string[];
  readonly notes: readonly string[];
  /** Rows and sessions that were compared. */
  readonly checked: number;
}

/**
 * Compares what lets people and operators in with the digests of the log: each difference by table,
 * row and column; and open sessions with those that the core was told of. What it reads of the
 * core's own tables is compared with the log by `verifyDatabase`.
 */
export async function verifyAccess(pool: Pool, now: number): Promise<AccessReport> {
  const findings: string[] = [];
  const find = (sentence: string): void => {
    if (findings.length < FINDINGS_MAX) findings.push(sentence);
  };
  const { rows } = await pool.query<{ name: string }>('select name from vouchings');
  const vouched = new Set(rows.map(({ name }) => name));
  const notes = ['sessions', 'credentials']
    .filter((name) => !vouched.has(name))
    .map((name) => `${name}: the log does not vouch for them yet: a start of this release does`);
  let checked = 0;
  if (vouched.has('credentials')) {
    for (const spec of PROTECTED) checked += await compareTable(pool, spec, find);
  }
  if (vouched.has('sessions')) checked += await compareSessions(pool, now, find);
  return { findings, notes, checked };
}

type Find = (sentence: string) => void;

async function compareTable(db: Db, spec: ProtectedTable, find: Find): Promise<number> {
  const { table, ownerKind } = spec;
  let after: readonly [number, number] = [0, 0];
  let compared = 0;
  for (;;) {
    const rows = await readProtected(db, spec, { after, limit: PAGE });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = [last.owner, last.key];
    const owners = [...new Set(rows.map(({ owner }) => owner))];
    const nonces = await noncesOf(db, ownerKind, owners, false);
    const records = await newestRecords(db, table, owners);
    const standings = table === 'users' ? await standingsOf(db, owners) : NO_STANDINGS;
    for (const row of rows) {
      const standing = standings.get(row.owner);
      const record = records.get(`${row.owner} ${row.key}`) ?? undefined;
      compareRow({ spec, row, record, nonce: nonces.get(row.owner), standing }, find);
    }
    compared += rows.length;
    if (rows.length < PAGE) break;
  }
  await findMissing(db, spec, find);
  return compared;
}

/** `erased`: its owner closed the account, and the core said that its data goes. */
type Standing = 'erased' | 'standing';
const NO_STANDINGS: ReadonlyMap<number, Standing> = new Map();
/** As `account.erase` writes it. */
const ERASED = `st.status = 'disabled' and st.changed_by is null
  and st.reason = 'closed by its owner; personal data deleted'`;

async function standingsOf(db: Db, owners: readonly number[]): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await db.query<{ owner: number; standing: Standing }>(
    `select st.user_id as owner, case when ${ERASED} then 'erased' else 'standing' end as standing
       from user_standings st where st.user_id = any($1::bigint[])`,
    [owners],
  );
  return new Map(rows.map(({ owner, standing }) => [owner, standing]));
}

function compareRow(
  comparison: {
    readonly spec: ProtectedTable;
    readonly row: ProtectedRow;
    readonly record: CredentialRecord['digests'] | undefined;
    readonly nonce: string | undefined;
    readonly standing: Standing | undefined;
  },
  find: Find,
): void {
  const { spec, row, record, nonce, standing } = comparison;
  const { table, ownerKind } = spec;
  const name = `${table} ${row.key}`;
  const isUsers = table === 'users';
  if (isUsers && standing === 'erased') {
    for (const column of ['username', 'email', 'password_hash'])
      if (row.values[column] !== null) find(`credentials: ${name} ${column} came back after it was erased`);
    return;
  }
  if (record === undefined || record === null) {
    if (isUsers && row.values.kind === 'guest') {
      for (const column of ['username', 'email', 'password_hash'])
        if (row.values[column] !== null) find(`credentials: ${name} ${column} was written by no command`);
      if (row.values.status !== 'active' && standing === undefined)
        find(`credentials: ${name} status was written by no command`);
    } else find(`credentials: ${name} of ${ownerKind} ${row.owner} was written by no command`);
    return;
  }
  if (nonce === undefined) {
    find(`credentials: the nonce of ${ownerKind} ${row.owner} is missing, so ${name} cannot be compared`);
    return;
  }
  const digests = digestsOf(nonce, table, row);
  for (const column of Object.keys(spec.columns)) {
    if (isUsers && column === 'status' && standing !== undefined) continue;
    // Written before the log had this column.
    if (record[column] === undefined) continue;
    if (digests[column] !== record[column]) find(`credentials: ${name} ${column} is not what the log has`);
  }
}

/** Rows that the log has and the database does not. */
async function findMissing(db: Db, { table, ownerKind, owner, key, where = 'true' }: ProtectedTable, find: Find) {
  const { rows } = await db.query<{ owner: number; row_key: string }>(
    `select r.owner, r.row_key from (
       select distinct on (owner, row_key) owner, row_key, digests from credential_records
        where tbl = $1 order by owner, row_key, seq desc) r
      where r.digests is not null
        and not exists (select from ${table} where ${owner} = r.owner and (${key})::text = r.row_key and ${where})
        and not ($2 and exists (select from user_standings st where st.user_id = r.owner and ${ERASED}))
      limit ${FINDINGS_MAX}`,
    [table, ownerKind === 'user'],
  );
  for (const row of rows)
    find(`credentials: ${table} ${row.row_key} of ${ownerKind} ${row.owner} is missing; the log has it`);
}

/** Open sessions of which no command told the core. */
async function compareSessions(db: Db, now: number, find: Find): Promise<number> {
  const tables = [
    {
      table: 'sessions',
      owner: 'user_id',
      open: `revoked_at is null and expires_at > $1
        and created_at > $1::timestamptz - interval '${SESSION_KNOWN_MS} milliseconds'`,
      kind: `k.kind in ('guest', 'user')`,
    },
    {
      table: 'operator_sessions',
      owner: 'operator',
      // They ended with half a day, whatever their row says.
      open: `ended_at is null and created_at > $1::timestamptz - interval '12 hours'`,
      kind: `k.kind = case when s.credential is null then 'signingIn' else 'operator' end`,
    },
  ];
  await compareStepUps(db, find);
  let compared = 0;
  for (const { table, owner, open, kind } of tables) {
    const { rows } = await db.query<{ id: number; owner: number }>(
      `select s.id, s.${owner} as owner from ${table} s
        where ${open} and not exists (select from known_sessions k
          where k.digest = ${sessionDigestSql('s.token_hash')} and k.owner = s.${owner} and ${kind}
            and k.ended_at is null)
        order by s.id limit ${FINDINGS_MAX}`,
      [new Date(now)],
    );
    for (const row of rows) find(`sessions: ${table} ${row.id} of ${row.owner} was opened by no command`);
    const counted = await db.query<{ count: number }>(`select count(*)::int as count from ${table} s where ${open}`, [
      new Date(now),
    ]);
    compared += counted.rows[0]?.count ?? 0;
  }
  return compared;
}

/** Second factors that nobody gave, since the core has been told of them. */
async function compareStepUps(db: Db, find: Find): Promise<void> {
  const { rows } = await db.query<{ id: number; operator: number }>(
    `select s.id, s.operator from operator_sessions s
      where s.step_up_at > (select min(opened_at) from known_sessions where kind = 'stepUp')
        and not exists (select from known_sessions k
          where k.kind = 'stepUp' and k.owner = s.operator and k.digest = ${stepUpDigestSql('s')})
      order by s.id limit ${FINDINGS_MAX}`,
  );
  for (const { id, operator } of rows)
    find(`sessions: operator_sessions ${id} of ${operator} step_up_at was written by no command`);
}
