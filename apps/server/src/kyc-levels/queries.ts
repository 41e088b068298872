import type { ResultOf } from '@glasshouse/api/calls';
import {
  LIMIT_KINDS,
  LIMIT_LEVELS,
  LIMIT_WINDOWS,
  type LimitKind,
  type LimitLevel,
  type LimitTable,
  type LimitWindow,
} from '@glasshouse/api/kyc-limits';
import { type Amount, formatAmount, lesser, subtract } from '@glasshouse/rules/money';
import { readParameters } from '../authority/read-parameter.ts';
import { SHIPPED } from '../figures/figures.ts';
import { isoTime } from '../kernel/core/iso-time.ts';
import { selectList } from '../kernel/core/postgres-store.ts';
import type { Pool } from '../platform/postgres.ts';
import { limitsIn } from './limits.ts';
import { type DepositHold, HOLDS_TABLE, USAGE_TABLE, type Usage } from './rows.ts';
import { type KycStanding, levelOfStanding, STANDINGS_TABLE } from './standing.ts';
import { NO_USAGE, type UsageCounts, usedAt } from './windows.ts';

export type KycLimits = ResultOf<'getIdentityLimits'>;
export type HeldDeposit = KycLimits['held'][number];

/** Holds that are shown, newest first. */
const HOLDS_MAX = 100;

const oneOf = async <Values>(pool: Pool, sql: string, userId: number): Promise<Values[]> =>
  (await pool.query<Values & object>(sql, [userId])).rows;

export async function kycLevelOf(pool: Pool, userId: number): Promise<LimitLevel> {
  const sql = `select ${selectList(STANDINGS_TABLE)} from kyc_states where user_id = $1`;
  return levelOfStanding((await oneOf<KycStanding>(pool, sql, userId))[0]);
}

export const heldView = (hold: DepositHold): HeldDeposit => ({
  deposit: hold.deposit,
  symbol: hold.asset,
  amount: hold.amount,
  valueUsdt: hold.value_usdt,
  level: hold.level,
  exceeds: hold.exceeds,
  state: hold.state,
  since: isoTime(hold.held_at),
});

/** Holds of these deposits, by number. */
export async function holdsOf(pool: Pool, deposits: readonly number[]): Promise<ReadonlyMap<number, DepositHold>> {
  const { rows } = await pool.query<DepositHold>(
    `select ${selectList(HOLDS_TABLE)} from deposit_holds where deposit = any($1::bigint[])`,
    [deposits],
  );
  return new Map(rows.map((row) => [row.deposit, row]));
}

const textOrNull = (amount: Amount | undefined): string | null => (amount === undefined ? null : formatAmount(amount));

function limitLine(table: LimitTable, kind: LimitKind) {
  const limits = limitsIn(table, kind);
  return { kind, day: textOrNull(limits.day), month: textOrNull(limits.month), total: textOrNull(limits.total) };
}

/** What is used by each window, and what the tightest one leaves. */
function usageLine(table: LimitTable, kind: LimitKind, usage: { counts: UsageCounts; now: number }) {
  const limits = limitsIn(table, kind);
  const used = usedAt(usage.counts, usage.now);
  let tightest: { readonly window: LimitWindow; readonly left: Amount } | undefined;
  for (const window of LIMIT_WINDOWS) {
    const limit = limits[window];
    if (limit === undefined) continue;
    const left = subtract(limit, lesser(limit, used[window]));
    if (tightest === undefined || left < tightest.left) tightest = { window, left };
  }
  return {
    kind,
    day: formatAmount(used.day),
    month: formatAmount(used.month),
    total: formatAmount(used.total),
    left: textOrNull(tightest?.left),
    leftBy: tightest?.window ?? null,
  };
}

/** The ladder of levels, and where the person stands on it. */
export async function kycLimitsOf(
  pool: Pool,
  { userId, now }: { readonly userId: number; readonly now: number },
): Promise<KycLimits> {
  const [level, usage, holds, parameters] = await Promise.all([
    kycLevelOf(pool, userId),
    oneOf<Usage>(pool, `select ${selectList(USAGE_TABLE)} from identity_usage where user_id = $1`, userId),
    oneOf<DepositHold>(
      pool,
      `select ${selectList(HOLDS_TABLE)} from deposit_holds where user_id = $1 order by deposit desc limit ${HOLDS_MAX}`,
      userId,
    ),
    readParameters(pool, 'kyc.limits_none', 'kyc.limits_basic', 'kyc.limits_full', 'kyc.basic_document'),
  ]);
  const countsOf = (kind: LimitKind): UsageCounts => usage.find((row) => row.kind === kind) ?? NO_USAGE;
  return {
    level,
    levels: LIMIT_LEVELS.map((name) => ({
      level: name,
      limits: LIMIT_KINDS.map((kind) => limitLine(parameters[`kyc.limits_${name}`], kind)),
    })),
    usage: LIMIT_KINDS.map((kind) =>
      usageLine(parameters[`kyc.limits_${level}`], kind, { counts: countsOf(kind), now }),
    ),
    loanRates: { basic: SHIPPED['loans.basicRate'], full: SHIPPED['loans.fullRate'] },
    basicDocument: parameters['kyc.basic_document'] === 1,
    held: holds.map(heldView),
  };
}
