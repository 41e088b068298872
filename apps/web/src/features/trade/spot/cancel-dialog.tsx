import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { filledPercent } from '@glasshouse/trade/spot/figures';
import { Button, Dialog, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { privateKey } from '../../../parts/calls/query-keys.ts';
import { useMoneyCall } from '../../../parts/calls/use-money-call.ts';

/** Confirms the cancellation of an order, naming what becomes available again. */
export function CancelDialog({ order, onClose }: { order: SpotOrder; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const money = useMoneyCall('cancelOrder');
  const held = format.money(order.held, order.side === 'buy' ? order.quote : order.base, { min: 0, max: 8 });
  const cancel = async () => {
    const answer = await money.submit({ id: order.id });
    if (!answer.ok) return;
    for (const name of ['spotOrders', 'balances'] as const) {
      void client.invalidateQueries({ queryKey: privateKey(name, order.book) });
    }
    toasts.show({ title: t('workspace:spot.cancelled', { held }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      width="s"
      title={t('workspace:spot.cancelTitle', { id: order.id })}
      description={t(0 < filledPercent(order) ? 'workspace:spot.cancelTextPart' : 'workspace:spot.cancelText', {
        held,
      })}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={money.busy}>
            {t('workspace:spot.keep')}
          </Button>
          <Button variant="danger" loading={money.busy} onClick={() => void cancel()}>
            {t('workspace:spot.cancelOrder')}
          </Button>
        </>
      }
    >
      {money.failure !== undefined && <FailureNote failure={money.failure} />}
    </Dialog>
  );
}
