import { useT } from '@glasshouse/app/language/language';
import { Banner, Button, EmptyState, ErrorBoundary, Page, Skeleton, SkeletonText } from '@glasshouse/ui';
import { Suspense } from 'react';
import { useMay } from '../session/session.ts';
import { type ConsolePage, isOpen } from './pages.ts';

/** Renders a page: a placeholder while its code loads, a retry if that fails. */
export function PageBoundary({ page }: { page: ConsolePage }) {
  const { Page: Content } = page;
  if (!isOpen(page, useMay())) return <Closed />;
  return (
    <ErrorBoundary fallback={<Broken />}>
      <Suspense fallback={<Waiting />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
}

function Closed() {
  const t = useT();
  return (
    <Page>
      <EmptyState title={t('console:page.closed')}>{t('console:page.closedText')}</EmptyState>
    </Page>
  );
}

const Waiting = () => (
  <Page aria-busy="true">
    <Skeleton width="2.4rem" height="0.28rem" />
    <SkeletonText lines={6} />
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
        {t('common:state.error')}. {t('console:page.brokenText')}
      </Banner>
    </Page>
  );
}
