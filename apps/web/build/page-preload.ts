import type { Plugin, Rolldown } from 'vite';

/** A page that many visitors land on: what it needs is fetched in parallel with the entry. */
interface EarlyPage {
  /** The file the server sends for the page's path; the home page is the app's own. */
  readonly file: string;
  /**
   * Modules the page cannot render without. Each must be found, or a renamed file would silently
   * load late.
   */
  readonly modules: readonly RegExp[];
}

/**
 * Saves a phone a quarter of a second on the home page and more than a second on a market page,
 * whose chart is a third step. Texts are the English ones; other languages are fetched as the entry
 * starts. The font is left out: its 48 kB would put a quarter of a second between the visitor and
 * the prices, and the fallback face has its metrics.
 */
const PAGES: readonly EarlyPage[] = [
  {
    file: 'index.html',
    modules: [/features\/home\/home-page\.tsx$/, /messages\/en\/(common|shell|home|market)\.json$/],
  },
  {
    file: 'cruuency.html',
    modules: [
      /features\/trade\/instrument-page\.tsx$/,
      /ui\/src\/chart\/engine\.ts$/,
      /messages\/en\/(common|shell|market|trade|workspace|alerts|errors)\.json$/,
    ],
  },
];

/** Writes one HTML file per page, with links to what it needs. */
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
          const links = linksOf(chunks, { modules, html }).join('\n    ');
          const source = html.replace('</head>', `${links}\n  </head>`);
          if (file === 'index.html') index.source = source;
          else this.emitFile({ type: 'asset', fileName: file, source });
        }
      },
    },
  };
}

function linksOf(chunks: readonly Rolldown.OutputChunk[], of: { modules: readonly RegExp[]; html: string }): string[] {
  const roots = of.modules.flatMap((module) => {
    // A module merged into a shared chunk is also reachable through a facade chunk of its own.
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
  // The HTML already links what the entry needs.
  const missing = (name: string): boolean => !of.html.includes(`/${name}"`);
  return [
    ...[...names].filter(missing).map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...[...styles].filter(missing).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
  ];
}
