import { needMessages, useTranslator } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { endSession, onSessionLost, useIsExpired, useSession } from '@glasshouse/app/session/session';
import { decimalMarkOf, SkipLink, ToastRegion, UiLocaleProvider, writtenAmount } from '@glasshouse/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { loginHref } from '../parts/account/login-href.ts';
import { useFreshData } from './fresh-data.ts';
import { PageBoundary } from './page-boundary.tsx';
import { queryClient } from './query-client.ts';
import { routeOf, unknownRoute } from './routes.tsx';
import { Shell } from './shell/shell.tsx';
import { useTradeToasts } from './trade-toasts.ts';
import { useSignedOutPage } from './use-signed-out-page.ts';

/** With its texts, which no page needs before. */
const LogInAgain = lazyPart(async () => {
  const [part] = await Promise.all([
    import('../features/auth/log-in-again.tsx'),
    needMessages(['account', 'guide', 'errors']),
  ]);
  return part.LogInAgain;
});

export function App() {
  const { locale, t } = useTranslator();
  const unclearAmount = t('common:state.unclearAmount', { example: writtenAmount('1234.5', decimalMarkOf(locale)) });
  return (
    <QueryClientProvider client={queryClient}>
      <UiLocaleProvider locale={locale} unclearAmount={unclearAmount} closeLabel={t('common:action.close')}>
        <Routed />
      </UiLocaleProvider>
    </QueryClientProvider>
  );
}

function Routed() {
  const { t } = useTranslator();
  const [path, navigate] = useLocation();
  const session = useSession();
  useFreshData();
  useTradeToasts();
  const isExpired = useIsExpired();
  useSignedOutPage(isExpired);
  useEffect(() => onSessionLost(() => navigate(loginHref({ ended: true }))), [navigate]);

  const route = routeOf(path) ?? unknownRoute;
  if (route.private && session === undefined) return <Redirect to={loginHref()} replace />;
  return (
    <>
      <SkipLink>{t('shell:nav.skipToContent')}</SkipLink>
      <Shell route={route}>
        <PageBoundary key={route.path} route={route} />
      </Shell>
      {isExpired && (
        <div data-shown-to-anybody>
          <LazyPlace waiting={<StillComing />} otherwise={<LeaveForLogin />}>
            <LogInAgain />
          </LazyPlace>
        </div>
      )}
      <ToastRegion label={t('shell:toasts')} closeLabel={t('common:action.close')} />
    </>
  );
}

/** On the empty page, where the sheet cannot load before there is a connection. */
function StillComing() {
  const { t } = useTranslator();
  return navigator.onLine ? null : <p role="status">{t('common:state.offline')}</p>;
}

/** The sheet does not load: the page of its own for logging in does without. */
function LeaveForLogin() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const href = loginHref({ ended: true });
    endSession();
    navigate(href);
  }, [navigate]);
  return null;
}
