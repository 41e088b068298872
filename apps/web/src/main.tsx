import '@glasshouse/ui/styles.css';
import { setRemedy } from '@glasshouse/app/failures/failure-note.tsx';
import { startLanguage } from '@glasshouse/app/language/language';
import { setPreloader } from '@glasshouse/app/links/preload';
import { followOtherTabs } from '@glasshouse/app/session/session';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { queryClient } from './app/query-client.ts';
import { routeOf, unknownRoute } from './app/routes.tsx';
import { manageScroll } from './app/scroll.ts';
import { listenForChanges, listenForXray } from './app/xray/listen.ts';
import { marketSocket } from './live/market.ts';
import { startUser } from './live/user.ts';
import { loadFirstMarket } from './parts/market/first-market.ts';
import { loadFirstRows } from './parts/market/first-rows.ts';
import { lastPrices } from './parts/market/market-query.ts';
import { LayoutContext, layoutOf } from './parts/page/layout.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

manageScroll();
followOtherTabs(() => window.location.reload());
listenForXray();
listenForChanges();
marketSocket.start();
startUser();
lastPrices.start(document);

setPreloader((path) => routeOf(path)?.preload());
setRemedy(async () => (await import('./parts/account/failure-action.tsx')).FailureAction);

const first = routeOf(window.location.pathname) ?? unknownRoute;
// The first page's code and texts load in parallel; both are needed before anything can render.
first.preload();
if (first.path === '/') void loadFirstRows(queryClient);
if (first.path === '/cruuency') loadFirstMarket(queryClient);
await startLanguage(first.namespaces);

/** Leave the first seconds to the page itself. */
const SETTLE_MS = 4_000;
if (import.meta.env.PROD) {
  // If the server is gone by then, the next visit retries.
  setTimeout(() => {
    import('./app/after-start.ts').then(({ afterStart }) => afterStart()).catch(() => undefined);
  }, SETTLE_MS);
}

createRoot(root).render(
  <StrictMode>
    <LayoutContext value={layoutOf(navigator.userAgent)}>
      <App />
    </LayoutContext>
  </StrictMode>,
);
