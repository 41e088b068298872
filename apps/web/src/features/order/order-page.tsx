import { Card, Page, PageHead, Skeleton, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'wouter';
import { loadable } from '../../api/loadable.ts';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { useMarketScope } from '../../live/market.ts';
import { useBook } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { OrderBadge } from '../../shared/order-words.tsx';
import { privateKey } from '../../shared/query-keys.ts';
import { OrderSummary } from './order-summary.tsx';
import { Receipt } from './receipt.tsx';

/** The whole story of one order: its terms, what happened, and the proof. */
export function OrderPage() {
  const t = useT();
  const book = useBook();
  const id = Number(useParams<{ id: string }>().id);
  const query = useQuery({
    queryKey: privateKey('optionsOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getOptionsOrderById', { params: { id }, signal }),
    enabled: Number.isSafeInteger(id),
  });
  const order = loadable(query);
  const code = order.state === 'ready' ? order.value.code : undefined;
  useMarketScope(useMemo(() => (code === undefined ? [] : [code]), [code]));
  return (
    <Page width="reading">
      <PageHead
        title={t('trade:order.title', { id: String(id) })}
        actions={order.state === 'ready' && <OrderBadge order={order.value} />}
      />
      {order.state === 'error' && <FailureNote failure={order.failure} retry={order.retry} />}
      {order.state === 'loading' && (
        <Card aria-busy="true">
          <Skeleton height="3.2rem" />
        </Card>
      )}
      {order.state === 'ready' && (
        <Stack gap={6}>
          <OrderSummary order={order.value} />
          <Receipt order={order.value} refresh={() => void query.refetch()} />
        </Stack>
      )}
    </Page>
  );
}
