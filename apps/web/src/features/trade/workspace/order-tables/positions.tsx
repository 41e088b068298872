import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import type { ContractOrder, OptionsOrder } from '@glasshouse/trade/orders';
import { type Column, EmptyState, Table } from '@glasshouse/ui';
import { useState } from 'react';
import { useLiveContracts, useLiveOptions } from '../../../../parts/orders/live-orders.ts';
import { useOptionsInPlace, usePositionsInPlace } from '../../../../parts/orders/use-ended.ts';
import { useOrderMarkets } from '../../../../parts/orders/use-order-markets.ts';
import {
  type ContractAction,
  ContractActions,
  ContractDialogs,
  ContractLiquidation,
  ContractNet,
  ContractPrices,
  ContractSideCell,
  ContractStops,
} from '../../contracts/index.ts';
import { OptionNet, OptionPrices, OptionSideCell, OptionTimeLeft } from '../../options/index.ts';
import { MarketCell } from './cells.tsx';
import styles from './order-tables.module.css';
import { failedOf } from './queries.ts';

const SKELETON_ROWS = 2;

type Position =
  | { readonly product: 'contracts'; readonly order: ContractOrder }
  | { readonly product: 'options'; readonly order: OptionsOrder };

/**
 * What is open, of all products: contracts and options, with those that ended within the last
 * minute. `isFolded`: stop and target go into the menu of the row. A tick re-renders only the cells
 * that it changes.
 */
export function Positions({ isFolded }: { readonly isFolded: boolean }) {
  const t = useT();
  const contracts = useLiveContracts('open');
  const options = useLiveOptions();
  const positions = usePositionsInPlace(contracts.data);
  const running = useOptionsInPlace(options.data);
  const [action, setAction] = useState<ContractAction>();
  useOrderMarkets(positions);
  useOrderMarkets(running);
  const failed = failedOf([contracts, options]);
  if (failed !== undefined) return <FailureNote failure={failureOf(failed.error)} retry={failed.retry} />;
  const isLoading = positions === undefined || running === undefined;
  const rows: Position[] = isLoading
    ? []
    : [
        ...positions.map((order) => ({ product: 'contracts' as const, order })),
        ...running.map((order) => ({ product: 'options' as const, order })),
      ];
  if (!isLoading && rows.length === 0) return <EmptyState compact title={t('contracts:emptyOpen')} />;
  const columns: Column<Position>[] = [
    {
      id: 'market',
      header: t('trade:orders.market'),
      lead: true,
      cell: ({ product, order }) => <MarketCell product={product} order={order} isLive />,
    },
    {
      id: 'side',
      header: t('workspace:side.label'),
      cell: ({ product, order }) =>
        product === 'contracts' ? <ContractSideCell order={order} lots="openLots" /> : <OptionSideCell order={order} />,
    },
    {
      id: 'prices',
      header: `${t('contracts:entry')} → ${t('trade:ticket.priceNow')}`,
      align: 'end',
      cell: ({ product, order }) =>
        product === 'contracts' ? <ContractPrices order={order} /> : <OptionPrices order={order} />,
    },
    {
      id: 'net',
      header: t('order:ifClosedNow'),
      align: 'end',
      cell: ({ product, order }) =>
        product === 'contracts' ? <ContractNet order={order} /> : <OptionNet order={order} />,
    },
    {
      id: 'liquidation',
      header: t('contracts:liquidation'),
      align: 'end',
      cell: ({ product, order }) => (product === 'contracts' ? <ContractLiquidation order={order} /> : '–'),
    },
    ...(isFolded
      ? []
      : [
          {
            id: 'stops',
            header: t('contracts:stopTarget'),
            align: 'end' as const,
            cell: ({ product, order }: Position) =>
              product === 'contracts' ? (
                <ContractStops order={order} onAction={setAction} />
              ) : (
                <OptionTimeLeft order={order} />
              ),
          },
        ]),
    {
      id: 'actions',
      header: t('contracts:closeTitle'),
      hideHeader: true,
      align: 'end',
      cell: ({ product, order }) =>
        product === 'contracts' ? (
          <ContractActions order={order} onAction={setAction} isFolded={isFolded} />
        ) : (
          isFolded && <OptionTimeLeft order={order} />
        ),
    },
  ];
  return (
    <>
      <Table
        className={styles.rows}
        caption={t('contracts:positions')}
        columns={columns}
        rows={rows}
        rowKey={({ product, order }) => `${product} ${order.id}`}
        skeletonRows={isLoading ? SKELETON_ROWS : 0}
      />
      <ContractDialogs action={action} orders={positions ?? []} onClose={() => setAction(undefined)} />
    </>
  );
}
