import type { ChangedRow } from '../factors/changes.ts';
import type { Db } from '../users.ts';
import type { ProviderIdentity } from './providers.ts';

/** Of each kind for one person. */
const METHODS_MAX = 10;

export interface LinkedProvider {
  readonly id: number;
  readonly provider: string;
  readonly email: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** A wallet: by the key of its address, or a contract on one chain. */
export interface WalletKey {
  readonly address: string;
  /** 0: signed by the key of the address itself, which is the same on every chain. */
  readonly chainId: number;
}

export interface LinkedWallet extends WalletKey {
  readonly id: number;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export type SignInMethod =
  | { readonly identity: ProviderIdentity; readonly provider: string }
  | { readonly wallet: WalletKey };

/** Whom it signs in, noting the use. */
export async function ownerOf(db: Db, method: SignInMethod, now: number): Promise<number | undefined> {
  const [where, ...values] =
    'wallet' in method
      ? ['sign_in_wallets', method.wallet.address, method.wallet.chainId]
      : ['sign_in_identities', method.identity.issuer, method.identity.subject];
  const [first, second] = 'wallet' in method ? ['address', 'chain_id'] : ['issuer', 'subject'];
  const { rows } = await db.query<{ userId: number }>(
    `update ${where} set last_used_at = $3 where ${first} = $1 and ${second} = $2 returning user_id as "userId"`,
    [...values, new Date(now)],
  );
  return rows[0]?.userId;
}

const tableOf = (kind: 'provider' | 'wallet') => (kind === 'wallet' ? 'sign_in_wallets' : 'sign_in_identities');

/** The row that was added; 'taken' when it signs somebody in already, whosever it is. */
export async function linkMethod(
  db: Db,
  userId: number,
  method: SignInMethod,
  now: number,
): Promise<ChangedRow | 'taken' | 'full'> {
  const at = new Date(now);
  const table = tableOf('wallet' in method ? 'wallet' : 'provider');
  // Two at once of the same person wait for each other: neither passes the most.
  await db.query('select from users where id = $1 for update', [userId]);
  const held = await db.query<{ count: number }>(`select count(*)::int as count from ${table} where user_id = $1`, [
    userId,
  ]);
  if (METHODS_MAX <= (held.rows[0]?.count ?? 0)) return 'full';
  const { rows } =
    'wallet' in method
      ? await db.query<{ id: number }>(
          `insert into sign_in_wallets (user_id, address, chain_id, created_at) values ($1, $2, $3, $4)
           on conflict (address, chain_id) do nothing returning id`,
          [userId, method.wallet.address, method.wallet.chainId, at],
        )
      : await db.query<{ id: number }>(
          `insert into sign_in_identities (user_id, provider, issuer, subject, email, created_at)
           values ($1, $2, $3, $4, $5, $6) on conflict (issuer, subject) do nothing
           returning id`,
          [userId, method.provider, method.identity.issuer, method.identity.subject, method.identity.email, at],
        );
  const [added] = rows;
  return added === undefined ? 'taken' : { table, key: added.id };
}

export async function providersOf(db: Db, userId: number): Promise<LinkedProvider[]> {
  const { rows } = await db.query<LinkedProvider>(
    `select id, provider, email, created_at as "createdAt", last_used_at as "lastUsedAt"
       from sign_in_identities where user_id = $1 order by id`,
    [userId],
  );
  return rows;
}

export async function walletsOf(db: Db, userId: number): Promise<LinkedWallet[]> {
  const { rows } = await db.query<LinkedWallet>(
    `select id, address, chain_id as "chainId", created_at as "createdAt", last_used_at as "lastUsedAt"
       from sign_in_wallets where user_id = $1 order by id`,
    [userId],
  );
  return rows;
}

export async function canLinkMore(db: Db, userId: number, kind: 'provider' | 'wallet'): Promise<boolean> {
  const held = kind === 'wallet' ? await walletsOf(db, userId) : await providersOf(db, userId);
  return held.length < METHODS_MAX;
}

export async function unlinkMethod(
  db: Db,
  userId: number,
  { kind, id }: { readonly kind: 'provider' | 'wallet'; readonly id: number },
): Promise<ChangedRow | undefined> {
  const table = tableOf(kind);
  const { rowCount } = await db.query(`delete from ${table} where user_id = $1 and id = $2`, [userId, id]);
  return rowCount === 1 ? { table, key: id } : undefined;
}
