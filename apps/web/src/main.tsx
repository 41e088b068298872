import { setRemedy } from '@glasshouse/app/failures/failure-note.tsx';
import { startLanguage, translator } from '@glasshouse/app/language/language';
import { setPreloader } from '@glasshouse/app/links/preload';
import { currentSession, followOtherTabs } from '@glasshouse/app/session/session';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { Hydration } from './app/painting/hydration.tsx';
import { readPainted } from './app/painting/painted.ts';
import { seedQueries } from './app/painting/seed.ts';
import { queryClient } from './app/query-client.ts';
import { routeOf, unknownRoute } from './app/routes.tsx';
import { manageScroll } from './app/scroll.ts';
import { listenForChanges, listenForXray } from './app/xray/listen.ts';
import { startUser } from './live/user.ts';
import { loadFirstMarket } from './parts/market/first-market.ts';
import { expectAllRows, loadFirstRows } from './parts/market/first-rows.ts';
import { lastPrices } from './parts/market/market-query.ts';
import { LayoutContext, layoutOf } from './parts/page/layout.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

manageScroll();
followOtherTabs(() => window.location.reload());
listenForXray();
listenForChanges();
startUser();
lastPrices.start(document);

setPreloader((path) => routeOf(path)?.preload());
setRemedy(async () => (await import('./parts/account/failure-action.tsx')).FailureAction);

const first = routeOf(window.location.pathname) ?? unknownRoute;
// The first page's code and texts load in parallel; both are needed before anything can render.
const painted = readPainted(document);
if (painted !== undefined) seedQueries(queryClient, painted);
first.preload();
if (first.path === '/') void loadFirstRows(queryClient, painted?.isList);
else if (painted?.isList === true) void expectAllRows(queryClient);
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

/** The page still works: React has drawn the part anew. */
const reportPainting = (error: unknown): void => console.warn('what the server painted differs', error);

const layout = layoutOf(navigator.userAgent);
const app = (
  <StrictMode>
    <LayoutContext value={layout}>
      <App />
    </LayoutContext>
  </StrictMode>
);
/** Painted for this reader: for a visitor, in the language and the layout that this browser has. */
const isOwn =
  painted !== undefined &&
  document.documentElement.dataset.covered === undefined &&
  currentSession() === undefined &&
  painted.language === translator().language &&
  painted.layout === layout;
if (isOwn) {
  // In slices, between which the page scrolls and reacts.
  startTransition(() => {
    hydrateRoot(root, <Hydration>{app}</Hydration>, { onRecoverableError: reportPainting });
  });
} else {
  // What was painted for another reader is replaced at once, and not by a placeholder first.
  if (painted !== undefined) await first.ready();
  createRoot(root).render(app);
}
delete document.documentElement.dataset.covered;
delete document.documentElement.dataset.member;
