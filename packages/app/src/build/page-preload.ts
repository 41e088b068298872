import type { Plugin, Rolldown } from 'vite';

/**
 * A frequent landing page: what it needs is fetched in parallel with the entry instead of after it.
 */
interface EarlyPage {
  /** The file that the server sends for the page's path; the home page has the app's own. */
  readonly file: string;
  /**
   * Modules whose chunks the page needs to render. Each must be found: after a rename, a missing
   * one would silently load late.
   */
  readonly modules: readonly RegExp[];
}

/** The app, which every page needs behind its first script. */
const APP = /web\/src\/main\.tsx$/;

/**
 * On a phone this saves the home page a quarter of a second and the market page, whose chart loads
 * in a third step, more than a second. The texts are English: other readers fetch theirs as the
 * entry starts. The web font is not included: its 48 kB would delay the prices by a quarter of a
 * second, and the fallback font has the same metrics.
 */
const PAGES: readonly EarlyPage[] = [
  {
    file: 'index.html',
    modules: [/features\/home\/home-page\.tsx$/, /messages\/en\/(common|shell|home|market)\.json$/],
  },
  {
    file: 'cruuency.html',
    modules: [
      /features\/trade\/workspace\/instrument-page\.tsx$/,
      /ui\/src\/chart\/engine\.ts$/,
      /api\/src\/call-table\.ts$/,
      /messages\/en\/(common|shell|market|trade|workspace|alerts|errors)\.json$/,
    ],
  },
  {
    file: 'market.html',
    modules: [
      /features\/markets\/market-page\.tsx$/,
      /api\/src\/call-table\.ts$/,
      /messages\/en\/(common|shell|market|trade|alerts|errors)\.json$/,
    ],
  },
  {
    file: 'pass/login.html',
    modules: [
      /features\/auth\/login-page\.tsx$/,
      /api\/src\/call-table\.ts$/,
      /messages\/en\/(common|shell|account|signin|errors)\.json$/,
    ],
  },
  {
    file: 'help.html',
    modules: [
      /features\/help\/help-page\.tsx$/,
      /api\/src\/call-table\.ts$/,
      /messages\/en\/(common|shell|help|guide|errors)\.json$/,
    ],
  },
  // Every other path: nothing of a page that it is not.
  { file: 'other.html', modules: [/messages\/en\/(common|shell)\.json$/] },
];

/**
 * Writes a page for each, with preload links. Those of the page itself are marked: where the server
 * paints it, they wait for its first price.
 */
export function pagePreload(): Plugin {
  return {
    name: 'glasshouse:page-preload',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('the bundle has no index.html');
        const html = String(index.source);
        const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
        for (const { file, modules } of PAGES) {
          const links = linksOf(chunks, { modules: [APP, ...modules], html }).join('\n    ');
          const source = html.replace('</head>', `${links}\n  </head>`);
          if (file === 'index.html') index.source = source;
          else this.emitFile({ type: 'asset', fileName: file, source });
        }
      },
    },
  };
}

function linksOf(
  chunks: readonly Rolldown.OutputChunk[],
  page: { modules: readonly RegExp[]; html: string },
): string[] {
  const roots = page.modules.flatMap((module) => {
    // A module grouped into a shared chunk is imported through a facade chunk that only holds its
    // exports.
    const found = chunks.filter((chunk) =>
      [chunk.facadeModuleId ?? '', ...chunk.moduleIds].some((id) => module.test(id)),
    );
    if (found.length === 0) throw new Error(`no chunk holds ${module}`);
    return found;
  });
  const names = new Set<string>();
  const styles = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (names.has(chunk.fileName)) return;
    names.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported !== undefined) visit(imported);
    }
  };
  for (const root of roots) visit(root);
  // The page already links what the entry needs.
  const missing = (name: string): boolean => !page.html.includes(`/${name}"`);
  return [
    ...[...names].filter(missing).map((name) => `<link rel="modulepreload" data-page crossorigin href="/${name}">`),
    ...[...styles].filter(missing).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
  ];
}
