import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { type KeyValueRow, Why } from '@glasshouse/ui';
import { Money } from '../money/money.tsx';

const ASSET = 'USDT';
const TEXTS = { options: 'trade:limits.optionsText', contracts: 'trade:limits.contractsText' } as const;

/** Beyond what an order is refused, of oneself, of one's internet connection, and of everybody. */
export function useLimitsRow(product: keyof typeof TEXTS, limits: MarketInfo['limits']['options']): KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  if (limits === null) return [];
  const money = (value: string) => <Money value={value} asset={ASSET} />;
  const { person, network, networkShare, everybody } = limits;
  const shared =
    network === null || networkShare === null
      ? []
      : [
          {
            name: `${t('trade:limits.network')} (${format.percent(networkShare, { max: 4 })})`,
            value: money(network),
          },
        ];
  return [
    {
      id: 'limits',
      name: t('trade:limits.title'),
      value: money(person ?? everybody),
      why: (
        <Why
          label={t('trade:limits.why')}
          title={t('trade:limits.title')}
          rows={[
            ...(person === null ? [] : [{ name: t('trade:limits.title'), value: money(person) }]),
            ...shared,
            { name: t('trade:limits.all'), value: money(everybody) },
          ]}
        >
          {t(TEXTS[product])}
        </Why>
      ),
    },
  ];
}
