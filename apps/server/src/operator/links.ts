import { randomInt, timingSafeEqual } from 'node:crypto';
import { foldCode } from '@glasshouse/api/typed-text';
import { hashToken, looksLikeToken, newToken } from '../people/auth/tokens.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { sessionDigest } from '../platform/session-scope.ts';

type Db = Pick<Pool | PoolClient, 'query'>;

/** As figure `operators.linkMs`. */
export const LINK_MS = 24 * 3_600_000;
const CODE_FAILURES_MAX = 5;
/**
 * What a link of the command line is good for, and the approver's code, as a key has sealed them.
 */
export const LINK_PURPOSE = 'operator link';
export const LINK_CODE_PURPOSE = 'operator link code';

export interface OperatorLink {
  readonly id: number;
  /** How the log names it. */
  readonly digest: string;
  readonly request: number | null;
  /** Null: using the link makes the operator. */
  readonly operator: number | null;
  readonly name: string;
  readonly roles: readonly string[];
  readonly expiresAt: number;
}

type SealedLink = Pick<OperatorLink, 'operator' | 'name' | 'roles' | 'expiresAt'>;

const bytes = (token: string): Buffer => Buffer.from(hashToken(token), 'hex');
/** As sessions are named: nobody computes token or hash from it. */
const linkDigest = (token: string): string => sessionDigest(hashToken(token));
const codeContext = (request: number): string => `request ${request}`;

/** Where the console opens it; the token stays behind the `#`, out of every server's log. */
export const linkAddress = (site: string, token: string): string => `${site}/operator/link#${token}`;

/**
 * A link from the command line of the server, in place of an earlier one for the same name. What it
 * is good for is sealed: a row that somebody writes without the key opens nothing.
 */
export async function makeServerLink(
  db: Db,
  master: MasterKey,
  grant: {
    readonly name: string;
    readonly roles: readonly string[];
    readonly operator: number | null;
    readonly now: number;
  },
): Promise<string> {
  const token = newToken();
  await db.query('delete from operator_links where name = $1 and request is null and used_at is null', [grant.name]);
  const { operator, name, roles } = grant;
  const link: SealedLink = { operator, name, roles, expiresAt: grant.now + LINK_MS };
  await db.query(
    `insert into operator_links (token_hash, operator, name, roles, expires_at, sealed) values ($1, $2, $3, $4, $5, $6)`,
    [
      bytes(token),
      operator,
      name,
      JSON.stringify(roles),
      new Date(link.expiresAt),
      master.seal(LINK_PURPOSE, Buffer.from(JSON.stringify(link)), hashToken(token)),
    ],
  );
  return token;
}

interface Approved {
  readonly request: number;
  readonly operator: number;
  readonly name: string;
  readonly roles: readonly string[];
  readonly askedBy: number;
  readonly decidedBy: number;
  readonly until: number;
  readonly isUsed: boolean;
}

/** The newest invitation or recovery of each operator, if it was approved within a day. */
export async function approvedLinks(db: Db, now: number): Promise<Map<number, Approved>> {
  const { rows } = await db.query<{
    request: number;
    operator: number;
    name: string;
    roles: readonly string[];
    asked_by: number;
    decided_by: number;
    decided_at: number;
    used: boolean;
  }>(
    `select distinct on (o.id) r.id as request, o.id as operator, o.name, o.roles, r.asked_by, r.decided_by, r.decided_at,
            exists (select from operator_links l where l.request = r.id and l.used_at is not null) as used
       from operator_requests r join operators o
         on o.id = case r.type when 'operator.invite' then r.decided_seq else (r.body ->> 'operator')::bigint end
      where r.state = 'approved' and r.type in ('operator.invite', 'operator.recover') and r.decided_at > $1
        and o.state = 'active'
      order by o.id, r.id desc`,
    [new Date(now - LINK_MS)],
  );
  return new Map(
    rows.map((row) => [
      row.operator,
      {
        request: row.request,
        operator: row.operator,
        name: row.name,
        roles: row.roles,
        askedBy: row.asked_by,
        decidedBy: row.decided_by,
        until: row.decided_at + LINK_MS,
        isUsed: row.used,
      },
    ]),
  );
}

