import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Badge, Figure, InstrumentLogo } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useQuote } from '../../live/market.ts';
import { AlertButton } from '../alerts/alert-button.tsx';
import { MarkOf } from '../market/action-mark.tsx';
import { CorporateActions } from '../market/corporate-actions.tsx';
import { LiveChange } from '../market/live-cells.tsx';
import { markedAction } from '../market/marked-action.ts';
import { SourceBadge } from '../market/source-badge.tsx';
import { BookPrice } from './book-price.tsx';
import styles from './instrument-head.module.css';
import { PriceWhy } from './price-why.tsx';

interface InstrumentHeadProps {
  readonly info: MarketInfo;
  /** At the start, before the name. */
  readonly start?: ReactNode;
  readonly action?: ReactNode;
}

/** Name, live price and daily figures; the price explains its source. */
export function InstrumentHead({ info, start, action }: InstrumentHeadProps) {
  const t = useT();
  const { code, precision } = info;
  const marked = markedAction(info.corporateActions, { code, now: serverNow() });
  return (
    <header className={styles.place}>
      <div className={styles.head}>
        <div className={styles.start}>
          {start}
          <InstrumentLogo code={code} src={info.logo ?? undefined} size="l" className={styles.logo} />
        </div>
        <div className={styles.names}>
          <h1 className={styles.name}>
            <bdi>{info.appName}</bdi>
          </h1>
          <div className={styles.tags}>
            <bdi>{code}</bdi>
            <SourceBadge source={info.source} predictable={info.feed.predictable} />
            <Status info={info} />
            {marked !== undefined && <MarkOf action={marked} />}
          </div>
        </div>
        <div className={styles.now}>
          <span className={styles.figure}>
            <BookPrice code={code} className={styles.price} />
            <PriceWhy info={info} />
          </span>
          <LiveChange code={code} />
        </div>
        <dl className={styles.facts}>
          <Fact name={t('market:column.high')}>
            <Figure value={info.high24 ?? undefined} places={precision} />
          </Fact>
          <Fact name={t('market:column.low')}>
            <Figure value={info.low24 ?? undefined} places={precision} />
          </Fact>
          <Fact name={t('market:column.volume')}>
            <Figure value={info.volume24} compact places={2} asset={info.base} />
          </Fact>
        </dl>
        <div className={styles.action}>
          <AlertButton market={info} />
          {action}
        </div>
      </div>
      <CorporateActions actions={info.corporateActions} />
    </header>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Closed: when it opens again, in the reader's own time. */
function Status({ info }: { info: MarketInfo }) {
  const t = useT();
  const format = useFormat();
  const { code } = info;
  const { opensAt } = info.hours;
  const open = useQuote(code, (quote) => quote.open);
  const stale = useQuote(code, (quote) => quote.stale);
  if (!open && opensAt !== null && serverNow() < Date.parse(opensAt)) {
    return <Badge>{t('market:status.opens', { time: format.weekdayTime(opensAt) })}</Badge>;
  }
  if (!open) return <Badge>{t('market:status.closed')}</Badge>;
  if (stale) return <Badge tone="warning">{t('market:status.stale')}</Badge>;
  return null;
}
