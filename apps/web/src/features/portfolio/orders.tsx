import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { type BatchOrder, heldFor } from '@glasshouse/trade/portfolio/batch';
import { isQueued } from '@glasshouse/trade/spot/queue';
import { Button, type Column, Figure, Section, Table } from '@glasshouse/ui';
import { useState } from 'react';
import { ContractSide, Lots } from '../../parts/contracts/contract-words.tsx';
import { LivePrice } from '../../parts/market/live-cells.tsx';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import { CancelOrderButton } from '../../parts/orders/cancel-order-button.tsx';
import { SideWord } from '../../parts/orders/side-word.tsx';
import { SpotEnding } from '../../parts/orders/spot-ending.tsx';
import { useSpotOrdersInPlace } from '../../parts/orders/use-ended.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { type LiveQueries, orNone } from './live-queries.ts';
import { MarketCell } from './market-cell.tsx';
import styles from './portfolio.module.css';

/** Orders that wait for their price, of contracts and of spot. */
export function Orders({ contracts, spot }: LiveQueries) {
  const t = useT();
  const [batch, setAsked] = useState<readonly BatchOrder[]>();
  const failed = [contracts, spot].find(({ data, error }) => data === undefined && error !== null);
  const spotOrders = useSpotOrdersInPlace(orNone(spot)) ?? [];
  const rows: readonly BatchOrder[] = [
    ...orNone(contracts)
      .filter(({ state }) => state === 'waiting')
      .map((order) => ({ product: 'contracts' as const, order })),
    ...spotOrders.map((order) => ({ product: 'spot' as const, order })),
  ];
  const waiting = rows.filter((entry) => !isRefused(entry) && !isNextFilled(entry));
  // The receipt of a cancellation outlives its orders.
  if (failed === undefined && rows.length === 0 && batch === undefined) return null;
  return (
    <Section
      title={t('portfolio:section.orders')}
      actions={
        0 < waiting.length && (
          <Button variant="quiet" size="s" onClick={() => setAsked(waiting)}>
            {t('portfolio:cancel.all')}
          </Button>
        )
      }
    >
      {failed?.error && <FailureNote failure={failureOf(failed.error)} retry={() => void failed.refetch()} />}
      {!failed && 0 < rows.length && <WaitingTable orders={rows} onCancel={(entry) => setAsked([entry])} />}
      {batch !== undefined && <BatchDialog kind="cancel" orders={batch} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

interface WaitingTableProps {
  readonly orders: readonly BatchOrder[];
  readonly onCancel: (entry: BatchOrder) => void;
}

function WaitingTable({ orders, onCancel }: WaitingTableProps) {
  const t = useT();
  const format = useFormat();
  const columns: Column<BatchOrder>[] = [
    {
      id: 'market',
      header: t('trade:orders.market'),
      lead: true,
      cell: ({ product, order }) => <MarketCell product={product} order={order} />,
    },
    {
      id: 'side',
      header: t('portfolio:open.side'),
      cell: (entry) => (
        <Link href={`/order/${entry.product}/${entry.order.id}`} className={styles.what}>
          <Waiting entry={entry} />
        </Link>
      ),
    },
    { id: 'product', header: t('funds:profit.product'), cell: ({ product }) => t(`funds:product.${product}`) },
    {
      id: 'price',
      header: `${t('contracts:limitPrice')} / ${t('contracts:mark')}`,
      align: 'end',
      headline: true,
      cell: (entry) => (
        <span className={styles.entry} dir="ltr">
          <Figure value={limitOf(entry) ?? undefined} places={entry.order.precision} />
          <span className={styles.muted}>·</span>
          <LivePrice code={entry.order.code} className={styles.muted} />
        </span>
      ),
    },
    {
      id: 'held',
      header: t('order:held'),
      align: 'end',
      cell: (entry) => {
        const { asset, amount } = heldFor(entry);
        return <Cents value={amount} asset={asset} name={t('order:held')} />;
      },
    },
    {
      id: 'placed',
      header: t('trade:orders.placed'),
      align: 'end',
      cell: ({ order }) => format.dateTime(order.placedAt),
    },
    {
      id: 'actions',
      header: t('contracts:cancelOrder'),
      hideHeader: true,
      align: 'end',
      cell: (entry) =>
        entry.product === 'spot' && isRefused(entry) ? (
          <SpotEnding order={entry.order} />
        ) : (
          <CancelOrderButton
            code={entry.order.code}
            waitsNext={isNextFilled(entry)}
            label={t('contracts:cancelOrder')}
            onClick={() => onCancel(entry)}
          />
        ),
    },
  ];
  return (
    <Table
      compactCards
      caption={t('portfolio:section.orders')}
      columns={columns}
      rows={orders}
      rowKey={({ order }) => String(order.id)}
    />
  );
}

/** Ended by its trigger just now: it stays where it was until it can be read. */
const isRefused = (entry: BatchOrder): boolean => entry.product === 'spot' && entry.order.refused !== undefined;

/** Filled by the next price, and so not to be cancelled while one may come. */
const isNextFilled = (entry: BatchOrder): boolean =>
  entry.product === 'spot' ? isQueued(entry.order) : entry.order.type === 'market';

const limitOf = (entry: BatchOrder): string | null =>
  entry.product === 'contracts' ? entry.order.limitPrice : entry.order.price;

function Waiting({ entry }: { entry: BatchOrder }) {
  if (entry.product === 'contracts') {
    const { side, lots, leverage } = entry.order;
    return (
      <>
        <ContractSide side={side} />
        <span className={styles.remark}>
          <Lots value={lots} /> · <bdi dir="ltr">{leverage}×</bdi>
        </span>
      </>
    );
  }
  const { side, quantity, amount, quote, base } = entry.order;
  return (
    <>
      <SideWord side={side} />
      <span className={styles.remark}>
        {quantity === null ? (
          <Money value={amount ?? undefined} asset={quote} />
        ) : (
          <Money value={quantity} asset={base} />
        )}
      </span>
    </>
  );
}
