import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { InstrumentLogo, SearchSelect } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { marketListQuery } from '../../parts/market/market-query.ts';
import { shortPlaces } from '../../parts/money/short-places.ts';
import { useBalances } from '../../parts/money/use-balances.ts';

const CRYPTO = 2;
const QUOTE = 'USDT';

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
  const logos = useLogos();
  const balances = useBalances();
  const options = symbols.map((symbol) => {
    const available = balances.data?.items.find(({ asset }) => asset === symbol)?.available;
    return {
      value: symbol,
      label: symbol,
      start: <InstrumentLogo code={symbol} src={logos.get(symbol)} size="s" />,
      ...(available === undefined
        ? {}
        : { note: t('wallet:balanceOf', { amount: format.money(available, symbol, shortPlaces(symbol)) }) }),
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

/** The logo of each coin, from its USDT market. */
export function useLogos(): ReadonlyMap<string, string | undefined> {
  const { data } = useQuery(marketListQuery(CRYPTO));
  return useMemo(
    () =>
      new Map(
        (data ?? []).flatMap((row) => {
          const [base, quote] = row.appName.split('/');
          return base !== undefined && quote === QUOTE ? [[base, row.logo ?? undefined] as const] : [];
        }),
      ),
    [data],
  );
}
