import { useT } from '@glasshouse/app/language/language';
import { TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';

const utc = (local: string): string => `${local}:00Z`;

/** Publishes a draft from and until a moment in UTC, or takes a text off the site. */
export function usePublishing(id: number, onDone: () => void) {
  const t = useT();
  const [isWithdrawal, setWithdrawal] = useState(false);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const common = { usual: [t('console:usual.agreed')], isUndoable: false, stepUp: true, done: t('records:users.done') };
  const publish: Decision = {
    ...common,
    kind: 'approve',
    label: t('help:op.publish'),
    title: t('help:op.publish'),
    text: t('help:op.publishText'),
    fields: (
      <>
        <TextField
          label={t('help:op.from')}
          hint={t('help:op.fromHint')}
          type="datetime-local"
          dir="ltr"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextField
          label={t('help:op.until')}
          hint={t('help:op.untilHint')}
          type="datetime-local"
          dir="ltr"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </>
    ),
    send: ({ reason, idempotencyKey }) =>
      call('publishContent', {
        params: { id },
        body: { reason, ...(from !== '' && { from: utc(from) }), ...(until !== '' && { until: utc(until) }) },
        idempotencyKey,
      }),
  };
  const withdraw: Decision = {
    ...common,
    kind: 'reject',
    label: t('help:op.withdraw'),
    title: t('help:op.withdraw'),
    text: t('help:op.withdrawText'),
    send: ({ reason, idempotencyKey }) => call('withdrawContent', { params: { id }, body: { reason }, idempotencyKey }),
  };
  const decision = useDecision(() => (isWithdrawal ? withdraw : publish), onDone);
  const ask = (withdrawal: boolean): void => {
    setWithdrawal(withdrawal);
    // Those of the version before.
    setFrom('');
    setUntil('');
    decision.ask(undefined);
  };
  return { askPublish: () => ask(false), askWithdraw: () => ask(true), dialog: decision.dialog };
}
