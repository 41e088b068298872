import type { Language } from '@glasshouse/api/constants';
import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { formatterFor, translatorFor } from '@glasshouse/i18n/server';

/** The reason in the reader's language, and what the reviewer added. */
export function reasonText(language: Language, reason: string | null, note: string | null): string | null {
  if (reason === null) return note;
  const text = translatorFor(language).t(`funding:reason.${reason as ReviewReason}`);
  return note === null ? text : `${text} ${note}`;
}

/** SQL: somebody else's money goes back in its own currency, as it never became a coin. */
export const toldAmount = (row: string): string =>
  `trim_scale(case when ${row}.state in ('returning', 'returned') then coalesce(${row}.currency_amount, ${row}.claimed)
     else coalesce(${row}.credited, ${row}.arrived, ${row}.claimed) end)::text`;
/** SQL: until a bank payment is converted, what is known of it is in its currency. */
export const toldAsset = (row: string): string =>
  `case when ${row}.state in ('returning', 'returned') or coalesce(${row}.credited, ${row}.arrived) is null
     then coalesce(${row}.currency, ${row}.asset) else ${row}.asset end`;
/** SQL: a return that was taken back is told apart from what was never to go back. */
export const toldState = (row: string): string =>
  `case ${row}.state || ' ' || (${row}.steps -> -1 ->> 'step')
     when 'pending reopened' then 'reopened' when 'held returnCancelled' then 'heldAgain' else ${row}.state end`;
/** SQL: a credit above a limit is in nobody's balance; its owner is told of the hold instead. */
export const isNotHeld = (row: string): string =>
  `not (${row}.state = 'approved' and exists (select 1 from deposit_holds h where h.deposit = ${row}.id))`;
/** SQL: when the latest step of a row happened. */
export const lastStepAt = (row: string): string => `to_timestamp((${row}.steps -> -1 ->> 'at')::bigint / 1000.0)`;

/** What became of a deposit or a withdrawal, as far as its owner is told. */
export interface FundingNews {
  readonly subject: 'deposit' | 'withdrawal';
  readonly state: string;
  readonly amount: string;
  readonly asset: string;
  readonly reason: string | null;
  readonly note: string | null;
}

/** States that people are told of. */
export const TOLD_DEPOSITS = ['approved', 'rejected', 'failed', 'returning', 'returned', 'reopened'] as const;
/** States of a credit above a limit that people are told of. */
export const TOLD_HOLDS = ['held', 'heldAgain', 'released', 'returning', 'returned'] as const;
export const TOLD_WITHDRAWALS = ['sent', 'rejected', 'failed'] as const;

/** One text for the notification and the mail. */
export function newsText(language: Language, news: FundingNews): { readonly title: string; readonly lines: string[] } {
  const { t } = translatorFor(language);
  const words = formatterFor(language);
  const { amount: text, asset } = news;
  const values = { amount: words.number(text), asset };
  const why = reasonText(language, news.reason, news.note);
  const reasons = why === null ? [] : [why];
  if (news.subject === 'deposit') {
    switch (news.state) {
      case 'approved':
        return { title: t('funding:notice.depositApproved', values), lines: [t('funding:text.depositApproved')] };
      case 'rejected':
        return { title: t('funding:notice.depositRejected', values), lines: reasons };
      case 'held':
        return { title: t('funding:notice.depositHeld', values), lines: [t('funding:text.depositHeld')] };
      case 'heldAgain':
        return { title: t('funding:notice.depositHeldAgain', values), lines: [t('funding:text.depositHeldAgain')] };
      case 'reopened':
        return { title: t('funding:notice.depositReopened', values), lines: [t('funding:text.depositReopened')] };
      case 'released':
        return { title: t('funding:notice.depositReleased', values), lines: [t('funding:text.depositReleased')] };
      case 'returning':
        return {
          title: t('funding:notice.depositReturning', values),
          lines: [...reasons, t('funding:text.depositReturning')],
        };
      case 'returned':
        return {
          title: t('funding:notice.depositReturned', values),
          lines: [...reasons, t('funding:text.depositReturned')],
        };
      default:
        return { title: t('funding:notice.depositFailed', values), lines: reasons };
    }
  }
  switch (news.state) {
    case 'rejected':
      return { title: t('funding:notice.withdrawalRejected', values), lines: [...reasons, t('funding:text.released')] };
    case 'failed':
      return { title: t('funding:notice.withdrawalFailed', values), lines: [...reasons, t('funding:text.released')] };
    default:
      return { title: t('funding:notice.withdrawalSent', values), lines: [t('funding:text.withdrawalSent')] };
  }
}
