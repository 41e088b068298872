import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { HOME_CHUNK } from '@glasshouse/app/build/chunks';
import { languageBudget } from '@glasshouse/app/build/language-budget';
import { ownMessages } from '@glasshouse/app/build/own-messages';
import { pagePreload } from '@glasshouse/app/build/page-preload';
import { precompress } from '@glasshouse/app/build/precompress';
import { entryName, SERVICE_WORKER, serviceWorker } from '@glasshouse/app/build/service-worker';
import { sizeBudget } from '@glasshouse/app/build/size-budget';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * What every page needs, with the icons that it names. One file, because fifty small ones compress
 * badly and arrive late.
 */
const BASE =
  /\/(packages\/ui\/src|packages\/(app|client|i18n)\/src|apps\/web\/src\/(app|api|live|parts))\/.*\.(tsx?|css)$/;
/**
 * What moves the prices of a painted page, before anything else is there. Small, or the first price
 * would wait for it.
 */
const LIVE =
  /vite\/preload-helper|packages\/ui\/src\/\w+\.css|packages\/client\/src\/(live\/|emitter)|packages\/app\/src\/page-host|packages\/ui\/src\/figures\/format-figure|apps\/web\/src\/(live\/(market-socket|clock)|app\/painting\/(early-input|early-scope|move-prices|painted))\./;
/** Parts of those folders that the first page does not use. */
const NOT_BASE =
  /\/(src|parts)\/chart\/|packages\/app\/src\/(content|forms|passkeys|sign-in|hooks\/use-(format|copy)|copy-button|qr-code|save-file|statement-words|failures\/show-more)|packages\/client\/src\/(download|upload|repeat)|\/tour\/(?!tour-flag)|\/island\/|not-here|print-origin|\/forms\/|\/parts\/(alerts|camera|content|contracts|notifications|orders|portfolio|proofs|reasons|receipts|sign-in|signature|statement|ticket|upload|account\/(payment-uri|person-|real-|state-words|use-kyc|use-refreshed|withdrawal-password))|\/pwa\/|\/api\/(files|send-form|log-heads)|preference-keys|use-refresh|use-user-info|page\/share\.|corporate-actions|action-mark|marked-action|announce|after-start|page-title|tell-of-updates|onboarding-board|footer-groups|account-menu|more-menu|appearance-menu|use-logout|use-money-call|\/gallery\/|\/live\/(depth|seen-ticks|tick-of-now)|amount-|password-field|segmented|select|slider|switch|table|key-value|countdown|remaining|tooltip|money\.|available|balance-total|short-places|failure-action|search-options|timeline|explained|overlay\/pane|glass\/stamps|checked-seal|shell\/try-demo|day-lines|\/money\/cents\.|\/xray\//;
const isBase = (id: string): boolean => BASE.test(id) && !NOT_BASE.test(id);

/**
 * What the pages behind the first one share, and the market page, in a few files: over HTTP/1.1 a
 * browser fetches six at a time, so forty small ones cost a phone a second of waiting. Of the
 * tickets, the kit has what convert shares with the workspace.
 */
const ENGINE =
  /node_modules\/(lightweight-charts|fancy-canvas)\/|packages\/ui\/src\/chart\/(engine|lines\/|drawings\/(?!read))/;
const KIT =
  /packages\/ui\/src\/(controls|data|figures|glass|overlay)\/|packages\/app\/src\/((hooks|failures)\/)?[^/]*\.tsx?$|packages\/trade\/src\/(ticket\/|.*result|portfolio\/part-worth)|apps\/web\/src\/parts\/(account\/(?!payment|person-|real-|state-|use-kyc|use-refr|withdrawal)[^/]*|(calls|money|page|statement)\/[^/]*|reasons\/(?!derivation-)[^/]*|market\/(live-cells|source-badge)|orders\/order-words|portfolio\/[^/]*|ticket\/(?!ticket-f|confirm|visitor|use-o)[^/]*)\.tsx?$/;
/**
 * What chart and kit both need. In a file of its own, because a group takes along what its modules
 * import: within the chart, these made every page with a field or a table fetch the whole chart,
 * 84 kB for the login alone. With all icons that the first page does not use.
 */
const HELPERS =
  /node_modules\/lucide-react\/|packages\/ui\/src\/(figures\/remaining|controls\/(segmented|switch))\.|packages\/rules\/src\/time-zone\.|packages\/(client\/src\/repeat|app\/src\/hooks\/use-(format|copy))\.|apps\/web\/src\/parts\/(page\/share|calls\/use-money-call)\./;
/** The market page down to its chart, which people come for; then the rest of the workspace. */
const CHART =
  /\/features\/trade\/workspace\/((\w+-instrument|instrument-page)\.tsx$|layout\/|charts\/)|\/parts\/chart\/|packages\/ui\/src\/chart\/(?!engine)(?!lines\/)/;
const WORKSPACE =
  /packages\/trade\/src\/(contracts|options|spot|portfolio)\/|apps\/web\/src\/(features\/trade|parts\/(alerts|contracts|orders)|live)\//;

const page = (name: string) => resolve(import.meta.dirname, name);
const pages = ['index.html', 'gallery.html'].map(page).filter((path) => existsSync(path));
const named = Object.fromEntries(pages.map((path) => [basename(path, '.html'), path]));

export default defineConfig({
  plugins: [
    react(),
    ownMessages(['console', 'records', 'emails']),
    pagePreload(),
    sizeBudget({
      page: 'index.html',
      name: 'home list',
      needs: HOME_CHUNK,
      limitKb: 132,
      apart: [['kit', 'chart']],
    }),
    // What a painted page runs before its prices move.
    sizeBudget({ page: 'index.html', name: 'first price', needs: /web\/src\/start\.ts$/, limitKb: 10, isBrief: true }),
    languageBudget({ limitKb: 40 }),
    serviceWorker(),
    precompress(),
  ],
  build: {
    target: 'es2023',
    // Everything is a file of its own: the content security policy allows neither inline scripts
    // nor data: styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { ...named, [SERVICE_WORKER]: page('src/pwa/service-worker.ts') },
      output: {
        entryFileNames: entryName,
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam)\//,
              priority: 5,
            },
            { name: 'live', test: LIVE, priority: 6 },
            { name: 'base', test: isBase, priority: 4 },
            { name: 'helpers', test: HELPERS, priority: 3 },
            { name: 'engine', test: ENGINE, priority: 2 },
            { name: 'chart', test: CHART, priority: 1 },
            { name: 'kit', test: KIT },
            { name: 'workspace', test: WORKSPACE },
          ],
        },
      },
    },
  },
  server: {
    port: 4173,
    proxy: {
      '/swx': { target: 'http://127.0.0.1:4000', ws: true },
      '/logos': { target: 'http://127.0.0.1:4000' },
    },
  },
});
