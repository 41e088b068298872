import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { GuestSweep, LEFT_BEHIND } from './sweep-guests.ts';

const database = withTestDatabase();
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-06-01T12:00:00Z');
const ENDED = NOW - 2 * DAY_MS;

beforeEach(async () => {
  await database.pool.query('truncate users, postings, command_ids, notification_reads cascade');
});

/** A guest with a demo book, whose session ended two days ago. */
async function guest(id: number, { endsAt = ENDED }: { readonly endsAt?: number } = {}): Promise<void> {
  const at = new Date(NOW - 40 * DAY_MS);
  await database.pool.query(
    `insert into users (id, kind, language, invite_code, created_at) values ($1, 'guest', 'en', $2, $3)`,
    [id, `INV${id}`, at],
  );
  await database.pool.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, ip)
     values (sha256($1), $2, $3, $3, $4, '', '')`,
    [`token ${id} ${endsAt}`, id, at, new Date(endsAt)],
  );
  await database.pool.query(`insert into command_ids values ($1, $2, true)`, [`open:${id}`, id]);
  await posting(id, id);
}

const posting = (userId: number, seq: number) =>
  database.pool.query(`insert into postings values ($1, 0, 1, 2, 1, 1, 1, 'demo', null, $2, 'demo', 'USDT', $3)`, [
    seq,
    userId,
    new Date(NOW),
  ]);
const ids = async (): Promise<number[]> =>
  (await database.pool.query<{ id: number }>('select id from users order by id')).rows.map(({ id }) => id);
const countOf = async (table: string): Promise<number> =>
  (await database.pool.query(`select count(*) as count from ${table}`)).rows[0].count;

test('a guest who left nothing behind goes with the sessions; ledger and log stay', async () => {
  await guest(1);
  expect(await new GuestSweep(database.pool).run(NOW)).toBe(1);
  expect([await ids(), await countOf('sessions')]).toEqual([[], 0]);
  expect([await countOf('postings'), await countOf('command_ids')]).toEqual([1, 1]);
});

describe('stays:', () => {
  test.each<[what: string, leave: () => Promise<unknown>]>([
    ['a session that is alive', () => guest(2, { endsAt: NOW + DAY_MS })],
    ['a session that ended just now', () => guest(2, { endsAt: NOW - 60_000 })],
    [
      'a session that was closed just now',
      async () => {
        await guest(2, { endsAt: NOW + DAY_MS });
        await database.pool.query('update sessions set revoked_at = $1 where user_id = 2', [new Date(NOW - 60_000)]);
      },
    ],
    [
      'an account that was made just now, and has no session yet',
      async () => {
        await guest(2);
        await database.pool.query('delete from sessions where user_id = 2');
        await database.pool.query('update users set created_at = $1 where id = 2', [new Date(NOW - 1_000)]);
      },
    ],
    [
      'a full user',
      async () => {
        await guest(2);
        await database.pool.query(
          `update users set kind = 'user', username = 'anna', password_hash = 'x' where id = 2`,
        );
      },
    ],
    [
      'who moved money',
      async () => {
        await guest(2);
        await posting(2, 77);
      },
    ],
    [
      'who invited somebody',
      async () => {
        await guest(2);
        await guest(3, { endsAt: NOW + DAY_MS });
        await database.pool.query('update users set invited_by = 2 where id = 3');
      },
    ],
    [
      'who read a notification',
      async () => {
        await guest(2);
        await database.pool.query(`insert into notification_reads values (2, 7, now())`);
      },
    ],
  ])('%s', async (_, leave) => {
    await guest(1);
    await leave();
    const before = await ids();
    await new GuestSweep(database.pool).run(NOW);
    expect(await ids()).toEqual(before.filter((id) => id !== 1));
  });
});

test('a run looks at so many and the next goes on, past those who stay, and begins again at the end', async () => {
  for (const id of [1, 2, 3, 4, 5]) await guest(id);
  await posting(1, 77);
  await posting(2, 78);
  const sweep = new GuestSweep(database.pool);
  expect(await sweep.run(NOW, 2, 1)).toBe(0);
  expect(await sweep.run(NOW, 2, 1)).toBe(2);
  expect(await ids()).toEqual([1, 2, 5]);
  expect(await sweep.run(NOW, 2, 5)).toBe(1);
  await database.pool.query('delete from postings where seq = 77');
  expect(await sweep.run(NOW, 2, 1)).toBe(1);
  expect(await ids()).toEqual([2]);
});

test('every table that names people is one that keeps a guest, or is known not to', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bigint'
        and c.column_name in ('user_id', 'owner')`,
  );
  const remaining = LEFT_BEHIND.map(([table, column]) => `${table}.${column}`);
  const follows = {
    'of the account itself': [
      ...['sessions', 'notice_choices', 'push_subscriptions', 'workspace_layouts'].map((table) => `${table}.user_id`),
    ],
    'ledger and log, which stay': [
      'accounts.owner',
      'postings.user_id',
      'command_log.user_id',
      'known_sessions.owner',
      'credential_records.owner',
      'credential_nonces.owner',
      'credential_states.owner',
      'credential_alarms.owner',
      'withdrawal_waits.user_id',
    ],
    'of what is in the ledger or in the tables that keep a guest': [
      'cost_heads.user_id',
      'cost_holdings.user_id',
      'cost_steps.user_id',
      'user_levels.user_id',
      'traded_volume.user_id',
      'fees_paid.user_id',
      'fee_resets.user_id',
      'user_results.user_id',
      'deposit_hashes.user_id',
      'deposit_alarms.user_id',
      'referral_links.user_id',
      'referral_rewards.user_id',
      ...[
        'evidence',
        'deposit_findings',
        'deposit_holds',
        'identity_usage',
        'corporate_notices',
        'contract_warnings',
      ].map((table) => `${table}.user_id`),
      ...['kyc_assessments', 'kyc_erasures', 'kyc_shares', 'kyc_withdrawals'].map((table) => `${table}.user_id`),
    ],
    'of members alone: guests are sent to sign up first': [
      ...[
        'plan_orders',
        'plan_switches',
        'nft_purchases',
        'nft_shares',
        'loans',
        'loan_agreements',
        'loan_returns',
        'shared_receipts',
      ].map((table) => `${table}.user_id`),
    ],
    'of who has a password or is no guest': [
      ...['sign_in_identities', 'sign_in_wallets', 'sign_in_flows', 'imported_history', 'history_imports'].map(
        (table) => `${table}.user_id`,
      ),
    ],
    'of operators, or gone within minutes': [
      'operator_totp.owner',
      'operator_recovery_codes.owner',
      'operator_passkeys.owner',
      'factor_challenges.owner',
    ],
  };
  expect(
    rows.map(({ name }) => name).filter((name) => ![...remaining, ...Object.values(follows).flat()].includes(name)),
  ).toEqual([]);
});
