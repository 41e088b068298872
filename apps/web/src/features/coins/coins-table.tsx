import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { unrealisedDerivation } from '@glasshouse/rules/derivations/holdings';
import { type Column, Table } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import type { MarketRow } from '../../live/market.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import { ALWAYS_SHOWN, BALANCE_PARTS, BalanceTotal } from '../../parts/money/balance-total.tsx';
import { Nothing, TableMoney } from '../../parts/money/table-money.tsx';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
import { sharesOf } from '../../parts/portfolio/shares.ts';
import { usePairs } from '../../parts/portfolio/use-pairs.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { statementHref } from '../../parts/statement/statement-href.ts';
import type { CostHolding } from '../../parts/statement/use-cost-basis.ts';
import styles from './coins.module.css';
import type { CoinBalance } from './visible-coins.ts';

/** A new account has one asset. */
const SKELETON_ROWS = 1;

interface CoinsTableProps {
  /** Undefined while being fetched. */
  readonly coins: readonly CoinBalance[] | undefined;
  /** Those that are not shown as well: shares are of all. */
  readonly all: readonly CoinBalance[];
  readonly costs: readonly CostHolding[] | undefined;
  /** Opens the details of one asset. */
  readonly onOpen: (asset: string) => void;
  readonly empty: ReactNode;
}

export function CoinsTable({ coins, all, costs, onOpen, empty }: CoinsTableProps) {
  const t = useT();
  const format = useFormat();
  const pairs = usePairs().byAsset;
  const shares = new Map(
    sharesOf(all.map(({ valueUsdt }) => valueUsdt)).map((share, index) => [all[index]?.asset, share]),
  );
  const columns: Column<CoinBalance>[] = [
    {
      id: 'asset',
      header: t('account:balances.asset'),
      lead: true,
      cell: ({ asset }) => (
        <span className={styles.asset}>
          <AssetLogo asset={asset} />
          <button
            type="button"
            className={styles.open}
            aria-label={t('funds:asset.open', { asset })}
            onClick={() => onOpen(asset)}
          >
            {asset}
          </button>
        </span>
      ),
    },
    // The parts of a row add up to its total.
    ...BALANCE_PARTS.filter((part) => ALWAYS_SHOWN.has(part) || coins?.some((row) => row[part] !== '0')).map(
      (part): Column<CoinBalance> => ({
        id: part,
        header: t(`account:balances.${part}`),
        align: 'end',
        cell: (row) => <TableMoney value={row[part]} asset={row.asset} />,
      }),
    ),
    {
      id: 'total',
      header: t('common:word.total'),
      align: 'end',
      headline: true,
      cell: (row) => (
        <BalanceTotal
          balance={row}
          footer={
            <LinkButton size="s" href={statementHref({ asset: row.asset })}>
              {t('account:balances.seeLines')}
            </LinkButton>
          }
        />
      ),
    },
    {
      id: 'value',
      header: t('account:balances.value'),
      align: 'end',
      cell: ({ valueUsdt }) =>
        valueUsdt === null ? t('funds:asset.noPrice') : <TableMoney value={valueUsdt} asset="USDT" />,
    },
    {
      id: 'share',
      header: t('funds:asset.share'),
      align: 'end',
      cell: ({ asset }) => {
        const share = shares.get(asset);
        return share === undefined ? (
          <Nothing />
        ) : (
          <bdi dir="ltr" translate="no">
            {format.percent(share, { min: 2, max: 2 })}
          </bdi>
        );
      },
    },
    {
      id: 'unrealised',
      header: t('funds:cost.unrealised'),
      align: 'end',
      cell: ({ asset }) => <Unrealised cost={costs?.find((held) => held.asset === asset)} />,
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
      compactCards
      caption={t('account:balances.title')}
      columns={columns}
      rows={coins ?? []}
      rowKey={(row) => row.asset}
      skeletonRows={coins === undefined ? SKELETON_ROWS : 0}
      empty={empty}
      onOpen={(row) => onOpen(row.asset)}
    />
  );
}

/** What a sale at the price of now would make, after its fee and what the coins cost. */
function Unrealised({ cost: held }: { readonly cost: CostHolding | undefined }) {
  const t = useT();
  if (held === undefined || held.unrealised === null) return <Nothing />;
  const { asset, valueUsdt, saleFee, cost, unrealised } = held;
  return (
    <Derived
      derivation={
        valueUsdt === null || saleFee === null ? undefined : unrealisedDerivation({ value: valueUsdt, saleFee, cost })
      }
      value={unrealised}
      name={t('funds:cost.unrealised')}
      sources={{ ledger: statementHref({ asset }) }}
      places={2}
      coloured
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
          variant="quiet"
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
