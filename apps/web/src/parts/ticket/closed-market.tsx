import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { serverNow } from '../../live/clock.ts';
import { OpeningAlertButton } from '../alerts/opening-alert.tsx';
import styles from './closed-market.module.css';

/** In place of what sells: that the market is closed, when it opens, and an alert of that. */
export function ClosedMarket({ market }: { market: Pick<MarketInfo, 'code' | 'appName' | 'hours'> }) {
  const t = useT();
  const format = useFormat();
  const { opensAt } = market.hours;
  const opens = opensAt !== null && serverNow() < Date.parse(opensAt) ? opensAt : undefined;
  return (
    <div className={styles.closed}>
      <p role="status">
        <strong className={styles.state}>{t('trade:options.closedNow')}</strong>
        {opens !== undefined && <span>{t('alerts:opensHere', { time: format.weekdayTime(opens) })}</span>}
      </p>
      {opens !== undefined && <OpeningAlertButton market={market} />}
    </div>
  );
}
