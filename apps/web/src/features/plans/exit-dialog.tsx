import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { planNet } from '@glasshouse/trade/plans/result';
import { exitReason, type Plan, planExitSums } from '@glasshouse/trade/plans/sums';
import { Button, Dialog, KeyValue, Stack, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';

/** The penalty and everything else about leaving, before it is done. */
export function ExitDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const money = useMoneyCall('exitPlan');
  const sums = planExitSums(plan);
  const { asset } = plan;
  const leave = async () => {
    const answer = await money.submit({ id: plan.id });
    if (!answer.ok) return;
    void client.invalidateQueries({ queryKey: ['private'] });
    void client.invalidateQueries({ queryKey: ['plans'] });
    toasts.show({ title: t('plans:exit.done') });
    onClose();
  };
  const why = exitReason(plan);
  const value = (text: string) => <Money value={text} asset={asset} />;
  const derived = (figure: 'penalty' | 'back' | 'lost', name: string) => (
    <Derived derivation={why[figure]} value={sums[figure]} name={name} asset={asset} />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      width="s"
      title={t('plans:exit.title')}
      description={t('plans:terms.exit')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={money.busy}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="danger" loading={money.busy} onClick={() => void leave()}>
            {t('plans:exit.confirm', { amount: format.money(sums.penalty, asset) })}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <KeyValue
          rows={[
            { id: 'principal', name: t('plans:mine.principal'), value: value(plan.amount) },
            { id: 'penalty', name: t('plans:penalty'), value: derived('penalty', t('plans:penalty')), tone: 'down' },
            { id: 'back', name: t('plans:exit.back'), value: derived('back', t('plans:exit.back')) },
            { id: 'kept', name: t('plans:exit.kept'), value: value(plan.earned) },
            { id: 'lost', name: t('plans:exit.lost'), value: derived('lost', t('plans:exit.lost')) },
            {
              id: 'net',
              name: t('plans:mine.net'),
              value: <Money value={planNet({ ...plan, penalty: sums.penalty })} asset={asset} coloured />,
              strong: true,
            },
          ]}
        />
        {money.failure && <FailureNote failure={money.failure} />}
      </Stack>
    </Dialog>
  );
}
