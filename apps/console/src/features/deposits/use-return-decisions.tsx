import { useT } from '@glasshouse/app/language/language';
import { TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import type { DepositCase } from './deposit-case.ts';
import { useCompared } from './use-compared.tsx';

const ON_THEIR_WAY: readonly string[] = ['returning', 'returned'];

/** What is open for somebody else's payment by bank; undefined where it does not go back. */
export function useReturnDecisions(
  id: number,
  found: DepositCase | undefined,
): { readonly approve?: Decision; readonly reject: Decision } | undefined {
  const t = useT();
  const compared = useCompared();
  const [reference, setReference] = useState('');
  const [valueDate, setValueDate] = useState('');
  const [account, setAccount] = useState('');
  if (found === undefined || !ON_THEIR_WAY.includes(found.item.state)) return undefined;
  const shared = { isUndoable: false, stepUp: true, done: t('console:decision.done') } as const;
  const reopen: Decision = {
    ...shared,
    kind: 'reject',
    label: t('records:deposits.reopen'),
    title: t('records:deposits.reopenTitle'),
    text: `${t('records:deposits.reopenText')} ${t('console:decision.twoPersons')}`,
    send: ({ reason, idempotencyKey }) =>
      call('reopenDepositReturn', { params: { id }, body: { reason }, idempotencyKey }),
  };
  if (found.item.state === 'returned') return { reject: reopen };
  const isEntered = [reference, valueDate, account].every((text) => text.trim() !== '');
  const sentBack: Decision = {
    ...shared,
    kind: 'approve',
    label: t('console:deposits.sentBack'),
    title: t('console:deposits.sentBackTitle'),
    text: t('console:decision.twoPersons'),
    fields: (
      <>
        {compared.fields}
        <TextField
          label={t('console:deposits.backReference')}
          value={reference}
          maxLength={128}
          dir="ltr"
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <TextField
          label={t('console:deposits.valueDate')}
          type="date"
          value={valueDate}
          dir="ltr"
          onChange={(event) => setValueDate(event.currentTarget.value)}
        />
        <TextField
          label={t('records:deposits.paidTo')}
          value={account}
          maxLength={40}
          dir="ltr"
          onChange={(event) => setAccount(event.currentTarget.value)}
        />
      </>
    ),
    problem: isEntered ? compared.problem : t('records:deposits.enterBack'),
    send: async ({ reason, idempotencyKey }) =>
      compared.read(
        await call('markDepositReturned', {
          params: { id },
          body: { reference: reference.trim(), valueDate, account: account.trim(), reason, ...compared.body },
          idempotencyKey: compared.body.compared === undefined ? idempotencyKey : `${idempotencyKey}c`,
        }),
      ),
  };
  return { approve: sentBack, reject: reopen };
}
