import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { failureOf } from '@glasshouse/client/failure';
import type { ContractOrder } from '@glasshouse/trade/orders';
import type { BatchOrder } from '@glasshouse/trade/portfolio/batch';
import { Button, EmptyState, Section } from '@glasshouse/ui';
import { useState } from 'react';
import { ReverseInPlace } from '../../parts/contracts/reverse-in-place.tsx';
import { useIsMobile } from '../../parts/page/layout.ts';
import { OpenResult } from '../../parts/portfolio/result.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { type LiveQueries, orNone } from './live-queries.ts';
import type { OpenRow } from './open-cells.tsx';
import { OpenList } from './open-list.tsx';
import { OpenTable } from './open-table.tsx';
import styles from './portfolio.module.css';

const SKELETON_ROWS = 2;

/** Open contracts and running options of all markets, and what they would come to together. */
export function Positions({ contracts, options }: LiveQueries) {
  const t = useT();
  const format = useFormat();
  const isMobile = useIsMobile();
  const [batch, setAsked] = useState<readonly BatchOrder[]>();
  const [reversing, setReversing] = useState<number>();
  const open = orNone(contracts).filter(({ state }) => state === 'open');
  const running = orNone(options);
  const failed = [contracts, options].find(({ data, error }) => data === undefined && error !== null);
  const isLoading = contracts.data === undefined || options.data === undefined;
  const ask = (orders: readonly ContractOrder[]) =>
    setAsked(orders.map((order) => ({ product: 'contracts' as const, order })));
  const closeable = open.filter(({ closingLots }) => closingLots === null);
  const rows: readonly OpenRow[] = [
    ...open.map((order) => ({ product: 'contracts' as const, order })),
    ...running.map((order) => ({ product: 'options' as const, order })),
  ];
  // One that closes meanwhile closes the question.
  const reversal = closeable.find(({ id }) => id === reversing);
  const actions = {
    onClose: (order: ContractOrder) => ask([order]),
    onReverse: ({ id }: ContractOrder) => setReversing(id),
  };
  return (
    <Section
      title={
        <>
          {t('portfolio:section.positions')}{' '}
          {0 < rows.length && <span className={styles.count}>{format.number(rows.length)}</span>}
        </>
      }
      className={styles.openSection}
      actions={
        !isLoading &&
        0 < rows.length && (
          <>
            <p className={styles.allOpen}>
              {t('portfolio:result.allOpen')} <OpenResult contracts={open} options={running} />
            </p>
            {0 < closeable.length && (
              <Button variant="quiet" size="s" onClick={() => ask(closeable)}>
                {t('portfolio:close.all')}
              </Button>
            )}
          </>
        )
      }
    >
      {failed?.error && <FailureNote failure={failureOf(failed.error)} retry={() => void failed.refetch()} />}
      {!failed && !isLoading && rows.length === 0 && (
        <EmptyState compact title={t('portfolio:empty.positions')}>
          <LinkButton href="/market">{t('portfolio:empty.toMarkets')}</LinkButton>
        </EmptyState>
      )}
      {!failed && (isLoading || 0 < rows.length) && (
        <>
          {isMobile ? (
            <OpenList rows={rows} isLoading={isLoading} {...actions} />
          ) : (
            <OpenTable rows={rows} skeletonRows={isLoading ? SKELETON_ROWS : 0} {...actions} />
          )}
          {reversal !== undefined && (
            <ReverseInPlace key={reversal.id} order={reversal} onClose={() => setReversing(undefined)} />
          )}
        </>
      )}
      {batch !== undefined && <BatchDialog kind="close" orders={batch} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}
