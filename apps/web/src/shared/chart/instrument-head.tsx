import type { ResultOf } from '@glasshouse/contract';
import { Badge, Figure, InstrumentLogo, Why } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/language.ts';
import { useQuote } from '../../live/market.ts';
import { AlertButton } from '../alerts/alert-button.tsx';
import { useFormat } from '../format.ts';
import { LiveChange, LivePrice } from '../live-cells.tsx';
import { SourceBadge } from '../source-badge.tsx';
import styles from './instrument-head.module.css';

export type MarketInfo = ResultOf<'getMarketInfo'>;

interface InstrumentHeadProps {
  readonly info: MarketInfo;
  readonly action?: ReactNode;
}

/** Name, live price and the figures of the day; the price can be asked where it comes from. */
export function InstrumentHead({ info, action }: InstrumentHeadProps) {
  const t = useT();
  const { code, precision } = info;
  return (
    <header className={styles.head}>
      <InstrumentLogo code={code} src={info.logo ?? undefined} size="l" />
      <div className={styles.names}>
        <h1 className={styles.name}>
          <bdi>{info.appName}</bdi>
        </h1>
        <div className={styles.tags}>
          <bdi>{code}</bdi>
          <SourceBadge source={info.source} />
          <Status code={code} />
        </div>
      </div>
      <div className={styles.now}>
        <LivePrice code={code} className={styles.price} />
        <PriceWhy info={info} />
        <LiveChange code={code} boxed />
        <AlertButton market={info} />
      </div>
      <dl className={styles.facts}>
        <Fact name={t('market:column.high')}>
          <Figure value={info.high24 ?? undefined} places={precision} />
        </Fact>
        <Fact name={t('market:column.low')}>
          <Figure value={info.low24 ?? undefined} places={precision} />
        </Fact>
        <Fact name={t('market:column.volume')}>
          <Figure value={info.volume24} compact asset={info.base} />
        </Fact>
      </dl>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </header>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Status({ code }: { code: string }) {
  const t = useT();
  const open = useQuote(code, (quote) => quote.open);
  const stale = useQuote(code, (quote) => quote.stale);
  if (!open) return <Badge>{t('market:status.closed')}</Badge>;
  if (stale) return <Badge tone="warning">{t('market:status.stale')}</Badge>;
  return null;
}

/** Feed, tick and time behind the price that is shown. */
function PriceWhy({ info }: { info: MarketInfo }) {
  const t = useT();
  const format = useFormat();
  const price = useQuote(info.code, (quote) => quote.price);
  const tick = useQuote(info.code, (quote) => quote.tick) ?? info.lastTick?.seq;
  const at = useQuote(info.code, (quote) => quote.at) ?? info.lastTick?.at;
  const feed = info.feed.simulated
    ? t('market:source.feedSim')
    : info.feed.recorded
      ? t('market:source.feedReplay')
      : info.feed.name;
  return (
    <Why
      label={t('market:source.title')}
      title={t('market:source.title')}
      rows={[
        { name: t('market:source.feed'), value: feed },
        { name: t('market:source.tick'), value: tick === undefined ? '–' : `#${tick}` },
        { name: t('market:source.time'), value: at === undefined ? '–' : format.dateTime(at) },
        { name: t('market:source.spread'), value: <Figure value={info.spread ?? undefined} places={info.precision} /> },
        { name: t('market:column.price'), value: <Figure value={price} places={info.precision} />, total: true },
      ]}
    />
  );
}
