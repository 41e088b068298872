import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import {
  add,
  amountOf,
  formatAmount,
  formatRate,
  rateOf,
  ratioFloor,
  subtract,
  ZERO,
  ZERO_RATE,
} from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { Pool } from '../../platform/postgres.ts';
import { peopleOf } from '../funding/operator-reads.ts';
import { DAY_MS } from '../funding/steps.ts';
import type { WithdrawalRow } from './operator-queries.ts';

export type RiskSheet = OperatorResultOf<'getWithdrawalCase'>['risk'];
type Flag = RiskSheet['flags'][number];

/** Younger accounts are worth a second look. */
const NEW_DAYS = 7;
/** The profit is most of what leaves above this share of it. */
const MOSTLY = rateOf('0.5');
const DEVICES_MANY = 5;
const RECENT_MS = 30 * DAY_MS;
const DEPOSITS_MAX = 50;
const CHANGES_MAX = 20;
const SOURCES_MAX = 30;
const PEOPLE_MAX = 20;
/** Reasons by which money comes that nobody paid in. */
const GRANTS = ['adjust', 'bonus', 'referral'];

export interface RiskDeps {
  readonly pool: Pool;
  readonly now: number;
  /** Verified so far. */
  readonly identityOf: (userId: number) => Promise<RiskSheet['identity']>;
}

/** What a reviewer should know before money leaves. Facts and flags; the decision is a person's. */
export async function riskSheet(deps: RiskDeps, row: WithdrawalRow): Promise<RiskSheet> {
  const { pool, now } = deps;
  const [age, identity, address, money, sources, deposits, access, owed] = await Promise.all([
    pool.query<{ at: number }>(
      'select (extract(epoch from created_at) * 1000)::bigint as at from users where id = $1',
      [row.user_id],
    ),
    deps.identityOf(row.user_id),
    addressOf(pool, row),
    moneyOf(pool, row),
    sourcesOf(pool, row),
    depositsOf(pool, row.user_id),
    accessOf(pool, row.user_id, now),
    pool.query<{ owed: boolean }>('select exists (select 1 from deposits where user_id = $1 and owed > 0) as owed', [
      row.user_id,
    ]),
  ]);
  const accountAgeDays = Math.floor((now - (age.rows[0]?.at ?? now)) / DAY_MS);
  const flags: Flag[] = [];
  const flag = (name: Flag, is: boolean): void => void (is && flags.push(name));
  flag('newAccount', accountAgeDays < NEW_DAYS);
  flag('firstUse', address !== null && address.usedBefore === 0);
  flag('addressShared', address !== null && 0 < address.otherUsers.length);
  flag('noDeposits', deposits.length === 0);
  flag('mostlyProfit', MOSTLY < rateOf(money.profitShare));
  flag('mostlyGrants', amountOf(money.deposited) < amountOf(money.grants));
  flag('credentialsChanged', 0 < access.changes.length);
  flag('manyDevices', DEVICES_MANY < access.devices);
  flag('simulatedMoney', money.simulated !== '0');
  flag('notVerified', identity === 'none');
  flag('lockOff', address !== null && address.inBookSince === null);
  flag('owed', owed.rows[0]?.owed === true);
  return { accountAgeDays, identity, flags, address, money, sources, deposits, access };
}

async function addressOf(pool: Pool, row: WithdrawalRow): Promise<RiskSheet['address']> {
  if (row.address === null) return null;
  const [used, others, book] = await Promise.all([
    pool.query<{ count: number }>(
      `select count(*)::int as count from withdrawals
        where user_id = $1 and address = $2 and id <> $3 and state in ('sent', 'confirmed')`,
      [row.user_id, row.address, row.id],
    ),
    pool.query<{ user_id: number }>(
      `select distinct user_id from withdrawals where address = $1 and user_id <> $2 limit ${PEOPLE_MAX}`,
      [row.address, row.user_id],
    ),
    pool.query<{ at: number }>(
      `select (extract(epoch from min(added_at)) * 1000)::bigint as at from withdrawal_addresses
        where user_id = $1 and address = $2 and network = $3 and removed_at is null having min(added_at) is not null`,
      [row.user_id, row.address, row.network],
    ),
  ]);
  const since = book.rows[0]?.at;
  return {
    usedBefore: used.rows[0]?.count ?? 0,
    otherUsers: await peopleOf(
      pool,
      others.rows.map(({ user_id }) => user_id),
    ),
    inBookSince: since === undefined ? null : isoTime(since),
  };
}

