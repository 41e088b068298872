import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { closure } from './chunks.ts';

interface Budget {
  readonly page: string;
  /** What is usable with it, in the printed list. */
  readonly name: string;
  /** Modules needed besides the entry; each must be found, or the budget would check nothing. */
  readonly needs: RegExp;
  readonly limitKb: number;
  /** Prints no list of chunks: another budget has. */
  readonly isBrief?: boolean;
  /** Chunks by name that must do without others, which every page would fetch along with them. */
  readonly apart?: readonly (readonly [chunk: string, from: string])[];
}

/**
 * Prints the size of each chunk and fails the build if the JavaScript of a first page (entry,
 * route, its texts and everything they import statically) exceeds `limitKb` after gzip.
 */
export function sizeBudget(options: Budget): Plugin {
  return {
    name: 'glasshouse:size-budget',
    apply: 'build',
    generateBundle(_output, bundle) {
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(options.page));
      if (entry === undefined) throw new Error(`the bundle has no entry for ${options.page}`);
      const first = chunks.filter((chunk) => chunk.moduleIds.some((id) => options.needs.test(id)));
      if (first.length === 0) throw new Error(`no chunk holds ${options.needs}: the size budget would check nothing`);

      for (const [name, from] of options.apart ?? []) {
        const roots = chunks.filter((chunk) => chunk.name === name);
        if (roots.length === 0) throw new Error(`the bundle has no chunk ${name}`);
        if (closure(roots, chunks).some((chunk) => chunk.name === from)) this.error(`${name} takes ${from} along`);
      }

      const needed = closure([entry, ...first], chunks);
      const total = needed.reduce((sum, chunk) => sum + weigh(chunk), 0);
      const lines = (options.isBrief === true ? [] : chunks)
        .map((chunk) => ({ chunk, kb: weigh(chunk) }))
        .sort((left, right) => right.kb - left.kb)
        .map(
          ({ chunk, kb }) => `${needed.includes(chunk) ? '*' : ' '} ${kb.toFixed(1).padStart(7)} kB  ${chunk.fileName}`,
        );
      if (0 < lines.length)
        console.log(`\nJavaScript after gzip (* is needed before the ${options.name} is usable)\n${lines.join('\n')}`);
      console.log(`${options.name}: ${total.toFixed(1)} kB of ${options.limitKb} kB\n`);
      if (options.limitKb < total)
        this.error(`the ${options.name} needs ${total.toFixed(1)} kB, the budget is ${options.limitKb} kB`);
    },
  };
}

const weigh = (chunk: Rolldown.OutputChunk): number => gzipSync(chunk.code, { level: 9 }).length / 1000;
