import { useT } from '@glasshouse/app/language/language';
import { type CoinTick, coinWorthDerivation } from '@glasshouse/rules/derivations/markets';
import { parseAmount } from '@glasshouse/rules/money';
import { plainAmount } from '@glasshouse/trade/convert/figures';
import { Derived } from '../../parts/reasons/derived.tsx';

interface CoinWorthProps {
  readonly name: 'given' | 'received';
  readonly amount: string;
  /** Null for USDT, which is its own worth; undefined until its tick is known. */
  readonly coin: CoinTick | undefined;
}

const USDT_PLACES = 2;

/** An amount of a coin in USDT, between its two prices. */
export function CoinWorth({ name, amount, coin }: CoinWorthProps) {
  const t = useT();
  const parsed = parseAmount(amount);
  if (coin === null || coin === undefined || parsed === undefined || parsed === 0n) return null;
  return (
    <span>
      ≈{' '}
      <Derived
        derivation={coinWorthDerivation(name, plainAmount(amount), coin)}
        name={t('funds:cost.worth')}
        asset="USDT"
        places={USDT_PLACES}
      />
    </span>
  );
}
