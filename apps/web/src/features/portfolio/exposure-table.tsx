import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { exposureShareDerivation } from '@glasshouse/rules/derivations/holdings';
import {
  type Exposed,
  type Exposure,
  exposedMarkets,
  exposureAt,
  exposureWhy,
  ratioText,
} from '@glasshouse/trade/portfolio/exposure';
import { Card, type Column, Section, Table } from '@glasshouse/ui';
import { useMemo } from 'react';
import { marketSnapshot, useMarketScope, useQuote } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import { useBalances } from '../../parts/money/use-balances.ts';
import { useTotalWorth } from '../../parts/portfolio/total-worth.tsx';
import { DerivedNow } from '../../parts/reasons/derived.tsx';
import { type LiveQueries, orNone } from './live-queries.ts';
import styles from './portfolio.module.css';

/** How much of each market is held, in which direction: contracts, coins and stakes together. */
export function ExposureTable({ contracts, options }: LiveQueries) {
  const t = useT();
  const balances = useBalances();
  const markets = useMemo(
    () =>
      exposedMarkets({
        contracts: orNone(contracts),
        options: orNone(options),
        balances: balances.data?.items ?? [],
      }),
    [contracts, options, balances.data],
  );
  useMarketScope(useMemo(() => markets.map(({ code }) => code), [markets]));
  if (markets.length === 0) return null;
  const cell = (name: keyof Exposure) => (market: Exposed) => <Live market={market} name={name} />;
  const columns: Column<Exposed>[] = [
    {
      id: 'market',
      header: t('trade:orders.market'),
      lead: true,
      cell: ({ code, name }) => (
        <Link href={marketHref({ code })} className={styles.link}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { id: 'long', header: t('portfolio:exposure.long'), align: 'end', cell: cell('long') },
    { id: 'short', header: t('portfolio:exposure.short'), align: 'end', cell: cell('short') },
    { id: 'net', header: t('portfolio:exposure.net'), align: 'end', headline: true, cell: cell('net') },
    {
      id: 'share',
      header: t('portfolio:exposure.share'),
      align: 'end',
      cell: (market) => <Share market={market} balances={balances.data} />,
    },
    { id: 'stakes', header: t('portfolio:exposure.stakes'), align: 'end', cell: cell('stakes') },
  ];
  return (
    <Section aria-label={t('portfolio:section.exposure')}>
      <p className={styles.foldText}>{t('portfolio:exposure.text')}</p>
      <Card flush>
        <Table
          compactCards
          caption={t('portfolio:section.exposure')}
          columns={columns}
          rows={markets}
          rowKey={({ code }) => code}
        />
      </Card>
    </Section>
  );
}

function whyNow(market: Exposed) {
  const { price } = marketSnapshot.quote(market.code);
  return price === undefined ? undefined : exposureWhy(market, price, tickOfNow(market.code));
}

/** One figure of one market: a tick renders only those that it changes. */
function Live({ market, name }: { market: Exposed; name: keyof Exposure }) {
  const t = useT();
  const value = useQuote(market.code, ({ price }) => exposureAt(market, price)?.[name]);
  if (value === '0') return <span className={styles.muted}>–</span>;
  return (
    <DerivedNow
      name={t(`portfolio:exposure.${name}`)}
      value={value}
      derive={() => whyNow(market)?.[name]}
      places={2}
      sign={name === 'net' ? 'always' : 'auto'}
    />
  );
}

/** Net exposure as a share of the account. */
function Share({ market, balances }: { market: Exposed; balances: ResultOf<'listBalances'> | undefined }) {
  const t = useT();
  const format = useFormat();
  const total = useTotalWorth(balances);
  const share = useQuote(market.code, ({ price }) => ratioText(exposureAt(market, price)?.net, total));
  const derive = () => {
    const net = whyNow(market)?.net;
    return net === undefined || total === undefined ? undefined : exposureShareDerivation(net, total);
  };
  return (
    <DerivedNow
      name={t('portfolio:exposure.share')}
      value={share}
      derive={derive}
      show={(value) => (
        <bdi dir="ltr" className={styles.figure}>
          {format.percent(value, { min: 1, max: 1 })}
        </bdi>
      )}
    />
  );
}
