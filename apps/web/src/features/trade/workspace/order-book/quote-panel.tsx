import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Figure } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useQuote } from '../../../../live/market.ts';
import { spreadOf } from './depth-rows.ts';
import styles from './order-book.module.css';

/** Without an order book: the two prices at which orders execute. */
export function QuotePanel({ info }: { info: MarketInfo }) {
  const t = useT();
  // Of the same tick as the price in the head: an older pair might not even enclose it.
  const bid = useQuote(info.code, (quote) => quote.bid);
  const ask = useQuote(info.code, (quote) => quote.ask);
  const spread =
    bid === undefined || ask === undefined ? undefined : spreadOf({ bids: [[bid, '0']], asks: [[ask, '0']] });
  return (
    <dl className={styles.quotes}>
      <Side name={t('market:source.bid')} className={styles.bid}>
        <Figure value={bid} places={info.precision} size="l" />
      </Side>
      <Side name={t('market:source.ask')} className={styles.ask}>
        <Figure value={ask} places={info.precision} size="l" />
      </Side>
      <Side name={t('market:source.spread')} className={styles.muted}>
        <Figure value={spread?.spread} places={info.precision} />
      </Side>
    </dl>
  );
}

const Side = ({ name, className, children }: { name: string; className: string | undefined; children: ReactNode }) => (
  <div className={styles.quote}>
    <dt>{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
);
