import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Button, Dialog, toasts } from '@glasshouse/ui';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import type { Withdrawal } from './request-steps.ts';

interface CancelWithdrawalProps {
  readonly withdrawal: Withdrawal;
  readonly onClose: () => void;
}

/** Confirms that a withdrawal nobody has approved yet is taken back. */
export function CancelWithdrawal({ withdrawal, onClose }: CancelWithdrawalProps) {
  const t = useT();
  const format = useFormat();
  const refresh = useRefresh('withdrawals', 'withdrawalTerms', 'balances', 'statement');
  const money = useMoneyCall('cancelWithdrawal');
  const amount = format.money(withdrawal.amount, withdrawal.symbol);
  const cancel = async () => {
    const answer = await money.submit({ id: withdrawal.id });
    refresh({ book: 'real' });
    if (!answer.ok) return;
    toasts.show({ title: t('wallet:withdraw.cancelled', { amount }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      width="s"
      title={t('wallet:withdraw.cancelTitle')}
      description={t('wallet:withdraw.cancelText', { amount })}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button disabled={money.busy} onClick={onClose}>
            {t('wallet:withdraw.keep')}
          </Button>
          <Button variant="danger" loading={money.busy} onClick={() => void cancel()}>
            {t('wallet:withdraw.cancel')}
          </Button>
        </>
      }
    >
      {money.failure && <FailureNote failure={money.failure} />}
    </Dialog>
  );
}
