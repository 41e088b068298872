import { createHash } from 'node:crypto';
import type { Pool } from '@glasshouse/server/platform/postgres';
import { type Sent, SUCCESS } from './clients.ts';
import type { Transfer } from './errands.ts';

/** A command refused before the core, for a code that was used up for instance, is not logged. */
export async function auditSent(pool: Pool, sent: readonly Sent[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ command_id: string; code: number }>(
    'select command_id, code from command_log where command_id = any($1)',
    [sent.map(loggedAs)],
  );
  const byId = Map.groupBy(rows, (row) => row.command_id);
  return sent.flatMap((request) => {
    const { id, kind, code, retried } = request;
    const found = byId.get(loggedAs(request)) ?? [];
    const what = `${kind} ${id} (${retried ? 'retried' : 'answered at once'}: ${code})`;
    if (1 < found.length) return [`${what} is ${found.length} times in the log`];
    if (found.length === 0) return code === SUCCESS ? [`${what} is not in the log`] : [];
    // The core knows only what is under way; its refusal may be told in other words.
    return (found[0]!.code === SUCCESS) === (code === SUCCESS) ? [] : [`${what} has code ${found[0]!.code} in the log`];
  });
}

/** A simulated transfer enters the log as what a watcher would have told of it. */
function loggedAs({ id, kind }: Sent): string {
  if (kind !== 'simulate') return id;
  const hash = createHash('sha256').update(`simulated ${id}`).digest('hex');
  return `deposits.seen:ERC20:0x${hash}:0:1`;
}

/**
 * What must hold of the money itself, asked of the database without a line of the modules: held is
 * what live withdrawals and spot orders need, each deposit was credited once, each payout left
 * once.
 */
export async function auditMoney(pool: Pool, transfers: readonly Transfer[]): Promise<readonly string[]> {
  const findings: string[] = [];
  const ask = async (sql: string, values: readonly unknown[] = []) =>
    (await pool.query<{ what: string }>(sql, [...values])).rows.map(({ what }) => what);
  findings.push(
    ...(await ask(
      `select format('user %s holds %s %s, live withdrawals and spot orders need %s', owner, balance, asset, needed) as what
         from (select a.owner, a.asset, a.balance,
                      coalesce((select sum(w.amount) from withdrawals w where w.user_id = a.owner and w.asset = a.asset
                                  and w.state in ('pending', 'approved')), 0)
                      + coalesce((select sum(o.held) from spot_orders o where o.user_id = a.owner and o.book = a.book
                                  and a.asset = case o.side when 'buy' then o.quote else o.base end), 0) as needed
                 from accounts a where a.book = 'real' and a.kind = 'held' and a.owner <> 0) held
        where balance <> needed`,
    )),
    ...(await ask(
      `select format('deposit %s (%s) was credited %s times with %s', d.id, d.state, count(p.*), sum(p.amount)) as what
         from deposits d left join postings p on p.reason = 'deposit.credit' and p.ref = d.id::text
        group by d.id having count(p.*) <> (case d.state when 'approved' then 1 else 0 end)
          or coalesce(sum(p.amount), 0) <> coalesce(d.credited, 0)`,
    )),
    ...(await ask(
      `select format('withdrawal %s (%s) left %s times with %s', w.id, w.state, count(p.*), sum(p.amount)) as what
         from withdrawals w left join postings p on p.reason = 'withdrawal.sent' and p.ref = w.id::text
        group by w.id having count(p.*) <> (case when w.state in ('sent', 'confirmed') then 1 else 0 end)
          or coalesce(sum(p.amount), 0) <> (case when w.state in ('sent', 'confirmed') then w.received else 0 end)`,
    )),
    ...(await ask(
      `select format('%s of %s was approved %s times', c.type, c.subject, count(*)) as what
         from (select e ->> 'type' as type, coalesce(e -> 'body' ->> 'request', e -> 'body' ->> 'id') as subject from
                 (select entry::jsonb as e from command_log where code = 200) entries
                where e ->> 'type' in ('deposits.review', 'request.decide', 'withdrawals.sent')) c
        group by c.type, c.subject having 1 < count(*)`,
    )),
    ...(await ask(
      `select format('transfer %s is %s deposits, %s of them approved', t.hash, count(d.*),
                     count(*) filter (where d.state = 'approved')) as what
         from unnest($1::text[], $2::bigint[], $3::numeric[]) as t (hash, user_id, amount)
         left join deposits d on d.tx_hash = t.hash and d.user_id = t.user_id
        group by t.hash having count(d.*) <> 1 or count(*) filter (where d.state = 'approved' and d.credited = t.amount) <> 1`,
      [transfers.map(({ hash }) => hash), transfers.map(({ userId }) => userId), transfers.map(({ amount }) => amount)],
    )),
  );
  return findings;
}

/** How many transfers and payouts the watcher has not told of to the end. */
export async function stillWatched(pool: Pool, transfers: readonly Transfer[]): Promise<number> {
  const { rows } = await pool.query<{ credited: number; unconfirmed: number }>(
    `select (select count(*)::int from deposits where tx_hash = any($1) and state = 'approved') as credited,
            (select count(*)::int from withdrawals where state = 'sent') as unconfirmed`,
    [transfers.map(({ hash }) => hash)],
  );
  return transfers.length - rows[0]!.credited + rows[0]!.unconfirmed;
}
