import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useBook } from '@glasshouse/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { DirectionWord, OrderBadge } from '../../parts/orders/order-words.tsx';
import { OrderFrame, useOrderId } from './order-frame.tsx';
import { OrderSummary } from './order-summary.tsx';
import { Receipt } from './receipt.tsx';

/** Everything about one option: its terms, what happened, and the proof. */
export function OrderPage() {
  const book = useBook();
  const format = useFormat();
  const id = useOrderId('/order/options/:id');
  const query = useQuery({
    queryKey: privateKey('optionsOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getOptionOrder', { params: { id }, signal }),
  });
  return (
    <OrderFrame
      id={id}
      query={query}
      market={(order) => order}
      title={(order) => (
        <>
          <bdi>{order.name}</bdi> · <DirectionWord direction={order.direction} /> ·{' '}
          {format.duration(order.periodSeconds)}
        </>
      )}
      badge={(order) => <OrderBadge order={order} />}
    >
      {(order) => (
        <Receipt order={order} refresh={() => void query.refetch()}>
          <OrderSummary order={order} />
        </Receipt>
      )}
    </OrderFrame>
  );
}
