import { useT } from '@glasshouse/app/language/language';
import { TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import { useMay } from '../../session/session.ts';
import type { DepositCase } from './deposit-case.ts';
import { useCompared } from './use-compared.tsx';

interface HeldDecisions {
  readonly approve?: Decision | undefined;
  readonly reject?: Decision | undefined;
}

/** What is open for a credit above the limit of its owner; undefined where nothing is held. */
export function useHeldDecisions(id: number, found: DepositCase | undefined): HeldDecisions | undefined {
  const t = useT();
  const may = useMay();
  const compared = useCompared();
  const [to, setTo] = useState('');
  const [reference, setReference] = useState('');
  const [output, setOutput] = useState('');
  const [valueDate, setValueDate] = useState('');
  const state = found?.deposit.held?.state;
  if (found === undefined || (state !== 'held' && state !== 'returning')) return undefined;
  const isBank = found.deposit.method === 'bank';
  const shared = { isUndoable: false, stepUp: true, done: t('console:decision.done') } as const;
  const toField = (
    <TextField
      label={t(
        state === 'held'
          ? 'records:deposits.goesBackTo'
          : isBank
            ? 'records:deposits.paidTo'
            : 'records:deposits.paidToAddress',
      )}
      hint={state === 'held' ? t('records:deposits.goesBackHint') : undefined}
      value={to}
      maxLength={128}
      dir="ltr"
      onChange={(event) => setTo(event.currentTarget.value)}
    />
  );
  if (state === 'held') {
    const release: Decision = {
      ...shared,
      kind: 'approve',
      label: t('records:deposits.releaseHeld'),
      title: t('records:deposits.releaseHeldTitle'),
      text: t('records:deposits.releaseHeldText'),
      send: ({ reason, idempotencyKey }) =>
        call('releaseHeldDeposit', { params: { id }, body: { reason }, idempotencyKey }),
    };
    const sendBack: Decision = {
      ...shared,
      kind: 'reject',
      label: t('records:deposits.returnHeld'),
      title: t('records:deposits.returnHeldTitle'),
      text: t('console:decision.twoPersons'),
      fields: toField,
      send: ({ reason, idempotencyKey }) => {
        const place = to.trim() === '' ? {} : { to: to.trim() };
        return call('returnHeldDeposit', { params: { id }, body: { reason, ...place }, idempotencyKey });
      },
    };
    return {
      approve: may('kyc.review') ? release : undefined,
      reject: may('deposits.review') ? sendBack : undefined,
    };
  }
  const isEntered = to.trim() !== '' && reference.trim() !== '' && (!isBank || valueDate !== '');
  const paidBack: Decision = {
    ...shared,
    kind: 'approve',
    label: t('console:deposits.sentBack'),
    title: t('console:deposits.sentBackTitle'),
    text: t('console:decision.twoPersons'),
    fields: (
      <>
        {compared.fields}
        <TextField
          label={t(isBank ? 'console:deposits.backReference' : 'console:deposits.hash')}
          value={reference}
          maxLength={128}
          dir="ltr"
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        {isBank ? (
          <TextField
            label={t('console:deposits.valueDate')}
            type="date"
            value={valueDate}
            dir="ltr"
            onChange={(event) => setValueDate(event.currentTarget.value)}
          />
        ) : (
          <TextField
            label={t('console:deposits.output')}
            value={output}
            inputMode="numeric"
            maxLength={6}
            dir="ltr"
            onChange={(event) => setOutput(event.currentTarget.value)}
          />
        )}
        {toField}
      </>
    ),
    problem: isEntered ? compared.problem : t('records:deposits.enterSentBack'),
    send: async ({ reason, idempotencyKey }) =>
      compared.read(
        await call('markDepositSentBack', {
          params: { id },
          body: {
            reference: reference.trim(),
            to: to.trim(),
            reason,
            ...compared.body,
            ...(isBank && { valueDate }),
            ...(!isBank && /^\d{1,6}$/.test(output) && { output: Number(output) }),
          },
          idempotencyKey: compared.body.compared === undefined ? idempotencyKey : `${idempotencyKey}c`,
        }),
      ),
  };
  const cancel: Decision = {
    ...shared,
    kind: 'reject',
    label: t('records:deposits.reopen'),
    title: t('records:deposits.reopenTitle'),
    text: `${t('records:deposits.cancelReturnText')} ${t('console:decision.twoPersons')}`,
    send: ({ reason, idempotencyKey }) =>
      call('cancelDepositReturn', { params: { id }, body: { reason }, idempotencyKey }),
  };
  return {
    approve: may('withdrawals.pay') ? paidBack : undefined,
    reject: may('deposits.review') ? cancel : undefined,
  };
}
