import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The program with which the server paints pages (docs/decisions/server-painted-pages.md): the same
 * components, for Node, in one folder with everything that they import. It is built after the app,
 * and is no part of what browsers are sent.
 */
export default defineConfig({
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: resolve(import.meta.dirname, 'src/app/painting/paint.tsx'),
    outDir: 'paint/dist',
    target: 'node24',
    copyPublicDir: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    minify: true,
  },
});
