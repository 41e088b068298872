import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { closure, HOME_CHUNK } from './chunks.ts';

export const SERVICE_WORKER = 'service-worker';
const WORKER_FILE = 'sw.js';
/** Files of `public/` that the page needs to start. */
const FIXED = ['boot.js', 'icon.svg', 'icon-192.png', 'manifest.webmanifest'];
/** The app without a painted screen, whose prices would be those of the day it was cached. */
const SHELL_PAGE = '/?shell';
const PLACEHOLDER = /(["'`])@@SHELL@@\1/;

/** The worker must be at the root, because it only serves pages below its own path. */
export const entryName = ({ name }: { name: string }): string =>
  name === SERVICE_WORKER ? WORKER_FILE : 'assets/[name]-[hash].js';

/**
 * Tells the service worker what to cache: the English home page with everything it imports. Other
 * pages and languages are cached once used. The version is a hash of names and contents, so the
 * same build gives the same worker.
 */
export function serviceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'glasshouse:service-worker',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
        const worker = chunks.find((chunk) => chunk.fileName === WORKER_FILE);
        if (worker === undefined) return;
        if (!PLACEHOLDER.test(worker.code) || 0 < worker.imports.length)
          this.error('the service worker is not in one piece');
        const names = shellFiles(chunks, Object.keys(bundle));
        const hash = createHash('sha256').update(names.join('\n'));
        for (const file of FIXED) hash.update(readFileSync(join(publicFolder, file)));
        const page = bundle['index.html'];
        if (page?.type === 'asset') hash.update(page.source);
        const files = [SHELL_PAGE, ...FIXED.map((file) => `/${file}`), ...names.map((name) => `/${name}`)];
        const shell = JSON.stringify({ version: hash.digest('hex').slice(0, 12), files });
        worker.code = worker.code.replace(PLACEHOLDER, () => JSON.stringify(shell));
      },
    },
  };
}

function shellFiles(chunks: readonly Rolldown.OutputChunk[], all: readonly string[]): string[] {
  const entry = chunks.filter((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html'));
  const home = chunks.filter((chunk) => chunk.moduleIds.some((id) => HOME_CHUNK.test(id)));
  const needed = closure([...entry, ...home], chunks);
  const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  const font = all.filter((name) => /inter-latin-[^e].*\.woff2$/.test(name));
  return [...new Set([...needed.map(({ fileName }) => fileName), ...styles, ...font])].sort();
}
