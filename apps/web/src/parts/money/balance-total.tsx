import type { ResultOf } from '@glasshouse/api';
import { useT } from '@glasshouse/app/language/language';
import { Why } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import styles from './balance-total.module.css';
import { Money } from './money.tsx';
import { ShortMoney } from './short-money.tsx';

type Balance = ResultOf<'listBalances'>['items'][number];

/** The parts of a balance, which add up to its total. */
export const BALANCE_PARTS = ['available', 'held', 'margin', 'inOptions', 'plan', 'collateral'] as const;
/** The parts that are shown of any balance; the others once they hold something. */
export const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['available', 'held']);

interface BalanceTotalProps {
  readonly balance: Balance;
  /** A link to further details. */
  readonly footer?: ReactNode;
}

/** The total of one asset, with its exact parts behind a button. */
export function BalanceTotal({ balance, footer }: BalanceTotalProps) {
  const t = useT();
  const { asset, total } = balance;
  return (
    <span className={styles.whole}>
      <Why
        label={t('account:balances.why')}
        title={t('account:balances.why')}
        rows={[
          ...BALANCE_PARTS.filter((part) => ALWAYS_SHOWN.has(part) || balance[part] !== '0').map((part) => ({
            name: t(`account:balances.${part}`),
            value: <Money value={balance[part]} asset={asset} />,
          })),
          { name: t('common:word.total'), value: <Money value={total} asset={asset} />, total: true },
        ]}
        footer={footer}
      >
        {t('account:balances.whyText')}
      </Why>
      <ShortMoney value={total} asset={asset} />
    </span>
  );
}
