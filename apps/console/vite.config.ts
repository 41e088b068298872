import { ownMessages } from '@glasshouse/app/build/own-messages';
import { precompress } from '@glasshouse/app/build/precompress';
import { sizeBudget } from '@glasshouse/app/build/size-budget';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the sign-in and the first list need besides the entry. */
const FIRST = /messages\/en\/(common|shell|console)\.json$|api\/src\/operator\/call-table\.ts$/;

/**
 * Files of the customer app that serve this one too: the script before the first paint (theme and
 * writing direction are the browser's, not the app's) and the icon.
 */
function sharedFiles(): Plugin {
  return {
    name: 'glasshouse:shared-files',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'link', attrs: { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }, injectTo: 'head' },
        { tag: 'script', attrs: { src: '/boot.js' }, injectTo: 'head-prepend' },
      ],
    },
  };
}

export default defineConfig({
  base: '/operator/',
  plugins: [
    react(),
    sharedFiles(),
    ownMessages(['home', 'market', 'workspace', 'coins', 'convert', 'alerts', 'notices', 'emails']),
    sizeBudget({ page: 'index.html', name: 'console', needs: FIRST, limitKb: 140 }),
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
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam)\//,
              priority: 2,
            },
            {
              name: 'base',
              test: /\/(packages\/ui\/src(?!\/controls\/amount-)|packages\/(app|client)\/src(?!\/(qr-code|content\/))|apps\/console\/src\/(app\/(?!entrance|step-up)|api|session|live))\//,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 4174,
    proxy: {
      '/swx': { target: 'http://127.0.0.1:4000', ws: true },
      '/boot.js': { target: 'http://127.0.0.1:4000' },
      '/icon.svg': { target: 'http://127.0.0.1:4000' },
    },
  },
});
