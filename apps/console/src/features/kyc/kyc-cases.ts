import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { call } from '../../api/client.ts';
import { defineCases } from '../../queue/cases.ts';
import { KycItem } from './kyc-item.tsx';

export const kycCases = defineCases<OperatorResultOf<'listKycQueue'>['items'][number]>({
  kind: 'identity',
  queue: 'kyc',
  Item: KycItem,
  read: (cursor, signal) =>
    call('listKycQueue', { query: { state: 'pending', ...(cursor !== undefined && { cursor }) }, signal }),
  timesOf: ({ id, submittedAt, reviewBy }) => ({ id, since: submittedAt, dueAt: reviewBy }),
  textOf: ({ userId, level, attempt }, { t }) => ({
    who: t('console:person', { id: userId }),
    what:
      attempt === 1
        ? t(`console:kyc.level.${level}`)
        : `${t(`console:kyc.level.${level}`)} · ${t('console:kyc.attempt', { number: attempt })}`,
  }),
});
