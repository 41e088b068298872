import { Page, PageHead, SkeletonBlock } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { LinkButton } from '../../shared/link-button.tsx';
import { useLiveContracts, useLiveOptions, useLiveSpotOrders } from '../../shared/orders/live-orders.ts';
import { useOrderMarkets } from '../../shared/orders/use-order-markets.ts';
import { Days } from './days.tsx';
import { ExposureTable } from './exposure-table.tsx';
import { Holdings, useCoins } from './holdings.tsx';
import { Orders } from './orders.tsx';
import { Positions } from './positions.tsx';
import { Summary } from './summary.tsx';

/** All that a person holds and has ordered, on every market: what it is worth, and what it made. */
export function PortfolioPage() {
  const t = useT();
  const book = useBook();
  return (
    <Page>
      <PageHead
        title={t('portfolio:title')}
        actions={<LinkButton href="/zjxq">{t('shell:nav.fundingDetails')}</LinkButton>}
        note={`${t(book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount')} · ${t('portfolio:text')}`}
      />
      {/* A change of book closes what is open. */}
      <Parts key={book} />
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
      <Days />
      <ExposureTable {...queries} />
    </>
  );
}
