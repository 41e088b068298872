import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Bench } from '../harness/bench.ts';
import type { Figure, Report } from '../harness/report.ts';

const APPS = fileURLToPath(new URL('../../../apps', import.meta.url));

/** Pages whose scripts and styles are linked from the document itself. */
const PAGES = [
  { label: 'home', app: 'web', file: 'index.html' },
  { label: 'market', app: 'web', file: 'market.html' },
  { label: 'instrument', app: 'web', file: 'cruuency.html' },
  { label: 'login', app: 'web', file: 'pass/login.html' },
  { label: 'help', app: 'web', file: 'help.html' },
  { label: 'console', app: 'console', file: 'index.html' },
] as const;

const LINKED = /<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.(?:js|css))"/g;

export const bundle: Bench = {
  name: 'bundle',
  about: 'bytes of scripts, styles and texts that each page loads first, and of the whole build',
  run: async ({ print }) => reportOf(print),
};

interface Size {
  readonly plain: number;
  readonly gzip: number;
  readonly brotli: number;
}

function reportOf(print: (line: string) => void): Report {
  const figures: Figure[] = [];
  for (const { label, app, file } of PAGES) {
    const dist = join(APPS, app, 'dist');
    if (!existsSync(dist)) throw new Error(`${dist} is missing: npm run build`);
    const files = linkedFiles(readFileSync(join(dist, file), 'utf8'));
    const size = sum(files.map((name) => sizeOf(served(name))));
    print(`${label}: ${files.length} files`);
    figures.push({ label: `${label}, files`, unit: '', values: [files.length] }, ...figuresOf(label, size));
  }
  for (const app of ['web', 'console']) {
    const size = sum(scriptsBelow(join(APPS, app, 'dist')).map(sizeOf));
    figures.push(...figuresOf(`${app}, every script and style`, size));
  }
  return {
    title: 'Bundle',
    setting:
      'Bytes of the build, without a browser: the scripts, styles and English texts that the document of a page links, ' +
      'and all files of both apps with their texts in eleven languages. kB are 1,000 bytes.',
    figures,
    // The build itself fails above its budgets (`sizeBudget`, `languageBudget`).
    targets: [],
  };
}

/** The file behind an address: the console's own lie below `/operator/`. */
const served = (address: string): string =>
  address.startsWith('/operator/')
    ? join(APPS, 'console/dist', address.slice('/operator/'.length))
    : join(APPS, 'web/dist', address);

const linkedFiles = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(LINKED)].map(([, name]) => name as string)),
];

function scriptsBelow(dist: string): readonly string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => ['.js', '.css'].includes(extname(name)))
    .map((name) => join(dist, name));
}

function sizeOf(path: string): Size {
  const content = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    plain: content.length / 1000,
    gzip: gzipSync(content, { level: 9 }).length / 1000,
    brotli: brotliCompressSync(content, { params }).length / 1000,
  };
}

const sum = (sizes: readonly Size[]): Size =>
  sizes.reduce(
    (total, { plain, gzip, brotli }) => ({
      plain: total.plain + plain,
      gzip: total.gzip + gzip,
      brotli: total.brotli + brotli,
    }),
    { plain: 0, gzip: 0, brotli: 0 },
  );

const figuresOf = (label: string, { plain, gzip, brotli }: Size): Figure[] => [
  { label: `${label}, plain`, unit: 'kB', values: [plain] },
  { label: `${label}, gzip`, unit: 'kB', values: [gzip] },
  { label: `${label}, brotli`, unit: 'kB', values: [brotli] },
];
