import type { ResultOf } from '@glasshouse/api';
import { sumDerivation } from '@glasshouse/rules/derivations/orders';
import { useT } from '../i18n/language.ts';
import { Derived } from './derived.tsx';
import { statementHref } from './statement-href.ts';

interface TotalWorthProps {
  readonly balances: ResultOf<'listBalances'>;
  readonly size?: 'xxl' | 'xxxl' | undefined;
}

/** The value of all coins of a book: the sum of what each is worth. */
export function TotalWorth({ balances: { items, totalUsdt }, size }: TotalWorthProps) {
  const t = useT();
  const parts = items.flatMap(({ asset, valueUsdt }) =>
    valueUsdt === null || valueUsdt === '0' ? [] : [{ value: valueUsdt, label: asset }],
  );
  return (
    <Derived
      derivation={0 < parts.length ? sumDerivation(parts) : undefined}
      value={totalUsdt ?? undefined}
      name={t('common:word.total')}
      places={2}
      asset="USDT"
      size={size}
      sources={{ ledger: statementHref({}) }}
    />
  );
}
