import { Broken, Late } from '@glasshouse/app/lazy/late.tsx';
import { Page, Skeleton, SkeletonText } from '@glasshouse/ui';
import type { Route } from './routes.tsx';

/** Renders a route: a placeholder while its code loads, and a retry if it fails. */
export function PageBoundary({ route }: { route: Route }) {
  const { Page: RoutePage } = route;
  return (
    <Late
      waiting={<Waiting />}
      otherwise={
        <Page width="reading">
          <Broken />
        </Page>
      }
    >
      <RoutePage />
    </Late>
  );
}

const Waiting = () => (
  <Page aria-busy="true">
    <Skeleton width="2.4rem" height="0.28rem" />
    <SkeletonText lines={4} />
  </Page>
);
