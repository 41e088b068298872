import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const MESSAGES = /packages\/i18n\/src\/messages\/([a-z]+)\/[a-z]+\.json$/;

/**
 * Fails the build if a file of texts exceeds `limitKb` after gzip, or holds two languages: visitors
 * would wait for words that they do not read.
 */
export function languageBudget({ limitKb }: { readonly limitKb: number }): Plugin {
  return {
    name: 'glasshouse:language-budget',
    apply: 'build',
    generateBundle(_output, bundle) {
      let most = { kb: 0, fileName: '' };
      for (const item of Object.values(bundle)) {
        if (item.type !== 'chunk') continue;
        const languages = new Set(item.moduleIds.flatMap((id) => MESSAGES.exec(id)?.[1] ?? []));
        if (languages.size === 0) continue;
        const kb = gzipSync(item.code, { level: 9 }).length / 1000;
        if (most.kb < kb) most = { kb, fileName: item.fileName };
        if (1 < languages.size) this.error(`${item.fileName} holds ${[...languages].join(' and ')}`);
      }
      if (most.kb === 0) throw new Error('no chunk holds texts: the language budget would check nothing');
      if (limitKb < most.kb) this.error(`${most.fileName} is ${most.kb.toFixed(1)} kB, the budget is ${limitKb} kB`);
      console.log(`largest file of texts: ${most.fileName}, ${most.kb.toFixed(1)} kB of ${limitKb} kB`);
    },
  };
}
