import type { Finding, Rule, SourceFile } from './sources.ts';

/** Sizes of text come with their line height, so only the shorthand takes them. */
const TEXT_SIZE = /font-size:\s*var\((--text-[\w]+)\)/;
const STYLED = /^(?:apps\/\w+|packages\/(?:app|ui))\/.*\.(?:css|tsx?|html)$/;
/** Names that scripts put together: `var(--space-${n})`. */
const IN_PARTS = /-$/;

export const customProperties: Rule = {
  name: 'styles use custom properties that exist',
  check: (files) => {
    const styled = files.filter(({ path }) => STYLED.test(path));
    const defined = new Set(styled.flatMap(({ text }) => namesIn(text, /(--[\w-]+)['"`]?\]?\s*(?::|,\s)/g)));
    // `--pane-${index}` defines every pane.
    const begun = styled.flatMap(({ text }) => namesIn(text, /(--[\w-]+-)\$\{/g));
    const isDefined = (name: string): boolean => defined.has(name) || begun.some((start) => name.startsWith(start));
    return styled.flatMap((file) => findingsOf(file, isDefined));
  },
};

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

function findingsOf({ path, lines }: SourceFile, isDefined: (name: string) => boolean): Finding[] {
  return lines.flatMap((text, index) => {
    const line = index + 1;
    const unknown = namesIn(text, /var\((--[\w-]+)/g).filter((name) => !IN_PARTS.test(name) && !isDefined(name));
    const size = TEXT_SIZE.exec(text)?.[1];
    return [
      ...unknown.map((name) => ({ path, line, message: `${name} is defined nowhere` })),
      ...(size === undefined ? [] : [{ path, line, message: `${size} is a size and a line height: use font` }]),
    ];
  });
}
