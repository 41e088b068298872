import type { Language } from '@glasshouse/api/constants';
import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { createFormatter } from '@glasshouse/i18n/format';
import { translatorFor } from '@glasshouse/i18n/server';

/** The reason in the reader's language, and what the reviewer added. */
export function reasonText(language: Language, reason: string | null, note: string | null): string | null {
  if (reason === null) return note;
  const text = translatorFor(language).t(`funding:reason.${reason as ReviewReason}`);
  return note === null ? text : `${text} ${note}`;
}

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
export const TOLD_DEPOSITS = ['approved', 'rejected', 'failed'] as const;
export const TOLD_WITHDRAWALS = ['sent', 'rejected', 'failed'] as const;

/** One text for the notification and the mail. */
export function newsText(language: Language, news: FundingNews): { readonly title: string; readonly lines: string[] } {
  const { t } = translatorFor(language);
  const words = createFormatter(language);
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
