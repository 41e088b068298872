import { destroyFiles } from '../files/file-rows.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { inTransaction, keep } from '../platform/transaction.ts';
import { CLOSED, ERASED } from './standing.ts';

export interface EraseDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly retentionDays: () => Promise<number>;
}

const DAY_MS = 86_400_000;
/** Of one run; the next one goes on. */
const RUN_MAX = 100;

/** Rows that go with the name of their owner, and the column that names them. */
const GOES: readonly (readonly [table: string, column: string])[] = [
  ['sessions', 'user_id'],
  ['sign_in_identities', 'user_id'],
  ['sign_in_wallets', 'user_id'],
  ['sign_in_flows', 'user_id'],
  ['customer_totp', 'owner'],
  ['customer_recovery_codes', 'owner'],
  ['customer_passkeys', 'owner'],
  ['withdrawal_passwords', 'user_id'],
  ['credential_changes', 'user_id'],
  ['push_subscriptions', 'user_id'],
  ['notice_choices', 'user_id'],
  ['workspace_layouts', 'user_id'],
  ['notification_reads', 'user_id'],
  ['private_details', 'user_id'],
  ['user_notes', 'user_id'],
  ['kyc_drafts', 'user_id'],
  ['imported_history', 'user_id'],
  ['history_imports', 'user_id'],
  // Links that show a name, or an order, to everybody.
  ['nft_shares', 'user_id'],
  ['shared_receipts', 'user_id'],
];

/**
 * Deletes what is personal of accounts that their owners closed, once it need not be kept. The core
 * says so first, in the log; what a crash leaves is deleted by the next run. Ledger and log keep
 * the number of the account, which names nobody any more. What was submitted for identity checks
 * has its own rule (`kyc/retention.ts`).
 */
export async function eraseClosed({ pool, bus, clock, retentionDays }: EraseDeps): Promise<number> {
  const now = clock.now();
  const due = new Date(now - (await retentionDays()) * DAY_MS);
  const { rows: closed } = await pool.query<{ id: number }>(
    `select s.user_id as id from user_standings s
      where s.status = 'disabled' and s.changed_by is null and s.reason = $1
        and (s.since <= $2
             or not exists (select from accounts a where a.owner = s.user_id and a.book = 'real')
                and not exists (select from kyc_states k where k.user_id = s.user_id))
      order by s.since limit ${RUN_MAX}`,
    [CLOSED, due],
  );
  for (const { id } of closed) {
    const command = { userId: id, book: 'real' as const, type: 'account.erase', body: null };
    await bus.submit({ ...command, id: `account:erase:${id}:${Math.floor(now / DAY_MS)}` });
  }
  const { rows: erased } = await pool.query<{ id: number; email: string | null }>(
    `select u.id, u.email from users u join user_standings s on s.user_id = u.id
      where s.changed_by is null and s.reason = $1 and u.erased_at is null limit ${RUN_MAX}`,
    [ERASED],
  );
  for (const { id, email } of erased) {
    await inTransaction(pool, async (client) => {
      await deleteOf(client, { id, email, now });
      return keep(undefined);
    });
  }
  return erased.length;
}

async function deleteOf(
  client: PoolClient,
  { id, email, now }: { readonly id: number; readonly email: string | null; readonly now: number },
): Promise<void> {
  for (const [table, column] of GOES) await client.query(`delete from ${table} where ${column} = $1`, [id]);
  // Without it nobody can tell any more what the digests in the log were made of.
  await client.query(`delete from credential_nonces where owner_kind = 'user' and owner = $1`, [id]);
  const { rows } = await client.query<{ usedBy: string }>(
    `select distinct used_by as "usedBy" from files where user_id = $1 and used_by ~ '^(deposit|support):'`,
    [id],
  );
  for (const { usedBy } of rows) await destroyFiles(client, usedBy, now);
  await client.query(
    `update support_ratings set comment = '' where conversation in (select id from support_conversations where user_id = $1)`,
    [id],
  );
  await client.query('delete from support_conversations where user_id = $1', [id]);
  if (email !== null) {
    await client.query('delete from mail_outbox where lower(to_address) = lower($1)', [email]);
    await client.query('delete from verification_codes where account = lower($1)', [email]);
  }
  await client.query(
    `update users set username = null, email = null, password_hash = null, language = 'en', erased_at = $2 where id = $1`,
    [id, new Date(now)],
  );
}
