import { useT } from '@glasshouse/app/language/language';
import { payoffDerivation } from '@glasshouse/rules/derivations/loans';
import { Derived } from '../../shared/derived.tsx';
import type { Loan } from './sums.ts';

/** What ends a loan now: what is left of it, and its interest. */
export function Payoff({ loan, size }: { loan: Loan; size?: 'xxl' }) {
  const t = useT();
  return (
    <Derived
      derivation={payoffDerivation(loan)}
      value={loan.payoff}
      name={t('loans:field.payoff')}
      asset="USDT"
      size={size}
    />
  );
}
