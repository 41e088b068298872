import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { type Column, Figure, InstrumentLogo, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { MarketRow } from '../../live/market.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import { marketListQuery } from '../../parts/market/market-query.ts';
import { ALWAYS_SHOWN, BALANCE_PARTS, BalanceTotal } from '../../parts/money/balance-total.tsx';
import { ShortMoney } from '../../parts/money/short-money.tsx';
import styles from './coins.module.css';
import type { CoinBalance } from './visible-coins.ts';

const SKELETON_ROWS = 4;
const CRYPTO = 2;
/** The quote asset of every coin. */
const QUOTE = 'USDT';

interface CoinsTableProps {
  /** Undefined while being fetched. */
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
    // The parts of a row add up to its total.
    ...BALANCE_PARTS.filter((part) => ALWAYS_SHOWN.has(part) || coins?.some((row) => row[part] !== '0')).map(
      (part): Column<CoinBalance> => ({
        id: part,
        header: t(`account:balances.${part}`),
        align: 'end',
        cell: (row) => <ShortMoney value={row[part]} asset={row.asset} />,
      }),
    ),
    { id: 'total', header: t('common:word.total'), align: 'end', cell: (row) => <BalanceTotal balance={row} /> },
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

function Actions({ asset, pair }: { asset: string; pair: MarketRow | undefined }) {
  const t = useT();
  return (
    <span className={styles.actions}>
      {pair !== undefined && (
        <LinkButton
          href={marketHref({ ...pair, product: 'spot' })}
          size="s"
          aria-label={t('coins:tradeAsset', { asset })}
        >
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

/** Each coin's USDT pair: where it trades, and its logo. */
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
