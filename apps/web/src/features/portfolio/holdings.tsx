import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { unrealisedDerivation } from '@glasshouse/rules/derivations/holdings';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { Card, type Column, Figure, Section, Stack, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { statementHref } from '../../parts/statement/statement-href.ts';
import styles from './portfolio.module.css';

type Coin = ResultOf<'getCostBasis'>['items'][number];

/** The server continues a long history with each call. */
const AGAIN_MS = 1_000;
const PLANS_MAX = 200;
const LOANS_MAX = 50;

/** Coins that are held, with what they cost. */
export const useCoins = () => {
  const book = useBook();
  return useQuery({
    queryKey: privateKey('profit', book, 'held'),
    queryFn: ({ signal }) => fetchResult('getCostBasis', { signal }),
    refetchInterval: ({ state }) => (state.data?.complete === false ? AGAIN_MS : false),
  });
};

/** What is owned and owed besides orders: coins, and on the real book plans and loans in sum. */
export function Holdings() {
  const t = useT();
  const coins = useCoins();
  const held = coins.data?.items ?? [];
  const sums = useSums();
  if (held.length + sums.length === 0) return null;
  return (
    <Section title={t('portfolio:section.holdings')}>
      <Stack gap={3}>
        {0 < held.length && (
          <Card flush>
            <CoinTable coins={held} />
          </Card>
        )}
        {0 < sums.length && (
          <Card className={styles.sums}>
            {sums.map(({ href, name, value, note }) => (
              <Link key={href} href={href} className={styles.sum}>
                <span className={styles.name}>{name}</span>
                <span className={styles.part}>{value}</span>
                <span className={styles.note}>{note}</span>
              </Link>
            ))}
          </Card>
        )}
      </Stack>
    </Section>
  );
}

function CoinTable({ coins }: { coins: readonly Coin[] }) {
  const t = useT();
  const columns: Column<Coin>[] = [
    { id: 'asset', header: t('account:balances.asset'), lead: true, cell: ({ asset }) => <bdi>{asset}</bdi> },
    {
      id: 'quantity',
      header: t('order:quantity'),
      align: 'end',
      cell: ({ quantity }) => <Money value={quantity} />,
    },
    {
      id: 'cost',
      header: t('funds:cost.cost'),
      align: 'end',
      cell: ({ cost }) => <Figure value={cost} places={2} asset="USDT" />,
    },
    {
      id: 'value',
      header: t('account:balances.value'),
      align: 'end',
      cell: ({ valueUsdt }) => <Figure value={valueUsdt ?? undefined} places={2} asset="USDT" />,
    },
    {
      id: 'unrealised',
      header: t('portfolio:unrealised'),
      align: 'end',
      headline: true,
      cell: ({ asset, unrealised, valueUsdt, saleFee, cost }) => (
        <Derived
          derivation={
            valueUsdt === null || saleFee === null
              ? undefined
              : unrealisedDerivation({ value: valueUsdt, saleFee, cost })
          }
          value={unrealised ?? undefined}
          name={t('portfolio:unrealised')}
          sources={{ ledger: statementHref({ asset }) }}
          places={2}
          asset="USDT"
          coloured
          rounding="half"
        />
      ),
    },
  ];
  return (
    <Table
      compactCards
      caption={t('portfolio:section.holdings')}
      columns={columns}
      rows={coins}
      rowKey={({ asset }) => asset}
    />
  );
}

/** Plans that run and loans that are owed; both exist on the real book alone. */
function useSums() {
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
