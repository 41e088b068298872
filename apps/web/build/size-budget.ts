import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { closure, HOME_CHUNK } from './chunks.ts';

/**
 * Prints the size of each chunk and fails the build if the JavaScript of the home list (entry, home
 * route, its texts and everything they import statically) exceeds `limitKb` after gzip.
 */
export function sizeBudget(options: { page: string; limitKb: number }): Plugin {
  return {
    name: 'glasshouse:size-budget',
    apply: 'build',
    generateBundle(_output, bundle) {
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(options.page));
      if (entry === undefined) throw new Error(`the bundle has no entry for ${options.page}`);
      const home = chunks.filter((chunk) => chunk.moduleIds.some((id) => HOME_CHUNK.test(id)));
      if (home.length === 0) throw new Error('no chunk holds the home page: the size budget would check nothing');

      const needed = closure([entry, ...home], chunks);
      const total = needed.reduce((sum, chunk) => sum + weigh(chunk), 0);
      const lines = chunks
        .map((chunk) => ({ chunk, kb: weigh(chunk) }))
        .sort((left, right) => right.kb - left.kb)
        .map(
          ({ chunk, kb }) => `${needed.includes(chunk) ? '*' : ' '} ${kb.toFixed(1).padStart(7)} kB  ${chunk.fileName}`,
        );
      console.log(`\nJavaScript after gzip (* is needed before the home list is usable)\n${lines.join('\n')}`);
      console.log(`home: ${total.toFixed(1)} kB of ${options.limitKb} kB\n`);
      if (options.limitKb < total)
        this.error(`the home page needs ${total.toFixed(1)} kB, the budget is ${options.limitKb} kB`);
    },
  };
}

const weigh = (chunk: Rolldown.OutputChunk): number => gzipSync(chunk.code, { level: 9 }).length / 1000;
