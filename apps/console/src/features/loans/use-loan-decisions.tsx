import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { call } from '../../api/client.ts';
import { LOAN_REASONS, pickedReason, useReviewReasons } from '../../parts/people/review-reasons.ts';
import type { Decision } from '../../queue/decision.ts';
import type { LoanCase } from './loan-state.tsx';

interface Decisions {
  readonly approve?: Decision;
  readonly reject?: Decision;
}

/** Pay out or reject what waits; nothing while a second person is asked, or once it is decided. */
export function useLoanDecisions(id: number, found: LoanCase | undefined): Decisions {
  const t = useT();
  const format = useFormat();
  const codes = useReviewReasons(LOAN_REASONS);
  if (found === undefined || found.item.state !== 'pending' || found.item.request !== null) return {};
  const params = { id };
  const amount = format.money(found.item.amount, 'USDT');
  const isBlocked = found.checks.some(({ check, passes }) => check !== 'limit' && !passes);
  return {
    approve: {
      kind: 'approve',
      isUndoable: false,
      stepUp: true,
      label: t('loans:console.pay', { amount }),
      title: t('loans:console.payTitle'),
      text: (
        <>
          {t(found.item.needsSecondPerson ? 'console:decision.twoPersons' : 'loans:console.payText')}
          {isBlocked && ` ${t('loans:console.blocked')}`}
        </>
      ),
      done: t('loans:console.paid', { id }),
      send: ({ reason, idempotencyKey }) =>
        call('reviewLoan', { params, body: { decision: 'approve', reason }, idempotencyKey }),
    },
    reject: {
      kind: 'reject',
      isUndoable: true,
      stepUp: true,
      label: t('console:action.reject'),
      title: t('loans:console.rejectTitle'),
      text: t('loans:console.rejectText'),
      usual: [],
      codes,
      hasNote: true,
      done: t('loans:console.rejected', { id }),
      send: ({ reason, code, note, idempotencyKey }) =>
        call('reviewLoan', {
          params,
          body: {
            decision: 'reject',
            rejection: pickedReason(LOAN_REASONS, code),
            reason,
            ...(note !== undefined && { note }),
          },
          idempotencyKey,
        }),
    },
  };
}
