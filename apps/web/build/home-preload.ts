import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * Fetches the home page's code and its English words beside the entry instead of after it: a quarter of a second on a
 * phone. Other pages pay two kilobytes for it.
 */
const link = (attrs: { rel: string; href: string }): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '' },
  injectTo: 'head',
});
const EARLY = /^assets\/(home-page|home|market|common|shell)-[\w-]+\.js$/;
const ENGLISH = /messages\/en\//;

export function homePreload(): Plugin {
  return {
    name: 'glasshouse:home-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        if (!path.endsWith('index.html')) return [];
        const early = Object.values(bundle ?? {}).filter(
          (item): item is Rolldown.OutputChunk =>
            item.type === 'chunk' &&
            EARLY.test(item.fileName) &&
            item.moduleIds.some((id) => ENGLISH.test(id) || id.endsWith('/home-page.tsx')),
        );
        const styles = new Set(early.flatMap((item) => [...(item.viteMetadata?.importedCss ?? [])]));
        return [
          ...early.map(({ fileName }) => link({ rel: 'modulepreload', href: `/${fileName}` })),
          ...[...styles].map((name) => link({ rel: 'stylesheet', href: `/${name}` })),
        ];
      },
    },
  };
}
