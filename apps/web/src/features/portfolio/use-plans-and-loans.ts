import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';

const PLANS_MAX = 200;
const LOANS_MAX = 50;

interface OwnSum {
  readonly href: string;
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

/** Plans that run and loans that are owed; both exist on the real book alone. */
export function usePlansAndLoans(): readonly OwnSum[] {
  const t = useT();
  const format = useFormat();
  const isReal = useBook() === 'real';
  const plans = useQuery({
    queryKey: privateKey('plans', 'real', 'sum'),
    queryFn: ({ signal }) => fetchResult('listPlans', { query: { limit: PLANS_MAX }, signal }),
    enabled: isReal,
  });
  const loans = useQuery({
    queryKey: privateKey('loans', 'real', 'sum'),
    queryFn: ({ signal }) => fetchResult('listLoans', { query: { limit: LOANS_MAX }, signal }),
    enabled: isReal,
  });
  const running = isReal ? (plans.data?.items ?? []).filter(({ state }) => state === 'earning') : [];
  const owed = isReal
    ? (loans.data?.items ?? []).filter(({ state }) => state === 'repaying' || state === 'expired')
    : [];
  const money = (sums: readonly { asset: string; amount: string }[]): string =>
    format.list(sums.map(({ asset, amount }) => format.money(amount, asset)));
  const earned = sumByAsset(running.map(({ asset, earned: amount }) => ({ asset, amount })));
  const due = owed.flatMap(({ repaymentAt }) => (repaymentAt === null ? [] : [repaymentAt])).sort()[0];
  return [
    ...(0 < running.length
      ? [
          {
            href: '/trading',
            name: `${t('funds:product.plans')} · ${format.number(running.length)}`,
            value: money(sumByAsset(running)),
            note: t('portfolio:earned', { amount: money(earned) }),
          },
        ]
      : []),
    ...(0 < owed.length
      ? [
          {
            href: '/loan',
            name: `${t('funds:product.loans')} · ${format.number(owed.length)}`,
            value: money(sumByAsset(owed.map(({ payoff }) => ({ asset: 'USDT', amount: payoff })))),
            note: due === undefined ? '' : t('portfolio:due', { date: format.date(due) }),
          },
        ]
      : []),
  ];
}

function sumByAsset(parts: readonly { readonly asset: string; readonly amount: string }[]) {
  const sums = new Map<string, Amount>();
  for (const { asset, amount } of parts) sums.set(asset, add(sums.get(asset) ?? ZERO, amountOf(amount)));
  return [...sums].map(([asset, amount]) => ({ asset, amount: formatAmount(amount) }));
}
