import type { Plugin } from 'vite';

/** Preloads the Latin cut of the text face, so that the first paint with text is already in its final shape. */
export function fontPreload(): Plugin {
  return {
    name: 'glasshouse:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-[^e].*\.woff2$/.test(name));
        if (font === undefined) return [];
        // Low: the fallback has the same measures, so words may come before their final face, but not after it.
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${font}`,
          crossorigin: '',
          fetchpriority: 'low',
        };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
