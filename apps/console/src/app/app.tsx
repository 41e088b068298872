import { useTranslator } from '@glasshouse/app/language/language';
import { Banner, Button, decimalMarkOf, SkipLink, ToastRegion, UiLocaleProvider, writtenAmount } from '@glasshouse/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, Router, useLocation } from 'wouter';
import { startCounts, stopCounts } from '../live/counts.ts';
import { loadSession, useIsUnreachable, useMay, useSession } from '../session/session.ts';
import { linkTokenOf } from './entrance/link-token.ts';
import { PageBoundary } from './page-boundary.tsx';
import { firstPage, pageOf } from './pages.ts';
import { queryClient } from './query-client.ts';
import { Shell } from './shell/shell.tsx';

/** Most visits find a session and need neither. */
const Entrance = lazy(async () => ({ default: (await import('./entrance/entrance.tsx')).Entrance }));
const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

/** Everything of the console lies below this path. */
const BASE = '/operator';

export function App() {
  const { locale, t } = useTranslator();
  const unclearAmount = t('common:state.unclearAmount', { example: writtenAmount('1234.5', decimalMarkOf(locale)) });
  return (
    <QueryClientProvider client={queryClient}>
      <UiLocaleProvider locale={locale} unclearAmount={unclearAmount} closeLabel={t('common:action.close')}>
        <Router base={BASE}>
          <SkipLink>{t('shell:nav.skipToContent')}</SkipLink>
          <Gate />
          <ToastRegion label={t('shell:toasts')} closeLabel={t('common:action.close')} />
        </Router>
      </UiLocaleProvider>
    </QueryClientProvider>
  );
}

/**
 * Whoever is not fully signed in sees the sign-in in place of the page, at the page's address: so
 * an expired session returns to where one was.
 */
function Gate() {
  const session = useSession();
  const isReady = session?.stage === 'ready';
  // Follows the address: a used link is gone from it.
  useLocation();
  useEffect(() => {
    if (!isReady) return undefined;
    startCounts();
    return () => {
      stopCounts();
      // What one operator has read is not for the next.
      queryClient.clear();
    };
  }, [isReady]);
  const [hasEntered, setEntered] = useState(false);
  if (!isReady && !hasEntered) setEntered(true);
  if (useIsUnreachable()) return <Unreachable />;
  if (!isReady || linkTokenOf(window.location) !== undefined) {
    return (
      <Suspense>
        <Entrance />
      </Suspense>
    );
  }
  return (
    <>
      <Routed isEntering={hasEntered} onEntered={() => setEntered(false)} />
      <Suspense>
        <StepUpDialog />
      </Suspense>
    </>
  );
}

interface RoutedProps {
  /** Whoever has just signed in, at no page in particular, begins with their first place. */
  readonly isEntering: boolean;
  readonly onEntered: () => void;
}

function Routed({ isEntering, onEntered }: RoutedProps) {
  const [path, navigate] = useLocation();
  const may = useMay();
  const page = pageOf(path);
  const first = firstPage(may)?.path;
  useEffect(() => {
    if (!isEntering) return;
    onEntered();
    if (path === '/' && first !== undefined) navigate(first, { replace: true });
  }, [isEntering, onEntered, path, first, navigate]);
  if (page === undefined) return <Redirect to={first ?? '/security'} replace />;
  return (
    <Shell page={page}>
      <PageBoundary key={page.path} page={page} />
    </Shell>
  );
}

function Unreachable() {
  const { t } = useTranslator();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await loadSession();
    setBusy(false);
  };
  return (
    <Banner
      kind="danger"
      strip
      action={
        <Button size="s" loading={busy} onClick={() => void retry()}>
          {t('common:action.retry')}
        </Button>
      }
    >
      {t('common:state.unreachable')}
    </Banner>
  );
}
