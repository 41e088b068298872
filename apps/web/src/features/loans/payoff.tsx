import { useT } from '@glasshouse/app/language/language';
import { payoffDerivation } from '@glasshouse/rules/derivations/loans';
import type { Loan } from '@glasshouse/trade/loans/sums';
import { Derived } from '../../parts/reasons/derived.tsx';

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
