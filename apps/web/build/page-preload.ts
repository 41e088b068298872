import type { Plugin, Rolldown } from 'vite';

/** A page that many people come to first: what it needs is fetched beside the entry instead of after it. */
interface EarlyPage {
  /** The file whose name the gateway serves for the page's path; the home page has the app's own. */
  readonly file: string;
  /** Modules whose chunks it cannot be drawn without; each must be found, or a file that was renamed would come late in silence. */
  readonly modules: readonly RegExp[];
}

/**
 * On a phone that saves the home page a quarter of a second, and the page of a market, whose chart comes in a third step,
 * more than a second. Words are the English ones: other readers fetch theirs as the entry starts. The text face is not
 * among them: its 48 kB would be a quarter of a second between the visitor and the prices, and the face that stands in has its measures.
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

/** Writes a page for each of them, with links to what it needs. */
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
    // A module that was put into a file with others is imported through a file of its own that holds nothing but its names.
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
  // What the entry itself needs is in the page already.
  const missing = (name: string): boolean => !of.html.includes(`/${name}"`);
  return [
    ...[...names].filter(missing).map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...[...styles].filter(missing).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
  ];
}
