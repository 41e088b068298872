import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { TextField } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { pickedReason, useReviewReasons, WITHDRAWAL_REASONS } from '../../parts/people/review-reasons.ts';
import type { Decision } from '../../queue/decision.ts';
import { useMay } from '../../session/session.ts';
import { SecondPayments } from './second-payments.tsx';
import type { WithdrawalCase } from './withdrawal-case.ts';

interface Decisions {
  readonly approve?: Decision | undefined;
  readonly reject?: Decision | undefined;
}

/**
 * What can be done in each state: approve or reject what waits, mark what is approved as sent or
 * failed, and what was sent as arrived or failed.
 */
export function useWithdrawalDecisions(id: number, found: WithdrawalCase | undefined): Decisions {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const client = useQueryClient();
  const codes = useReviewReasons(WITHDRAWAL_REASONS);
  const [hash, setHash] = useState('');
  const [date, setDate] = useState('');
  if (found === undefined) return {};
  const { item } = found;
  const params = { id };
  const amount = format.money(item.currencyAmount, item.currency);
  const common = { isUndoable: false, stepUp: true } as const;

  if (item.state === 'pending') {
    if (item.request !== null) return {};
    return {
      approve: {
        ...common,
        kind: 'approve',
        label: t('console:withdrawals.approveAmount', { amount }),
        title: t('console:withdrawals.approveTitle'),
        text: t(item.needsSecondPerson ? 'console:decision.twoPersons' : 'console:withdrawals.approveText'),
        done: t('console:withdrawals.approved', { id }),
        send: ({ reason, idempotencyKey }) =>
          call('reviewWithdrawal', { params, body: { decision: 'approve', reason }, idempotencyKey }),
      },
      reject: {
        ...common,
        kind: 'reject',
        isUndoable: true,
        label: t('console:action.reject'),
        title: t('console:withdrawals.rejectTitle'),
        text: t('console:withdrawals.rejectText'),
        usual: [],
        codes,
        hasNote: true,
        done: t('console:withdrawals.rejected', { id }),
        send: ({ reason, code, note, idempotencyKey }) =>
          call('reviewWithdrawal', {
            params,
            body: {
              decision: 'reject',
              rejection: pickedReason(WITHDRAWAL_REASONS, code),
              reason,
              ...(note !== undefined && { note }),
            },
            idempotencyKey,
          }),
      },
    };
  }
  if (may('withdrawals.pay') && item.trouble === 'paidTwice' && item.request === null)
    return {
      approve: {
        ...common,
        kind: 'approve',
        label: t('records:payments.settle'),
        title: t('records:payments.settleTitle'),
        text: t('records:payments.settleText'),
        fields: <SecondPayments found={found} />,
        done: t('console:decision.done'),
        send: async ({ reason, idempotencyKey }) => {
          const payments = found.secondPayments.map(({ hash, amount }) => ({ hash, amount }));
          const answer = await call('settleSecondPayment', { params, body: { payments, reason }, idempotencyKey });
          // Another payment may have come since: the next look shows it.
          if (!answer.ok) void client.invalidateQueries({ queryKey: ['getWithdrawalCase', id] });
          return answer;
        },
      },
    };
  if (!may('withdrawals.pay') || (item.state !== 'approved' && item.state !== 'sent')) return {};
  const failed: Decision = {
    ...common,
    kind: 'reject',
    label: t('console:withdrawals.failed'),
    title: t('console:withdrawals.failTitle'),
    text:
      item.state === 'sent' || item.file !== null
        ? t('console:decision.twoPersons')
        : t('console:withdrawals.rejectText'),
    usual: [],
    codes,
    hasNote: true,
    done: t('console:decision.done'),
    send: ({ reason, code, note, idempotencyKey }) =>
      call('failWithdrawal', {
        params,
        body: {
          rejection: pickedReason(WITHDRAWAL_REASONS, code),
          reason,
          ...(note !== undefined && { note }),
        },
        idempotencyKey,
      }),
  };
  const hashField = (
    <TextField
      label={t(item.method === 'bank' ? 'console:deposits.reference' : 'console:deposits.hash')}
      dir="ltr"
      maxLength={128}
      value={hash}
      onChange={(event) => setHash(event.currentTarget.value)}
    />
  );
  const hashProblem = hash.trim() === '' ? t('console:withdrawals.enterHash') : undefined;
  if (item.state === 'sent') {
    // The watcher confirms it; what a person knows better is another hash.
    if (found.watcher === 'well')
      return {
        reject: failed,
        approve: {
          ...common,
          kind: 'approve',
          label: t('records:payments.replace'),
          title: t('records:payments.replaceTitle'),
          text: t('records:payments.replaceText'),
          fields: hashField,
          problem: hashProblem,
          done: t('console:decision.done'),
          send: ({ reason, idempotencyKey }) =>
            call('replaceWithdrawalHash', { params, body: { hash: hash.trim(), reason }, idempotencyKey }),
        },
      };
    return {
      reject: failed,
      approve: {
        ...common,
        kind: 'approve',
        label: t('console:withdrawals.arrived'),
        title: t('console:withdrawals.arrivedTitle'),
        ...(item.method === 'crypto' && { text: t('console:decision.twoPersons') }),
        done: t('console:decision.done'),
        ...(item.method === 'bank' && {
          fields: (
            <TextField
              label={t('console:payouts.valueDate')}
              type="date"
              dir="ltr"
              value={date}
              onChange={(event) => setDate(event.currentTarget.value)}
            />
          ),
          problem: date === '' ? t('console:payouts.valueDate') : undefined,
        }),
        send: ({ reason, idempotencyKey }) =>
          call('confirmWithdrawal', {
            params,
            body: { reason, ...(item.method === 'bank' && { valueDate: date }) },
            idempotencyKey,
          }),
      },
    };
  }
  return {
    reject: failed,
    approve: {
      ...common,
      kind: 'approve',
      label: t('console:withdrawals.markSent'),
      title: t('console:withdrawals.markSentTitle'),
      text: t('console:withdrawals.markSentText', { amount }),
      fields: hashField,
      problem: hashProblem,
      done: t('console:withdrawals.sent', { id }),
      send: ({ reason, idempotencyKey }) =>
        call('markWithdrawalSent', { params, body: { hash: hash.trim(), reason }, idempotencyKey }),
    },
  };
}
