import type { Pool } from '../../platform/postgres.ts';

const DAY_MS = 86_400_000;
/**
 * Nobody comes back to a guest whose session ended: there is nothing to log in with. A use in the
 * last minutes may not be written yet.
 */
const ENDED_FOR_MS = DAY_MS;
/** Guests looked at by one statement: nothing waits long for it. */
const GUESTS_AT_ONCE = 500;
/** Statements of one run; the next run goes on. */
const STATEMENTS_MAX = 200;

/**
 * What somebody leaves behind, besides the demo book that opened with the account. Whoever has a
 * row in one of them stays.
 */
export const LEFT_BEHIND: readonly (readonly [table: string, column: string])[] = [
  ['option_orders', 'user_id'],
  ['contract_orders', 'user_id'],
  ['spot_orders', 'user_id'],
  ['spot_fills', 'user_id'],
  ['convert_quotes', 'user_id'],
  ['convert_orders', 'user_id'],
  ['convert_fills', 'user_id'],
  ['price_alerts', 'user_id'],
  ['notification_reads', 'user_id'],
  ['user_standings', 'user_id'],
  ['risk_acknowledgements', 'user_id'],
  ['operator_requests', 'user_id'],
  ['operator_actions', 'user_id'],
  ['operator_views', 'user_id'],
  ['user_notes', 'user_id'],
  ['files', 'user_id'],
  ['support_conversations', 'user_id'],
  ['kyc_cases', 'user_id'],
  ['kyc_drafts', 'user_id'],
  ['kyc_states', 'user_id'],
  ['kyc_submissions', 'user_id'],
  ['deposits', 'user_id'],
  ['deposit_addresses', 'user_id'],
  ['withdrawals', 'user_id'],
  ['withdrawal_addresses', 'user_id'],
  ['withdrawal_locks', 'user_id'],
  ['withdrawal_passwords', 'user_id'],
  ['watch_transfers', 'user_id'],
  ['private_details', 'user_id'],
  ['credential_changes', 'user_id'],
  ['customer_passkeys', 'owner'],
  ['customer_recovery_codes', 'owner'],
  ['customer_totp', 'owner'],
];

const nothingLeft = LEFT_BEHIND.map(
  ([table, column]) => `and not exists (select from ${table} kept where kept.${column} = u.id)`,
).join('\n');

const DELETE = `
  with gone as (
    select u.id from users u
     where u.id = any($1::bigint[]) and u.kind = 'guest' and u.created_at < $2
       and not exists (select from sessions s where s.user_id = u.id and s.expires_at > $2
                          and (s.revoked_at is null or s.revoked_at > $2))
       and not exists (select from users invited where invited.invited_by = u.id)
       and not exists (select from postings p where p.user_id = u.id and p.seq <> coalesce(
                         (select i.seq from command_ids i where i.command_id = 'open:' || u.id), 0))
       ${nothingLeft}
       for update of u skip locked
  ), ended as (delete from sessions where user_id in (select id from gone)
  ), chosen as (delete from notice_choices where user_id in (select id from gone)
  ), arranged as (delete from workspace_layouts where user_id in (select id from gone)
  ), browsers as (delete from push_subscriptions where user_id in (select id from gone))
  delete from users where id in (select id from gone)`;

/** Deletes guests who left nothing behind, some at a time, and remembers how far it came. */
export class GuestSweep {
  readonly #pool: Pool;
  #lookedTo = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Looks at as many guests as one run may, from where the last one ended; returns how many went.
   * The ledger and the log keep what they have of them: a demo book that was opened.
   */
  async run(now: number, atOnce = GUESTS_AT_ONCE, statementsMax = STATEMENTS_MAX): Promise<number> {
    const before = new Date(now - ENDED_FOR_MS);
    let swept = 0;
    for (let statement = 0; statement < statementsMax; statement += 1) {
      const { rows } = await this.#pool.query<{ id: number }>(
        `select id from users where kind = 'guest' and id > $1 order by id limit $2`,
        [this.#lookedTo, atOnce],
      );
      const gone = await this.#pool.query(DELETE, [rows.map(({ id }) => id), before]);
      swept += gone.rowCount ?? 0;
      // At the end the next run begins with the oldest again.
      this.#lookedTo = rows.length < atOnce ? 0 : rows.at(-1)!.id;
      if (this.#lookedTo === 0) break;
    }
    return swept;
  }
}
