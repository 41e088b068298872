import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Badge, Figure, Icon, InstrumentLogo, Seal } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { serverNow } from '../../live/clock.ts';
import { useQuote } from '../../live/market.ts';
import { AlertButton } from '../alerts/alert-button.tsx';
import { MarkOf } from '../market/action-mark.tsx';
import { CorporateActions } from '../market/corporate-actions.tsx';
import { isSimulated } from '../market/is-simulated.ts';
import { LiveChange } from '../market/live-cells.tsx';
import { markedAction } from '../market/marked-action.ts';
import { BookPrice } from './book-price.tsx';
import styles from './instrument-head.module.css';
import { Opens } from './opens.tsx';
import { PriceWhy } from './price-why.tsx';

interface InstrumentHeadProps {
  readonly info: MarketInfo;
  /** The name opens the search for another market. */
  readonly onSearch?: (() => void) | undefined;
  /** On a phone, its name stands in the header of the page, if that has a place for it. */
  readonly isInHeader?: boolean;
  /** At the end, after the alert. */
  readonly action?: ReactNode;
}

/**
 * One line: logo and name, price, change, the figures of the day, and what the price is worth.
 * Price and mark open the pane about them.
 */
export function InstrumentHead({ info, onSearch, isInHeader = false, action }: InstrumentHeadProps) {
  const t = useT();
  const { code, precision } = info;
  const marked = markedAction(info.corporateActions, { code, now: serverNow() });
  const place = useHeaderPlace(isInHeader);
  const name = (
    <>
      <InstrumentLogo code={code} src={info.logo ?? undefined} size="s" className={styles.logo} />
      <h1 className={styles.name}>
        {onSearch === undefined ? (
          <bdi>{info.appName}</bdi>
        ) : (
          <button
            type="button"
            title={t('market:list.search')}
            aria-haspopup="dialog"
            className={styles.search}
            onClick={onSearch}
          >
            <bdi>{info.appName}</bdi>
            <Icon of={ChevronDown} size="s" />
          </button>
        )}
      </h1>
    </>
  );
  return (
    <header className={styles.place}>
      <div className={styles.head}>
        {place === undefined ? name : createPortal(<div className={styles.inHeader}>{name}</div>, place)}
        <span className={styles.now}>
          <PriceWhy info={info}>
            <BookPrice code={code} className={styles.price} />
          </PriceWhy>
          {/* A live price is never drawn sealed: its minute is still being written. */}
          <Seal state="open" className={styles.seal} />
          <LiveChange code={code} className={styles.change} />
        </span>
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
        <span className={styles.tags}>
          <SourceMark info={info} />
          <Status info={info} />
          {marked !== undefined && <MarkOf action={marked} />}
        </span>
        <div className={styles.action}>
          <AlertButton market={info} size="s" />
          {action}
        </div>
      </div>
      <CorporateActions actions={info.corporateActions} />
    </header>
  );
}

/** Where the header of a phone has room for the market of the page. */
const HEADER_MARKET = 'header-market';

/** The place for the name in the header, where there is one. */
function useHeaderPlace(isWanted: boolean): HTMLElement | undefined {
  const [place, setPlace] = useState<HTMLElement>();
  useLayoutEffect(() => {
    setPlace(isWanted ? (document.getElementById(HEADER_MARKET) ?? undefined) : undefined);
  }, [isWanted]);
  return place;
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Prices that come from no market: a simulated price must never pass for a real one. */
function SourceMark({ info }: { info: MarketInfo }) {
  const t = useT();
  const simulated = isSimulated(info.source);
  if (!simulated && info.source !== 'replay') return null;
  return (
    <span className={styles.source}>
      <Opens
        label={t(simulated ? 'shell:banner.simulated' : 'shell:banner.replay')}
        text={t(simulated ? 'shell:banner.simulatedHint' : 'shell:banner.replayHint')}
      >
        {t(simulated ? 'market:status.simulated' : 'market:status.recorded')}
      </Opens>
      {info.feed.predictable && <Badge tone="danger">{t('market:status.predictable')}</Badge>}
    </span>
  );
}

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
