import type { ContractOrder } from '@glasshouse/trade/orders';
import { CloseDialog } from '../../../parts/contracts/close-dialog.tsx';
import { ReverseInPlace } from '../../../parts/contracts/reverse-in-place.tsx';
import type { ContractAction } from './contract-cells.tsx';
import { StopsOfOrder } from './stops-of-order.tsx';

interface ContractDialogsProps {
  readonly action: ContractAction | undefined;
  readonly orders: readonly ContractOrder[];
  readonly onClose: () => void;
}

/** The dialogs of a table of contracts. A position that closes also closes its dialog. */
export function ContractDialogs({ action, orders, onClose }: ContractDialogsProps) {
  const order = orders.find(({ state, id }) => state === 'open' && id === action?.id);
  return (
    <>
      {action?.what === 'reverse' && order !== undefined && order.closingLots === null && (
        <ReverseInPlace key={order.id} order={order} onClose={onClose} />
      )}
      {action?.what === 'close' && order !== undefined && (
        <CloseDialog key={order.id} order={order} onClose={onClose} />
      )}
      <StopsOfOrder id={action?.what === 'stops' ? action.id : undefined} onClose={onClose} />
    </>
  );
}
