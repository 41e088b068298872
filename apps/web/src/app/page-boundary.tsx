import { Broken } from '@glasshouse/app/lazy/lazy-part.tsx';
import { ErrorBoundary, Page, Skeleton, SkeletonText } from '@glasshouse/ui';
import { Suspense, useContext, useEffect, useState } from 'react';
import { repeatEarlyInput } from './painting/early-input.ts';
import { endEarlyScope } from './painting/early-scope.ts';
import { HydrationEnd } from './painting/hydration.tsx';
import type { Route } from './routes.tsx';

/**
 * Renders a route: a placeholder while its code loads, and a retry if it fails. Over a painted page
 * what the server painted stays until then.
 */
export function PageBoundary({ route }: { route: Route }) {
  return (
    <ErrorBoundary
      fallback={
        <Page width="reading">
          <Broken />
        </Page>
      }
    >
      <Suspense fallback={<Waiting />}>
        <RoutedPage route={route} />
        <Listening />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Without a placeholder where its code is there already. */
function RoutedPage({ route: { loaded, Late } }: { route: Route }) {
  const [Loaded] = useState(loaded);
  return Loaded === undefined ? <Late /> : <Loaded />;
}

/** The page is there: what was pressed and typed before is repeated. */
function Listening() {
  const endHydration = useContext(HydrationEnd);
  useEffect(() => {
    repeatEarlyInput();
    endEarlyScope();
    endHydration();
  }, [endHydration]);
  return null;
}

const Waiting = () => (
  <Page aria-busy="true">
    <Skeleton width="2.4rem" height="0.28rem" />
    <SkeletonText lines={4} />
  </Page>
);
