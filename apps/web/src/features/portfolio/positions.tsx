import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { failureOf } from '@glasshouse/client/failure';
import type { ContractOrder, OptionsOrder } from '@glasshouse/trade/orders';
import type { BatchOrder } from '@glasshouse/trade/portfolio/batch';
import { Button, Card, type Column, Countdown, EmptyState, Figure, Section, Table } from '@glasshouse/ui';
import { Layers } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { ContractSide, Lots } from '../../parts/contracts/contract-words.tsx';
import { LiveLevel, LiveNet, PositionLevel } from '../../parts/contracts/live-cells.tsx';
import { ReverseInPlace } from '../../parts/contracts/reverse-in-place.tsx';
import { ActionMark } from '../../parts/market/action-mark.tsx';
import { LivePrice } from '../../parts/market/live-cells.tsx';
import { Money } from '../../parts/money/money.tsx';
import { LiveOutcome } from '../../parts/orders/live-outcome.tsx';
import { DirectionWord } from '../../parts/orders/order-words.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { Lead } from './lead.tsx';
import { type LiveQueries, orNone } from './live-queries.ts';
import styles from './portfolio.module.css';

const SKELETON_ROWS = 2;

/** Open contracts and running options of all markets. */
export function Positions({ contracts, options }: LiveQueries) {
  const t = useT();
  const [batch, setAsked] = useState<readonly BatchOrder[]>();
  const open = orNone(contracts).filter(({ state }) => state === 'open');
  const running = orNone(options);
  const failed = [contracts, options].find(({ data, error }) => data === undefined && error !== null);
  const isLoading = contracts.data === undefined || options.data === undefined;
  const ask = (orders: readonly ContractOrder[]) =>
    setAsked(orders.map((order) => ({ product: 'contracts' as const, order })));
  const closeable = open.filter(({ closingLots }) => closingLots === null);
  return (
    <Section
      title={t('portfolio:section.positions')}
      actions={
        0 < closeable.length && (
          <Button variant="dangerQuiet" size="s" onClick={() => ask(closeable)}>
            {t('portfolio:close.all')}
          </Button>
        )
      }
    >
      {failed?.error && <FailureNote failure={failureOf(failed.error)} retry={() => void failed.refetch()} />}
      {!failed && !isLoading && open.length + running.length === 0 && (
        <Card>
          <EmptyState compact icon={Layers} title={t('portfolio:empty.positions')}>
            <LinkButton href="/market">{t('portfolio:empty.toMarkets')}</LinkButton>
          </EmptyState>
        </Card>
      )}
      {!failed && (isLoading || 0 < open.length) && (
        <Card flush className={styles.list}>
          <ContractTable orders={isLoading ? undefined : open} onClose={(order) => ask([order])} />
        </Card>
      )}
      {!failed && 0 < running.length && (
        <Card flush className={styles.list}>
          <OptionTable orders={running} />
          <p className={styles.footnote}>{t('portfolio:optionsRun')}</p>
        </Card>
      )}
      {batch !== undefined && <BatchDialog kind="close" orders={batch} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

interface ContractTableProps {
  readonly orders: readonly ContractOrder[] | undefined;
  readonly onClose: (order: ContractOrder) => void;
}

function ContractTable({ orders, onClose }: ContractTableProps) {
  const t = useT();
  const [reversing, setReversing] = useState<number>();
  // One that closes meanwhile closes the question.
  const reversal = orders?.find(({ id, closingLots }) => id === reversing && closingLots === null);
  const columns: Column<ContractOrder>[] = [
    {
      id: 'market',
      header: t('funds:product.contracts'),
      lead: true,
      cell: (order) => (
        <Lead product="contracts" order={order}>
          <ContractSide side={order.side} />
          <span className={styles.muted}>
            <Lots value={order.openLots} /> · <bdi dir="ltr">{order.leverage}×</bdi>
          </span>
          {order.closedAt === null && <ActionMark code={order.code} />}
        </Lead>
      ),
    },
    {
      id: 'entry',
      header: `${t('contracts:entry')} / ${t('contracts:mark')}`,
      align: 'end',
      cell: (order) => (
        <span className={styles.pair}>
          <Figure value={order.openPrice ?? undefined} places={order.precision} />
          <LivePrice code={order.code} className={styles.muted} />
        </span>
      ),
    },
    {
      id: 'net',
      header: t('order:ifClosedNow'),
      align: 'end',
      headline: true,
      cell: (order) => <LiveNet order={order} />,
    },
    {
      id: 'level',
      header: t('contracts:marginAndLevel'),
      align: 'end',
      cell: (order) => (
        <span className={styles.pair}>
          <Figure value={order.margin} places={2} />
          <LiveLevel order={order} />
        </span>
      ),
    },
    {
      id: 'liquidation',
      header: t('contracts:liquidation'),
      align: 'end',
      cell: (order) => <PositionLevel order={order} level="liquidation" />,
    },
    {
      id: 'actions',
      header: t('contracts:closeTitle'),
      hideHeader: true,
      align: 'end',
      cell: (order) =>
        order.closingLots === null ? (
          <span className={styles.actions}>
            <Button size="s" variant="quiet" onClick={() => setReversing(order.id)}>
              {t('contracts:reverse')}
            </Button>
            <Button size="s" onClick={() => onClose(order)}>
              {t('contracts:close')}
            </Button>
          </span>
        ) : (
          <span className={styles.muted}>{t('order:state.closing')}</span>
        ),
    },
  ];
  return (
    <>
      <Table
        compactCards
        caption={t('contracts:positions')}
        columns={columns}
        rows={orders ?? []}
        rowKey={(order) => String(order.id)}
        skeletonRows={orders === undefined ? SKELETON_ROWS : 0}
      />
      {reversal !== undefined && (
        <ReverseInPlace key={reversal.id} order={reversal} onClose={() => setReversing(undefined)} />
      )}
    </>
  );
}

function OptionTable({ orders }: { orders: readonly OptionsOrder[] }) {
  const t = useT();
  const columns: Column<OptionsOrder>[] = [
    {
      id: 'market',
      header: t('funds:product.options'),
      lead: true,
      cell: (order) => (
        <Lead product="options" order={order}>
          <DirectionWord direction={order.direction} />
          <span className={styles.muted}>
            <Money value={order.amount} asset={order.asset} />
          </span>
        </Lead>
      ),
    },
    {
      id: 'entry',
      header: `${t('trade:orders.entry')} / ${t('contracts:mark')}`,
      align: 'end',
      cell: (order) => (
        <span className={styles.pair}>
          {order.entry === null ? (
            <span className={styles.muted}>{t('trade:state.waiting')}</span>
          ) : (
            <Figure value={order.entry.price} places={order.precision} />
          )}
          <LivePrice code={order.code} className={styles.muted} />
        </span>
      ),
    },
    {
      id: 'standing',
      header: t('trade:orders.standing'),
      align: 'end',
      headline: true,
      cell: (order) => <LiveOutcome order={order} />,
    },
    {
      id: 'left',
      header: t('trade:orders.timeLeft'),
      align: 'end',
      cell: (order) =>
        order.entry === null || order.expiresAt === null ? (
          '–'
        ) : (
          <Countdown
            label={t('trade:orders.timeLeft')}
            startsAt={Date.parse(order.entry.at)}
            endsAt={Date.parse(order.expiresAt)}
            now={serverNow}
          />
        ),
    },
  ];
  return (
    <Table
      compactCards
      caption={t('funds:product.options')}
      columns={columns}
      rows={orders}
      rowKey={(order) => String(order.id)}
    />
  );
}
