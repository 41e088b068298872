import type { Pool } from '@glasshouse/server/platform/postgres';

/**
 * What must hold of plans, loans, works and rewards, asked of the database without a line of the
 * modules: each step moved its money once, and accounts hold what is still running.
 */
export async function auditProducts(pool: Pool): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const sql of [...PLANS, ...LOANS, ...WORKS, ...REWARDS]) {
    const { rows } = await pool.query<{ what: string }>(sql);
    findings.push(...rows.map(({ what }) => what));
  }
  return findings;
}

const POSTED = '(select reason, ref, count(*) as times, sum(amount) as amount from postings group by reason, ref)';

const PLANS: readonly string[] = [
  `select format('plan %s (%s): %s was posted %s times with %s', o.id, o.state, e.reason, coalesce(p.times, 0), p.amount) as what
     from plan_orders o
     cross join lateral (values
       ('plans.principal', 1, o.principal), ('plans.reserve', 1, o.promised),
       ('plans.yield', o.paid_days, o.daily * o.paid_days),
       ('plans.return', case when o.state in ('exited', 'divided') then 1 else 0 end, o.principal - coalesce(o.penalty, 0)),
       ('plans.release', case o.state when 'exited' then 1 else 0 end, o.promised - o.daily * o.paid_days)
     ) e (reason, times, amount)
     left join ${POSTED} p on p.reason = e.reason and p.ref = o.id::text
    where coalesce(p.times, 0) <> e.times or (0 < e.times and p.amount <> e.amount)`,
  `select format('%s of %s holds %s %s, its plans need %s', kind, owner, balance, asset, needed) as what
     from (select a.owner, a.asset, a.balance, a.kind,
                  coalesce((select sum(case when a.kind = 'plan' then o.principal else o.promised - o.daily * o.paid_days end)
                              from plan_orders o where o.settled_by is null and o.asset = a.asset
                               and (a.kind = 'plan' and o.user_id = a.owner or a.kind = 'reserve.plan' || o.product)), 0) as needed
             from accounts a where a.book = 'real' and (a.kind = 'plan' or starts_with(a.kind, 'reserve.plan'))) held
    where balance <> needed`,
];

const LOANS: readonly string[] = [
  `select format('loan %s (%s): %s was posted %s times with %s', l.id, l.state, e.reason, p.times, p.amount) as what
     from loans l
     cross join lateral (values
       ('loans.payout', case when l.started_at is null then 0 else 1 end, l.amount),
       ('loans.principal', null::int, l.paid_principal), ('loans.interest', null::int, l.paid_interest)
     ) e (reason, times, amount)
     left join ${POSTED} p on p.reason = e.reason and p.ref = l.id::text
    where coalesce(p.times, 0) <> e.times or (e.times is distinct from 0 and coalesce(p.amount, 0) <> e.amount)`,
  `select format('loan %s owes %s of %s after %s', id, principal, amount, paid_principal) as what
     from loans where started_at is not null and principal + paid_principal <> amount`,
  `select format('user %s has %s %s pledged, loans say %s', owner, balance, asset, needed) as what
     from (select a.owner, a.asset, a.balance,
                  coalesce((select sum((c ->> 'amount')::numeric) from loans l, jsonb_array_elements(l.collateral) c
                             where l.user_id = a.owner and l.closed_at is null and c ->> 'asset' = a.asset), 0) as needed
             from accounts a where a.book = 'real' and a.kind = 'collateral') held
    where balance <> needed`,
];

const WORKS: readonly string[] = [
  `select format('purchase %s was paid %s times', n.id, count(p.*)) as what
     from nft_purchases n left join postings p on p.reason = 'nfts.buy' and p.ref = n.id::text and p.amount = n.paid
    group by n.id having count(p.*) <> 1`,
  `select format('of work %s %s are sold, %s were bought', l.id, l.sold, coalesce(sum(n.quantity), 0)) as what
     from nft_listings l left join nft_purchases n on n.listing = l.id
    group by l.id having l.sold <> coalesce(sum(n.quantity), 0)`,
  `select format('serials of purchases %s and %s overlap', n.id, m.id) as what
     from nft_purchases n join nft_purchases m on m.listing = n.listing and n.id < m.id
      and int8range(n.serial, n.serial + n.quantity) && int8range(m.serial, m.serial + m.quantity)`,
];

const REWARDS: readonly string[] = [
  `select format('the fee of entry %s was rewarded %s times', r.seq, count(p.*)) as what
     from referral_rewards r left join postings p on p.seq = r.seq and p.reason = 'referrals.reward' and p.amount = r.reward
    group by r.seq, r.friend having count(p.*) <> 1`,
  `select format('friend %s earned %s, rewards sum up to %s', l.friend, l.earned, coalesce(sum(r.reward), 0)) as what
     from referral_links l left join referral_rewards r on r.friend = l.friend
    group by l.friend having l.earned <> coalesce(sum(r.reward), 0)`,
];
