import { SHIPPED } from '@glasshouse/server/figures/figures';
import { RULES_VERSION } from '@glasshouse/server/kernel/core/rules';
import type { Json } from '@glasshouse/server/kernel/core/types';
import type { Random } from '../random.ts';

const MINUTE_MS = 60_000;

/** Who lends in these worlds, unless an operator enters another name. */
export const LENDER = 'Fjord Lending Ltd';
const LENDING = { ...SHIPPED, 'parameter.site.operator': LENDER };

/** Tight ones, none, and nothing at all; trades are never limited here. */
const LIMITS = [
  {},
  { deposit_day: '600', deposit_month: '2000', withdrawal_day: '500', withdrawal_total: '1500', loan_day: '500' },
  { deposit_day: '3000', withdrawal_month: '4000', loan_total: '2000' },
  { deposit_total: '0', withdrawal_total: '0' },
] as const;

/** Those of a release that limits the deposits of a day, and reviews none that a watcher saw. */
export const limitingRules = (
  deposits: string,
): { readonly version: typeof RULES_VERSION; readonly figures: Json } => ({
  version: RULES_VERSION,
  figures: {
    ...LENDING,
    'parameter.kyc.limits_none': { deposit_day: deposits },
    'parameter.deposit.auto_credit_usdt': '100000',
  },
});

/**
 * What a start of a release logs: its rules with its figures, some of which differ from those of
 * the release before. Until it is logged, the figures of before hold.
 */
export function adoptedRules(random: Random): { readonly version: typeof RULES_VERSION; readonly figures: Json } {
  const some = <Value>(choices: { readonly [name: string]: readonly Value[] }) =>
    Object.fromEntries(
      Object.entries(choices).flatMap(([name, values]) => (random.chance(0.5) ? [[name, random.pick(values)]] : [])),
    );
  const changed = some<Json>({
    'demo.grant': ['100000', '50000', '0.00000001', '250000.5'],
    'options.openOrdersMax': [5, 100],
    'contracts.openOrdersMax': [3, 100],
    'contracts.waitingMaxMs': [60_000, 3_600_000],
    'spot.openOrdersMax': [4, 100],
    'spot.fillsAtOnceMax': [1, 3, 100],
    'alerts.activeMax': [2, 50],
    'networks.poolShare': ['1', '0.00001', '0.002'],
    'networks.stockMs': [60_000, 600_000],
    'parameter.networks.stock_share': ['1', '0.01', '0.05'],
    'deposits.waitingMax': [2, 20],
    'deposits.settleMs': [60_000, 604_800_000],
    'withdrawals.underWayMax': [2, 20],
    'withdrawals.lockWaitMs': [30_000, 86_400_000],
    'parameter.deposit.minimums': [{ USDT: '10', BTC: '0.02', ETH: '0.2' }],
    'parameter.withdrawal.minimums': [{ USDT: '75', BTC: '0.001', ETH: '0.02' }],
    'kyc.attemptsMax': [1, 20],
    'terms.aheadMaxMs': [MINUTE_MS, 31_622_400_000],
    'parameter.kyc.review_hours': [24],
    'parameter.deposit.auto_credit_usdt': ['0', '600'],
    'parameter.withdrawal.two_person_usdt': ['1000'],
    'parameter.withdrawal.fee_rate': ['0', '0.01'],
    'parameter.kyc.limits_none': LIMITS,
    'parameter.kyc.limits_basic': LIMITS,
    'parameter.kyc.limits_full': LIMITS,
  });
  // A release that looks ahead for a minute announces for a minute, or none would come into force.
  const notice = changed['terms.aheadMaxMs'] === MINUTE_MS ? { 'referrals.noticeMs': MINUTE_MS } : {};
  return { version: RULES_VERSION, figures: { ...LENDING, ...changed, ...notice } };
}
