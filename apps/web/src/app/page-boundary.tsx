import { Banner, Button, ErrorBoundary, Page, Skeleton, SkeletonText } from '@glasshouse/ui';
import { Suspense } from 'react';
import { useT } from '../i18n/language.ts';
import type { Route } from './routes.tsx';

/** Renders a route: a placeholder while its code loads, and a retry if it fails. */
export function PageBoundary({ route }: { route: Route }) {
  const { Page: RoutePage } = route;
  return (
    <ErrorBoundary fallback={<Broken />}>
      <Suspense fallback={<Waiting />}>
        <RoutePage />
      </Suspense>
    </ErrorBoundary>
  );
}

const Waiting = () => (
  <Page aria-busy="true">
    <Skeleton width="2.4rem" height="0.28rem" />
    <SkeletonText lines={4} />
  </Page>
);

function Broken() {
  const t = useT();
  return (
    <Page width="reading">
      <Banner
        kind="danger"
        action={<Button onClick={() => window.location.reload()}>{t('common:action.reload')}</Button>}
      >
        {t('common:state.error')}. {t('common:state.errorSafe')}
      </Banner>
    </Page>
  );
}
