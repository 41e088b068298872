import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Card, type Column, Section, Table, Why } from '@glasshouse/ui';
import { useState } from 'react';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import { AverageCost } from './average-cost.tsx';
import { BlockHead } from './block-head.tsx';
import { CostSteps } from './cost-steps.tsx';
import type { PeriodChoice } from './periods.ts';
import { type CostHolding, type SoldRow, soldRows, unrealisedOf } from './profit-rows.ts';
import styles from './statement.module.css';
import { useCostBasis, useProfit } from './use-profit.ts';

type Open = (asset: string) => void;

/** What was sold in the period. Hidden if no coin was: the table above says so already. */
export function Sold({ choice }: { choice: PeriodChoice }) {
  const t = useT();
  const [shown, setShown] = useState<string>();
  const onOpen = setShown;
  const query = useProfit(choice);
  const rows = soldRows(query.data ?? []);
  if (rows.length === 0) return null;
  const columns: Column<SoldRow>[] = [
    {
      id: 'asset',
      header: t('account:balances.asset'),
      lead: true,
      cell: ({ asset, kind }) => (
        <>
          <StepsButton asset={asset} onOpen={onOpen} />
          <span className={styles.inAsset}> {t(`funds:product.${kind}`)}</span>
        </>
      ),
    },
    {
      id: 'quantity',
      header: t('funds:cost.sold'),
      align: 'end',
      cell: ({ quantity }) => <Money value={quantity} />,
    },
    {
      id: 'proceeds',
      header: t('funds:cost.proceeds'),
      align: 'end',
      cell: ({ proceeds }) => <Money value={proceeds} asset="USDT" />,
    },
    {
      id: 'cost',
      header: t('funds:cost.costOfSold'),
      align: 'end',
      cell: ({ cost }) => <Money value={cost} asset="USDT" />,
    },
    {
      id: 'profit',
      header: t('funds:cost.profit'),
      align: 'end',
      cell: ({ profit }) => <Money value={profit} asset="USDT" coloured className={styles.strong} />,
    },
  ];
  return (
    <Card flush className={query.isPlaceholderData ? styles.waiting : undefined}>
      <BlockHead title={t('funds:cost.soldTitle')} note={t('funds:cost.soldText')} flush />
      <Table
        caption={t('funds:cost.soldTitle')}
        columns={columns}
        rows={rows}
        rowKey={({ kind, asset }) => `${kind} ${asset}`}
        onOpen={({ asset }) => onOpen(asset)}
      />
      {shown !== undefined && <CostSteps asset={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

/** What coins cost that are still held; hidden where none is. */
export function HeldCosts() {
  const t = useT();
  const format = useFormat();
  const [shown, setShown] = useState<string>();
  const query = useCostBasis();
  const columns = useHeldColumns(setShown);
  const list = loadable(query, ({ items }) => items.length === 0);
  const items = list.state === 'ready' ? list.value.items : [];
  const unrealised = unrealisedOf(items);
  if (list.state === 'empty') return null;
  return (
    <Section
      title={t('funds:cost.heldTitle')}
      note={t('funds:cost.heldText')}
      className={styles.assets}
      aria-busy={list.state === 'loading' || undefined}
    >
      <Card flush className={styles.scrolls}>
        {list.state === 'error' ? (
          <FailureNote failure={list.failure} retry={list.retry} />
        ) : (
          <>
            <Table
              compactCards
              caption={t('funds:cost.heldTitle')}
              columns={columns}
              rows={items}
              rowKey={({ asset }) => asset}
              skeletonRows={list.state === 'loading' ? 1 : 0}
              onOpen={({ asset }) => setShown(asset)}
            />
            {list.state === 'ready' && !list.value.complete && (
              <p className={styles.footnote}>{t('funds:cost.pending')}</p>
            )}
            {unrealised !== undefined && (
              <p className={styles.together}>
                <span>
                  {t('funds:cost.unrealised')}
                  <span className={styles.aside}>
                    {' '}
                    {t('funds:cost.pricesOf', { time: format.dateTime(query.dataUpdatedAt) })}
                  </span>
                </span>
                <span className={styles.strong}>
                  <Cents isResult coloured value={unrealised} asset="USDT" name={t('funds:cost.unrealised')} />
                </span>
              </p>
            )}
          </>
        )}
      </Card>
      {shown !== undefined && <CostSteps asset={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}

function useHeldColumns(onOpen: Open): Column<CostHolding>[] {
  const t = useT();
  return [
    {
      id: 'asset',
      header: t('account:balances.asset'),
      lead: true,
      cell: ({ asset }) => <StepsButton asset={asset} onOpen={onOpen} />,
    },
    {
      id: 'quantity',
      header: t('funds:cost.quantity'),
      align: 'end',
      cell: ({ quantity }) => <Money value={quantity} />,
    },
    {
      id: 'average',
      header: t('funds:cost.average'),
      align: 'end',
      // Not in the header, which on phones is a label that cannot hold a button.
      cell: ({ averageCost }) => (
        <span className={styles.total}>
          <AverageCost value={averageCost} />
          <Why label={t('funds:cost.how')} title={t('funds:cost.how')}>
            {t('funds:cost.howText')}
          </Why>
        </span>
      ),
    },
    {
      id: 'cost',
      header: t('funds:cost.cost'),
      align: 'end',
      cell: ({ cost }) => <Cents value={cost} asset="USDT" name={t('funds:cost.cost')} />,
    },
    {
      id: 'value',
      header: t('funds:cost.value'),
      align: 'end',
      cell: ({ valueUsdt }) =>
        valueUsdt === null ? (
          t('funds:asset.noPrice')
        ) : (
          <Cents value={valueUsdt} asset="USDT" name={t('funds:cost.value')} />
        ),
    },
    {
      id: 'unrealised',
      header: t('funds:cost.unrealised'),
      align: 'end',
      headline: true,
      cell: ({ unrealised }) =>
        unrealised === null ? (
          '–'
        ) : (
          <Cents isResult coloured value={unrealised} asset="USDT" name={t('funds:cost.unrealised')} />
        ),
    },
  ];
}

function StepsButton({ asset, onOpen }: { asset: string; onOpen: Open }) {
  const t = useT();
  return (
    <button
      type="button"
      className={styles.asset}
      aria-label={t('funds:cost.steps', { asset })}
      onClick={() => onOpen(asset)}
    >
      {asset}
    </button>
  );
}
