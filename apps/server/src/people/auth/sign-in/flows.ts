import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../users.ts';
import type { ProviderIdentity } from './providers.ts';

export const FLOW_VALID_MS = 10 * 60_000;
/** Wrong passwords or codes that one answer of a provider may be tried with. */
const ATTEMPTS_MAX = 5;
const KEY_BYTES = 24;

/** Letters and digits alone, as the nonce of ERC-4361 must be. */
export const newFlowKey = (): string => randomBytes(KEY_BYTES).toString('hex');
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What the browser that began has, and where it went. */
export type ProviderAbout = {
  readonly provider: string;
  readonly codeChallenge: string;
  readonly nonce: string;
};
/** What the wallet was given to sign, to the letter. */
export type WalletAbout = { readonly message: string; readonly address: string; readonly chainId: number };

interface NewFlow {
  readonly key: string;
  /** Who links; undefined for whoever signs in. */
  readonly userId: number | undefined;
  readonly now: number;
}

export async function beginFlow(
  db: Db,
  flow: NewFlow &
    (
      | { readonly kind: 'provider'; readonly about: ProviderAbout }
      | { readonly kind: 'wallet'; readonly about: WalletAbout }
    ),
): Promise<void> {
  await db.query(`insert into sign_in_flows (key_hash, kind, user_id, about, expires_at) values ($1, $2, $3, $4, $5)`, [
    sha256(flow.key),
    flow.kind,
    flow.userId ?? null,
    flow.about,
    new Date(flow.now + FLOW_VALID_MS),
  ]);
}

/**
 * The provider's flow for an answer with this code, from whoever knows the verifier. `proven` once
 * the code was exchanged; until then only the first who brings one may exchange it, and nobody
 * brings another.
 */
export async function claimProviderFlow(
  db: Db,
  claim: {
    readonly state: string;
    readonly provider: string;
    readonly userId: number | undefined;
    readonly codeVerifier: string;
    readonly code: string;
    readonly now: number;
  },
): Promise<{ readonly nonce: string; readonly proven: ProviderIdentity | undefined } | undefined> {
  const codeChallenge = sha256(claim.codeVerifier).toString('base64url');
  const fits = `key_hash = $1 and kind = 'provider' and user_id is not distinct from $2
    and about ->> 'provider' = $3 and about ->> 'codeChallenge' = $4 and $5 < expires_at`;
  const values = [
    sha256(claim.state),
    claim.userId ?? null,
    claim.provider,
    codeChallenge,
    new Date(claim.now),
    sha256(claim.code),
  ];
  const first = await db.query<{ about: ProviderAbout }>(
    `update sign_in_flows set code_hash = $6 where ${fits} and code_hash is null returning about`,
    values,
  );
  if (first.rows[0] !== undefined) return { nonce: first.rows[0].about.nonce, proven: undefined };
  const again = await db.query<{ about: ProviderAbout; proven: ProviderIdentity }>(
    `select about, proven from sign_in_flows
      where ${fits} and code_hash = $6 and proven is not null and attempts < ${ATTEMPTS_MAX}`,
    values,
  );
  const row = again.rows[0];
  return row === undefined ? undefined : { nonce: row.about.nonce, proven: row.proven };
}

export async function proveFlow(db: Db, state: string, proven: ProviderIdentity): Promise<void> {
  await db.query('update sign_in_flows set proven = $2 where key_hash = $1', [sha256(state), proven]);
}

/** Counts a guess before it is looked at, so that many at once are no more than five. */
export async function countGuess(db: Db, key: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sign_in_flows set attempts = attempts + 1 where key_hash = $1 and attempts < ${ATTEMPTS_MAX}`,
    [sha256(key)],
  );
  return rowCount === 1;
}

export async function walletFlow(
  db: Db,
  claim: { readonly nonce: string; readonly userId: number | undefined; readonly now: number },
): Promise<WalletAbout | undefined> {
  const { rows } = await db.query<{ about: WalletAbout }>(
    `select about from sign_in_flows
      where key_hash = $1 and kind = 'wallet' and user_id is not distinct from $2 and $3 < expires_at`,
    [sha256(claim.nonce), claim.userId ?? null, new Date(claim.now)],
  );
  return rows[0]?.about;
}

/** True for the one who ends it: of two at once, only one goes on. */
export async function endFlow(db: Db, key: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from sign_in_flows where key_hash = $1', [sha256(key)]);
  return rowCount === 1;
}
