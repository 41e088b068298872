import { Card, Page, PageHead, Skeleton } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useRoute } from 'wouter';
import { loadable } from '../../api/loadable.ts';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { marketStore, useMarketScope } from '../../live/market.ts';
import { useBook } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { OrderBadge } from '../../shared/order-words.tsx';
import { privateKey } from '../../shared/query-keys.ts';
import styles from './order.module.css';
import { OrderSummary } from './order-summary.tsx';
import { Receipt } from './receipt.tsx';

/** The whole story of one order: its terms, what happened, and the proof. */
export function OrderPage() {
  const t = useT();
  const book = useBook();
  const [, params] = useRoute('/order/options/:id');
  const text = params?.id ?? '';
  // A number of at most fifteen digits; anything else is asked for as 0, which no order has.
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
  const query = useQuery({
    queryKey: privateKey('optionsOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getOptionsOrderById', { params: { id }, signal }),
  });
  const order = loadable(query);
  const code = order.state === 'ready' ? order.value.code : undefined;
  useMarketScope(useMemo(() => (code === undefined ? [] : [code]), [code]));
  const precision = order.state === 'ready' ? order.value.precision : undefined;
  useEffect(() => {
    if (code !== undefined && precision !== undefined) marketStore.introduce(code, precision);
  }, [code, precision]);
  return (
    <Page className={styles.page}>
      <PageHead
        title={t('trade:order.title', { id: text })}
        actions={order.state === 'ready' && <OrderBadge order={order.value} />}
      />
      {order.state === 'error' && <FailureNote failure={order.failure} retry={order.retry} />}
      {order.state === 'loading' && (
        <Card aria-busy="true">
          <Skeleton height="3.2rem" />
        </Card>
      )}
      {order.state === 'ready' && (
        <>
          <OrderSummary order={order.value} />
          <Receipt order={order.value} refresh={() => void query.refetch()} />
        </>
      )}
    </Page>
  );
}
