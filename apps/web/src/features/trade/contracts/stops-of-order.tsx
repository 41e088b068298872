import { StopsDialog } from '../../../parts/contracts/stops-dialog.tsx';
import { useLiveContracts } from '../../../parts/orders/live-orders.ts';

/** The stops dialog of one order, by its id. It closes if the order ends. */
export function StopsOfOrder({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { data } = useLiveContracts();
  const order = id === undefined ? undefined : data?.find((known) => known.id === id);
  return order === undefined ? null : <StopsDialog key={order.id} order={order} onClose={onClose} />;
}