/** The row of an approved link, made when either half is first asked for. */
async function rowOf(db: Db, approved: Approved): Promise<number> {
  await db.query(
    `insert into operator_links (request, operator, name, roles, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (request) do nothing`,
    [approved.request, approved.operator, approved.name, JSON.stringify(approved.roles), new Date(approved.until)],
  );
  const { rows } = await db.query<{ id: number }>('select id from operator_links where request = $1', [
    approved.request,
  ]);
  return rows[0]!.id;
}

/**
 * The half of who asked. `issue` tells the core its digest, which takes it of who asked for an
 * approved invitation or recovery only; false when it does not.
 */
export async function makeRequestLink(
  db: Db,
  approved: Approved,
  issue: (digest: string) => Promise<boolean>,
): Promise<string | undefined> {
  const token = newToken();
  const id = await rowOf(db, approved);
  if (!(await issue(linkDigest(token)))) return undefined;
  await db.query('update operator_links set token_hash = $2 where id = $1 and used_at is null', [id, bytes(token)]);
  return token;
}

/** The half of who approved: neither of the two can get in as the new operator alone. */
export async function makeRequestCode(db: Db, master: MasterKey, approved: Approved): Promise<string> {
  const code = randomInt(0, 100_000_000).toString().padStart(8, '0');
  const id = await rowOf(db, approved);
  // Sealed, not hashed: whoever reads the table would try all of them.
  await db.query('update operator_links set code_sealed = $2, code_failures = 0 where id = $1 and used_at is null', [
    id,
    master.seal(LINK_CODE_PURPOSE, Buffer.from(code), codeContext(approved.request)),
  ]);
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

interface LinkRow extends Omit<OperatorLink, 'digest'> {
  readonly sealed: Buffer | null;
}

/** A link that can still be used. Of the command line's, only what is sealed counts. */
export async function openLink(
  db: Db,
  master: MasterKey,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<OperatorLink | undefined> {
  if (!looksLikeToken(token)) return undefined;
  const { rows } = await db.query<LinkRow>(
    `select id, request, operator, name, roles, expires_at as "expiresAt", sealed from operator_links
      where token_hash = $1 and used_at is null and expires_at > $2 and code_failures < ${CODE_FAILURES_MAX}`,
    [bytes(token), new Date(now)],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { sealed, ...link } = row;
  const digest = linkDigest(token);
  if (link.request !== null) return { ...link, digest };
  const opened = sealed === null ? undefined : master.open(LINK_PURPOSE, sealed, hashToken(token));
  if (opened === undefined) return undefined;
  const contents = JSON.parse(opened.toString()) as SealedLink;
  return now < contents.expiresAt ? { id: link.id, request: null, digest, ...contents } : undefined;
}

/** Whether the code of the approver is right; a try is counted before it is looked at. */
export async function checkLinkCode(db: Db, master: MasterKey, link: OperatorLink, code: string): Promise<boolean> {
  const { rows } = await db.query<{ code_sealed: Buffer | null }>(
    `update operator_links set code_failures = code_failures + 1
      where id = $1 and used_at is null and code_failures < ${CODE_FAILURES_MAX} returning code_sealed`,
    [link.id],
  );
  const sealed = rows[0]?.code_sealed;
  if (sealed == null || link.request === null) return false;
  const expected = master.open(LINK_CODE_PURPOSE, sealed, codeContext(link.request));
  const typedCode = Buffer.from(foldCode(code));
  return expected !== undefined && expected.length === typedCode.length && timingSafeEqual(expected, typedCode);
}

/** False when somebody else used it first. */
export async function markLinkUsed(db: Db, link: OperatorLink, now: number): Promise<boolean> {
  const { rowCount } = await db.query('update operator_links set used_at = $2 where id = $1 and used_at is null', [
    link.id,
    new Date(now),
  ]);
  return rowCount === 1;
}
