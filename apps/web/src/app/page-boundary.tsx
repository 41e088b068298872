import { Broken, LazyPlace } from '@glasshouse/app/lazy/lazy-part.tsx';
import { Page, Skeleton, SkeletonText } from '@glasshouse/ui';
import type { Route } from './routes.tsx';

/** Renders a route: a placeholder while its code loads, and a retry if it fails. */
export function PageBoundary({ route }: { route: Route }) {
  const { Page: RoutePage } = route;
  return (
    <LazyPlace
      waiting={<Waiting />}
      otherwise={
        <Page width="reading">
          <Broken />
        </Page>
      }
    >
      <RoutePage />
    </LazyPlace>
  );
}

const Waiting = () => (
  <Page aria-busy="true">
    <Skeleton width="2.4rem" height="0.28rem" />
    <SkeletonText lines={4} />
  </Page>
);
