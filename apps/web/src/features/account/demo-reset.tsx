import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { Button, Dialog, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { Part } from './part.tsx';

/** Restores the opening balance after a confirmation. */
export function DemoReset() {
  const t = useT();
  const client = useQueryClient();
  const money = useMoneyCall('resetDemo');
  const [asking, setAsking] = useState(false);
  const reset = async () => {
    const answer = await money.submit({});
    if (!answer.ok) return;
    setAsking(false);
    void client.invalidateQueries({ queryKey: ['private'] });
    toasts.show({ title: t('account:demo.resetDone') });
  };
  const close = () => {
    setAsking(false);
    money.clear();
  };
  return (
    <Part id="demo" title={t('account:profile.danger')} note={t('account:demo.resetText')}>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('account:demo.reset')}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        dismissable={!money.busy}
        width="s"
        title={t('account:demo.resetTitle')}
        description={t('account:demo.resetText')}
        closeLabel={t('common:action.close')}
        footer={
          <>
            <Button onClick={close} disabled={money.busy}>
              {t('common:action.cancel')}
            </Button>
            <Button variant="danger" loading={money.busy} onClick={() => void reset()}>
              {t('account:demo.reset')}
            </Button>
          </>
        }
      >
        {money.failure && <FailureNote failure={money.failure} />}
      </Dialog>
    </Part>
  );
}
