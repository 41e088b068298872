import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { SkeletonBlock } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useLiveContracts, useLiveOptions, useLiveSpotOrders } from '../../parts/orders/live-orders.ts';
import { useOrderMarkets } from '../../parts/orders/use-order-markets.ts';
import { Fold } from '../../parts/portfolio/fold.tsx';
import { AccountPage } from '../../parts/portfolio/shell/account-page.tsx';
import { Days } from './days.tsx';
import { ExposureTable } from './exposure-table.tsx';
import { Latest } from './latest.tsx';
import { Orders } from './orders.tsx';
import { Own } from './own.tsx';
import styles from './portfolio.module.css';
import { Positions } from './positions.tsx';

interface PortfolioPageProps {
  /** Of the home page, which is this one for a member. */
  readonly below?: ReactNode;
}

/** All that a person has open and owns: the overview of the account. */
export function PortfolioPage({ below }: PortfolioPageProps) {
  const t = useT();
  const book = useBook();
  return (
    <AccountPage tab="overview" title={t('portfolio:title')}>
      {/* A change of book closes what is open. */}
      <Parts key={book} />
      {below !== undefined && <div className={styles.below}>{below}</div>}
    </AccountPage>
  );
}

function Parts() {
  const t = useT();
  const contracts = useLiveContracts();
  const options = useLiveOptions();
  const spot = useLiveSpotOrders();
  useOrderMarkets(contracts.data);
  useOrderMarkets(options.data);
  useOrderMarkets(spot.data);
  const queries = { contracts, options, spot };
  // How long the lists are decides where everything below them stands.
  const isKnown = Object.values(queries).every(({ data, error }) => data !== undefined || error !== null);
  if (!isKnown) return <SkeletonBlock height="7rem" />;
  return (
    <>
      <Positions {...queries} />
      <Orders {...queries} />
      <div className={styles.twin}>
        <div>
          <Own />
        </div>
        <div>
          <Latest />
        </div>
      </div>
      <div className={styles.folds}>
        <Fold title={t('portfolio:section.days')}>
          <Days />
        </Fold>
        <Fold title={t('portfolio:section.exposure')}>
          <ExposureTable {...queries} />
        </Fold>
      </div>
    </>
  );
}
