import { type Column, Figure, InstrumentLogo, Table, Why } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useT } from '../../i18n/language.ts';
import type { MarketRow } from '../../live/market.ts';
import { LinkButton } from '../../shared/link-button.tsx';
import { detailHref, marketListQuery } from '../../shared/market/market-query.ts';
import { Money, moneyPlaces } from '../../shared/money.tsx';
import { shortPlaces } from '../../shared/short-places.ts';
import styles from './coins.module.css';
import type { CoinBalance } from './visible-coins.ts';

const SKELETON_ROWS = 4;
const CRYPTO = 2;
/** What every coin is traded against. */
const QUOTE = 'USDT';

interface CoinsTableProps {
  /** Undefined while they are fetched. */
  readonly coins: readonly CoinBalance[] | undefined;
  readonly empty: ReactNode;
}

export function CoinsTable({ coins, empty }: CoinsTableProps) {
  const t = useT();
  const pairs = usePairs();
  const columns: Column<CoinBalance>[] = [
    {
      id: 'asset',
      header: t('account:balances.asset'),
      lead: true,
      cell: ({ asset }) => (
        <span className={styles.asset}>
          <InstrumentLogo code={asset} src={pairs.get(asset)?.logo ?? undefined} size="s" />
          {asset}
        </span>
      ),
    },
    {
      id: 'available',
      header: t('account:balances.available'),
      align: 'end',
      cell: (row) => <Short value={row.available} asset={row.asset} />,
    },
    {
      id: 'orders',
      header: t('coins:inOrders'),
      align: 'end',
      cell: (row) => <Short value={row.held} asset={row.asset} />,
    },
    { id: 'total', header: t('common:word.total'), align: 'end', cell: (row) => <Total balance={row} /> },
    {
      id: 'value',
      header: t('account:balances.value'),
      align: 'end',
      cell: (row) => <Figure value={row.valueUsdt ?? undefined} places={2} />,
    },
    {
      id: 'actions',
      header: t('coins:actions'),
      hideHeader: true,
      align: 'end',
      cell: ({ asset }) => <Actions asset={asset} pair={pairs.get(asset)} />,
    },
  ];
  return (
    <Table
      caption={t('coins:title')}
      columns={columns}
      rows={coins ?? []}
      rowKey={(row) => row.asset}
      skeletonRows={coins === undefined ? SKELETON_ROWS : 0}
      empty={empty}
    />
  );
}

const Short = ({ value, asset }: { value: string; asset: string }) => (
  <Figure value={value} places={Math.min(moneyPlaces(value), shortPlaces(asset).max)} />
);

/** The parts that a total is made of; what stands in orders for coins is named as in the column. */
const PARTS = ['available', 'held', 'margin', 'inOptions'] as const;

/** With its exact parts a press away: margin and stakes belong to the total, and have no column here. */
function Total({ balance }: { balance: CoinBalance }) {
  const t = useT();
  const { asset, total } = balance;
  return (
    <span className={styles.whole}>
      <Why
        label={t('account:balances.why')}
        title={t('account:balances.why')}
        rows={[
          ...PARTS.map((part) => ({
            name: t(part === 'held' ? 'coins:inOrders' : `account:balances.${part}`),
            value: <Money value={balance[part]} asset={asset} />,
          })),
          { name: t('common:word.total'), value: <Money value={total} asset={asset} />, total: true },
        ]}
      />
      <Short value={total} asset={asset} />
    </span>
  );
}

function Actions({ asset, pair }: { asset: string; pair: MarketRow | undefined }) {
  const t = useT();
  return (
    <span className={styles.actions}>
      {pair !== undefined && (
        <LinkButton href={`${detailHref(pair)}&product=spot`} size="s" aria-label={t('coins:tradeAsset', { asset })}>
          {t('coins:trade')}
        </LinkButton>
      )}
      <LinkButton
        href={`/profile/exchange?from=${asset}`}
        size="s"
        variant="quiet"
        aria-label={t('coins:convertAsset', { asset })}
      >
        {t('coins:convert')}
      </LinkButton>
    </span>
  );
}

/** The pair of each coin against USDT: where it is traded, and its picture. */
function usePairs(): ReadonlyMap<string, MarketRow> {
  const { data } = useQuery(marketListQuery(CRYPTO));
  return useMemo(
    () =>
      new Map(
        (data ?? []).flatMap((row) => {
          const [base, quote] = row.appName.split('/');
          return base !== undefined && quote === QUOTE ? [[base, row] as const] : [];
        }),
      ),
    [data],
  );
}
