import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { Page, PageHead, SkeletonBlock } from '@glasshouse/ui';
import { useLiveContracts, useLiveOptions, useLiveSpotOrders } from '../../parts/orders/live-orders.ts';
import { useOrderMarkets } from '../../parts/orders/use-order-markets.ts';
import { useIsMobile } from '../../parts/page/layout.ts';
import { Days } from './days.tsx';
import { ExposureTable } from './exposure-table.tsx';
import { Holdings, useCoins } from './holdings.tsx';
import { Orders } from './orders.tsx';
import styles from './portfolio.module.css';
import { Positions } from './positions.tsx';
import { Summary } from './summary.tsx';

/** All that a person holds and has ordered, on every market: what it is worth, and what it made. */
export function PortfolioPage() {
  const t = useT();
  const book = useBook();
  const isMobile = useIsMobile();
  const details = <LinkButton href="/zjxq">{t('shell:nav.fundingDetails')}</LinkButton>;
  const account = t(book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount');
  return (
    <Page>
      {/* On a phone the first screen belongs to the figures and the first position. */}
      {isMobile ? (
        <h1 className={styles.title}>{t('portfolio:title')}</h1>
      ) : (
        <PageHead title={t('portfolio:title')} actions={details} note={`${account} · ${t('portfolio:text')}`} />
      )}
      {/* A change of book closes what is open. */}
      <Parts key={book} />
      {isMobile && <p className={styles.details}>{details}</p>}
    </Page>
  );
}

function Parts() {
  const contracts = useLiveContracts();
  const options = useLiveOptions();
  const spot = useLiveSpotOrders();
  useOrderMarkets(contracts.data);
  useOrderMarkets(options.data);
  useOrderMarkets(spot.data);
  const queries = { contracts, options, spot };
  const coins = useCoins();
  const isKnown = [...Object.values(queries), coins].every(({ data, error }) => data !== undefined || error !== null);
  // How long the lists are decides where everything below them stands.
  if (!isKnown) {
    return (
      <>
        <Summary {...queries} />
        <SkeletonBlock height="7rem" />
      </>
    );
  }
  return (
    <>
      <Summary {...queries} />
      <Positions {...queries} />
      <Orders {...queries} />
      <Holdings />
      <div className={styles.twin}>
        <div>
          <Days />
        </div>
        <div>
          <ExposureTable {...queries} />
        </div>
      </div>
    </>
  );
}
