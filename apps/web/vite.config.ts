import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontPreload } from './build/font-preload.ts';
import { precompress } from './build/precompress.ts';
import { sizeBudget } from './build/size-budget.ts';

const page = (name: string) => resolve(import.meta.dirname, name);
const pages = ['index.html', 'gallery.html'].map(page).filter((path) => existsSync(path));

export default defineConfig({
  plugins: [react(), fontPreload(), sizeBudget({ page: 'index.html', limitKb: 130 }), precompress()],
  build: {
    target: 'es2023',
    // Everything is a file of its own: the content security policy allows neither inline scripts nor data: styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: pages },
  },
  server: {
    port: 4173,
    proxy: {
      '/swx': { target: 'http://127.0.0.1:4000', ws: true },
      '/logos': { target: 'http://127.0.0.1:4000' },
    },
  },
});
