import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { type BatchOrder, heldFor } from '@glasshouse/trade/portfolio/batch';
import { isQueued } from '@glasshouse/trade/spot/queue';
import { Button, Card, type Column, EmptyState, Figure, Section, Table } from '@glasshouse/ui';
import { ListOrdered } from '@glasshouse/ui/icon/icons';
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
import { Lead } from './lead.tsx';
import { type LiveQueries, orNone } from './live-queries.ts';
import styles from './portfolio.module.css';

/** Orders that wait for their price, of contracts and of spot. */
export function Orders({ contracts, spot }: LiveQueries) {
  const t = useT();
  const [batch, setAsked] = useState<readonly BatchOrder[]>();
  const failed = [contracts, spot].find(({ data, error }) => data === undefined && error !== null);
  const isLoading = contracts.data === undefined || spot.data === undefined;
  const spotOrders = useSpotOrdersInPlace(orNone(spot)) ?? [];
  const rows: readonly BatchOrder[] = [
    ...orNone(contracts)
      .filter(({ state }) => state === 'waiting')
      .map((order) => ({ product: 'contracts' as const, order })),
    ...spotOrders.map((order) => ({ product: 'spot' as const, order })),
  ];
  const waiting = rows.filter((entry) => !isRefused(entry) && !isNextFilled(entry));
  return (
    <Section
      title={t('portfolio:section.orders')}
      actions={
        0 < waiting.length && (
          <Button variant="dangerQuiet" size="s" onClick={() => setAsked(waiting)}>
            {t('portfolio:cancel.all')}
          </Button>
        )
      }
    >
      {failed?.error && <FailureNote failure={failureOf(failed.error)} retry={() => void failed.refetch()} />}
      {!failed && !isLoading && rows.length === 0 && (
        <Card>
          <EmptyState compact icon={ListOrdered} title={t('portfolio:empty.orders')} />
        </Card>
      )}
      {!failed && 0 < rows.length && (
        <Card flush className={styles.list}>
          <WaitingTable orders={rows} onCancel={(entry) => setAsked([entry])} />
        </Card>
      )}
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
    { id: 'market', header: t('trade:orders.market'), lead: true, cell: (entry) => <Waiting entry={entry} /> },
    { id: 'product', header: t('funds:profit.product'), cell: ({ product }) => t(`funds:product.${product}`) },
    {
      id: 'price',
      header: `${t('contracts:limitPrice')} / ${t('contracts:mark')}`,
      align: 'end',
      headline: true,
      cell: (entry) => (
        <span className={styles.pair}>
          <Figure value={limitOf(entry) ?? undefined} places={entry.order.precision} />
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
  const { product, order } = entry;
  return (
    <Lead product={product} order={order}>
      {product === 'contracts' ? (
        <>
          <ContractSide side={order.side} />
          <span className={styles.muted}>
            <Lots value={order.lots} /> · <bdi dir="ltr">{order.leverage}×</bdi>
          </span>
        </>
      ) : (
        <>
          <SideWord side={order.side} />
          <span className={styles.muted}>
            {order.quantity === null ? (
              <Money value={order.amount ?? undefined} asset={order.quote} />
            ) : (
              <Money value={order.quantity} asset={order.base} />
            )}
          </span>
        </>
      )}
    </Lead>
  );
}
