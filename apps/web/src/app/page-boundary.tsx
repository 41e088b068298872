import { Banner, Button, Page, Skeleton, SkeletonText } from '@glasshouse/ui';
import { Component, type ReactNode, Suspense } from 'react';
import { useT } from '../i18n/language.ts';
import type { Route } from './routes.tsx';

/** Renders a route: a placeholder while its code loads, and a retry if it fails. */
export function PageBoundary({ route }: { route: Route }) {
  const { Page: RoutePage } = route;
  return (
    <Catch fallback={<Broken />}>
      <Suspense fallback={<Waiting />}>
        <RoutePage />
      </Suspense>
    </Catch>
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

/** Catches errors thrown by a page, so that the navigation stays usable. */
class Catch extends Component<{ fallback: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
