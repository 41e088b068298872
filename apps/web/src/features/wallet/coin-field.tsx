import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { SearchSelect } from '@glasshouse/ui';
import { shortPlaces } from '../../parts/money/short-places.ts';
import { useBalances } from '../../parts/money/use-balances.ts';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';

interface CoinFieldProps {
  readonly value: string;
  readonly symbols: readonly string[];
  readonly onChange: (symbol: string) => void;
  readonly error?: string | undefined;
}

/** Coins with their logos and balances. */
export function CoinField({ value, symbols, onChange, error }: CoinFieldProps) {
  const t = useT();
  const format = useFormat();
  const balances = useBalances();
  const options = symbols.map((symbol) => {
    const available = balances.data?.items.find(({ asset }) => asset === symbol)?.available;
    return {
      value: symbol,
      label: symbol,
      start: <AssetLogo asset={symbol} />,
      ...(available === undefined
        ? {}
        : { note: t('wallet:balanceOf', { amount: format.money(available, symbol, shortPlaces(symbol, available)) }) }),
    };
  });
  return (
    <SearchSelect
      label={t('wallet:coin')}
      size="l"
      value={value}
      options={options}
      onChange={onChange}
      error={error}
      searchLabel={t('wallet:findCoin')}
      closeLabel={t('common:action.close')}
      nothingFound={t('common:state.nothingFound')}
    />
  );
}
