import type { Finding, Rule, SourceFile } from './sources.ts';

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

/** Where the roles are defined. */
const ROLES = /\/(tokens|base|fonts)\.css$/;
const OWN_SIZE = /\bfont(?:-size)?:[^;]*[\d.]+(?:rem|px)/;

/** A role has its weight and its line height; a size of its own would be a seventh role. */
export const textRoles: Rule = {
  name: 'text has one of the roles',
  check: (files) =>
    files
      .filter(({ path }) => STYLED.test(path) && path.endsWith('.css') && !ROLES.test(path))
      .flatMap(({ path, lines }) =>
        lines.flatMap((text, index) =>
          OWN_SIZE.test(text) ? [{ path, line: index + 1, message: `${text.trim()} is no role: use --type-…` }] : [],
        ),
      ),
};

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

function findingsOf({ path, lines }: SourceFile, isDefined: (name: string) => boolean): Finding[] {
  return lines.flatMap((text, index) => {
    const line = index + 1;
    const unknown = namesIn(text, /var\((--[\w-]+)/g).filter((name) => !IN_PARTS.test(name) && !isDefined(name));
    return unknown.map((name) => ({ path, line, message: `${name} is defined nowhere` }));
  });
}
