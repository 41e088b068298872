import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { Switch } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';

/** Takes effect at once; plans that run go on either way. */
export function SmartSwitch({ enabled }: { readonly enabled: boolean }) {
  const t = useT();
  const client = useQueryClient();
  const money = useMoneyCall('setSmartTrading');
  const change = async (next: boolean) => {
    await money.submit({ enabled: next });
    await client.invalidateQueries({ queryKey: ['plans'] });
  };
  return (
    <>
      <Switch
        spread
        label={t('plans:switch.label')}
        hint={t('plans:switch.text')}
        checked={enabled}
        disabled={money.busy}
        onChange={(next) => void change(next)}
      />
      {money.failure && <FailureNote failure={money.failure} />}
    </>
  );
}
