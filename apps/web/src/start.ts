import '@glasshouse/ui/styles.css';
import { holdEarlyInput } from './app/painting/early-input.ts';
import { beginEarlyScope } from './app/painting/early-scope.ts';
import { movePrices } from './app/painting/move-prices.ts';
import { readPainted } from './app/painting/painted.ts';
import { applyPaintedRows, marketSocket } from './live/market-socket.ts';

/** With nothing that moves, the app waits no longer than this for the first price. */
const FIRST_PRICE_MS = 1_500;
/** So that the price is on the screen before the work of the app begins. */
const PAINT_MS = 50;
/** An older painting comes from a cache, and its prices are not those of now. */
const OLD_MS = 60_000;

/**
 * The first script of every page. A painted page needs little: a socket whose prices move in what
 * the server has painted. The app follows behind the first of them, or at a touch.
 */
const painted = readPainted(document);
const root = document.getElementById('root');

const { dataset } = document.documentElement;

function startApp(): void {
  // The page names what it will need, by a relation for which a browser fetches nothing.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload';
  import('./main.tsx').catch((error: unknown) => {
    // What was painted is better than nothing.
    delete dataset.covered;
    throw error;
  });
}

if (painted !== undefined) applyPaintedRows(painted.rows);
// For a member, or in another language, the app draws the page anew.
if (painted === undefined || root === null || dataset.covered !== undefined || dataset.member !== undefined) {
  startApp();
} else {
  holdEarlyInput(root);
  const codes = painted.rows.map(({ code }) => code);
  if (OLD_MS < Date.now() - painted.at) {
    document.documentElement.toggleAttribute('data-link-lost', true);
    const stop = marketSocket.state.subscribe(() => {
      if (marketSocket.state.get() !== 'live') return;
      stop();
      document.documentElement.toggleAttribute('data-link-lost', false);
    });
  }
  beginEarlyScope(codes);
  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    clearTimeout(latest);
    startApp();
  };
  const latest = setTimeout(start, codes.length === 0 ? 0 : FIRST_PRICE_MS);
  for (const touch of ['pointerdown', 'keydown', 'focusin'])
    window.addEventListener(touch, start, { once: true, passive: true });
  movePrices({
    root,
    codes,
    locale: document.documentElement.lang,
    onMoved: () => setTimeout(start, PAINT_MS),
  });
}
marketSocket.start();