async function moneyOf(pool: Pool, row: WithdrawalRow): Promise<RiskSheet['money']> {
  const { rows } = await pool.query<Record<'deposited' | 'simulated' | 'withdrawn' | 'grants', string>>(
    `select
       (select coalesce(sum(value_usdt), 0)::text from deposits where user_id = $1 and state = 'approved') as deposited,
       (select coalesce(sum(value_usdt), 0)::text from deposits where user_id = $1 and state = 'approved' and simulated) as simulated,
       (select coalesce(sum(value_usdt), 0)::text from withdrawals
         where user_id = $1 and id <> $2 and state in ('sent', 'confirmed')) as withdrawn,
       (select coalesce(sum(p.amount), 0)::text from postings p
         where p.user_id = $1 and p.book = 'real' and p.asset = 'USDT' and split_part(p.reason, '.', 1) = any($3::text[])) as grants`,
    [row.user_id, row.id, GRANTS],
  );
  const sums = rows[0] as (typeof rows)[number];
  const deposited = amountOf(sums.deposited);
  const outflow = add(amountOf(sums.withdrawn), amountOf(row.value_usdt ?? '0'));
  const profit = subtract(outflow, deposited);
  const share = outflow === ZERO || profit <= ZERO ? ZERO_RATE : ratioFloor(profit, outflow);
  return {
    deposited: formatAmount(deposited),
    withdrawn: formatAmount(amountOf(sums.withdrawn)),
    grants: formatAmount(amountOf(sums.grants)),
    simulated: formatAmount(amountOf(sums.simulated)),
    profit: formatAmount(profit),
    profitShare: formatRate(share),
  };
}

/** By which statement lines this coin came into what can be withdrawn. */
async function sourcesOf(pool: Pool, row: WithdrawalRow): Promise<RiskSheet['sources']> {
  const { rows } = await pool.query<{ reason: string; lines: number; amount: string }>(
    `select p.reason, count(*)::int as lines, sum(p.amount)::text as amount
       from postings p
       join accounts t on t.id = p.to_id and t.owner = $1 and t.kind = 'available'
       join accounts f on f.id = p.from_id and f.owner <> $1
      where p.user_id = $1 and p.book = 'real' and p.asset = $2
      group by p.reason order by sum(p.amount) desc limit ${SOURCES_MAX}`,
    [row.user_id, row.asset],
  );
  const total = rows.reduce((sum, { amount }) => add(sum, amountOf(amount)), ZERO);
  return rows.map(({ reason, lines, amount }) => ({
    reason,
    lines,
    amount: formatAmount(amountOf(amount)),
    share: formatRate(total === ZERO ? ZERO_RATE : ratioFloor(amountOf(amount), total)),
  }));
}

async function depositsOf(pool: Pool, userId: number): Promise<RiskSheet['deposits']> {
  const { rows } = await pool.query<{
    id: number;
    asset: string;
    network: string | null;
    credited: string;
    value: string | null;
    sender: string | null;
    simulated: boolean;
    at: number;
  }>(
    `select id, asset, network, trim_scale(credited)::text as credited, trim_scale(value_usdt)::text as value,
            case when network is null then null else sender end as sender, simulated,
            (extract(epoch from closed_at) * 1000)::bigint as at
       from deposits where user_id = $1 and state = 'approved' order by id desc limit ${DEPOSITS_MAX}`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    symbol: row.asset,
    network: row.network as RiskSheet['deposits'][number]['network'],
    credited: row.credited,
    valueUsdt: row.value,
    sender: row.sender,
    simulated: row.simulated,
    at: isoTime(row.at),
  }));
}

async function accessOf(pool: Pool, userId: number, now: number): Promise<RiskSheet['access']> {
  const since = new Date(now - RECENT_MS);
  const [sessions, changes] = await Promise.all([
    pool.query<{ sessions: number; devices: number; addresses: number }>(
      `select count(*)::int as sessions, count(distinct user_agent)::int as devices, count(distinct ip)::int as addresses
         from sessions where user_id = $1 and last_seen_at >= $2`,
      [userId, since],
    ),
    pool.query<{ kind: RiskSheet['access']['changes'][number]['kind']; at: number }>(
      `select kind, (extract(epoch from at) * 1000)::bigint as at from credential_changes
        where user_id = $1 and at >= $2 and blocks order by at desc limit ${CHANGES_MAX}`,
      [userId, since],
    ),
  ]);
  const counts = sessions.rows[0];
  return {
    sessions: counts?.sessions ?? 0,
    devices: counts?.devices ?? 0,
    addresses: counts?.addresses ?? 0,
    changes: changes.rows.map(({ kind, at }) => ({ kind, at: isoTime(at) })),
  };
}
