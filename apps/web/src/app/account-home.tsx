import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useSession } from '@glasshouse/app/session/session';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import { Page } from '@glasshouse/ui';
import type { ComponentType } from 'react';

/** Visitors load nothing of it. */
const Overview = lazyPart(async () => {
  const [page, movers] = await Promise.all([
    import('../features/portfolio/portfolio-page.tsx'),
    import('../features/home/movers.tsx'),
    needMessages(['portfolio', 'trade', 'contracts', 'order', 'account', 'funds', 'errors']),
    loadCallTable(),
  ]);
  return () => <page.PortfolioPage below={<movers.Movers />} />;
});

/** The home page: of a member the overview of the account, of a visitor its own. */
export const homeOf = (VisitorHome: ComponentType) =>
  function Home() {
    if (useSession() === undefined) return <VisitorHome />;
    return (
      <LazyPlace waiting={<Page aria-busy="true" />}>
        <Overview />
      </LazyPlace>
    );
  };
