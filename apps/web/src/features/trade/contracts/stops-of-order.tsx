import { StopsDialog } from './stops-dialog.tsx';
import { useLiveContracts } from './use-contract-orders.ts';

/** The dialog for one order, by its number. An order that ends while it is open takes the dialog with it. */
export function StopsOfOrder({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { data } = useLiveContracts();
  const order = id === undefined ? undefined : data?.find((known) => known.id === id);
  return order === undefined ? null : <StopsDialog key={order.id} order={order} onClose={onClose} />;
}
