import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { Translator } from '@glasshouse/i18n';
import { Badge, type KeyValueRow } from '@glasshouse/ui';
import { LongText } from './long-text.tsx';

type BankAccount = NonNullable<OperatorResultOf<'getWithdrawalCase'>['bank']>;

/** Holder, number and bank of the account that a withdrawal is paid to. */
export const bankAccountRows = (
  t: Translator['t'],
  { holder, holderIsVerified, accountNumber, bank }: BankAccount,
): readonly KeyValueRow[] => [
  {
    id: 'holder',
    name: t('console:risk.holder'),
    value: (
      <>
        <bdi>{holder}</bdi>{' '}
        <Badge tone={holderIsVerified ? 'success' : 'danger'}>
          {t(holderIsVerified ? 'console:risk.holderIs' : 'console:risk.holderIsNot')}
        </Badge>
      </>
    ),
  },
  { id: 'iban', name: t('console:risk.account'), value: <LongText value={accountNumber} /> },
  { id: 'bank', name: t('console:method.bank'), value: <bdi>{bank}</bdi> },
];
