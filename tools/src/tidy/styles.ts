import { type Finding, isAllowed, type Rule, type SourceFile } from './sources.ts';

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

/** How a component uses a module of styles: the classes, and whether it computes further ones. */
interface Use {
  readonly file: SourceFile;
  readonly name: string;
  readonly classes: readonly string[];
  readonly computes: boolean;
}

/** A class that its module lacks is `undefined`, and the element is drawn without it. */
export const moduleClasses: Rule = {
  name: 'components and their styles name the same classes',
  check(files) {
    const modules = new Map(files.filter(({ path }) => path.endsWith('.module.css')).map((file) => [file.path, file]));
    const uses = Map.groupBy(
      files.flatMap((file) => usesIn(file, modules)),
      ({ styles }) => styles,
    );
    return [...uses].flatMap(([styles, found]) => [
      ...found.flatMap(({ use }) => missingClasses(use, classesIn(styles))),
      ...unusedClasses(
        styles,
        found.map(({ use }) => use),
      ),
    ]);
  },
};

const classesIn = ({ text }: SourceFile): ReadonlySet<string> =>
  new Set(namesIn(text.replaceAll(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'/g, ''), /\.([A-Za-z_][\w-]*)/g));

function usesIn(
  file: SourceFile,
  modules: ReadonlyMap<string, SourceFile>,
): readonly { readonly styles: SourceFile; readonly use: Use }[] {
  return file.imports.flatMap(({ target, line }) => {
    const styles = modules.get(target ?? '');
    const name = /import (\w+) from/.exec(file.lines[line - 1] ?? '')?.[1];
    if (styles === undefined || name === undefined) return [];
    const classes = namesIn(file.text, classesOf(name));
    // Also where the whole object is handed on.
    const computes = new RegExp(`(?<!import )\\b${name}(?:\\[|[,;)}]|$)`, 'm').test(file.text);
    return [{ styles, use: { file, name, classes, computes } }];
  });
}

/** Not `account:styles.text`, nor `./styles.module.css`. */
const classesOf = (name: string): RegExp => new RegExp(`(?<![\\w.:/'-])${name}\\.(\\w+)`, 'g');

const missingClasses = ({ file, name, classes }: Use, defined: ReadonlySet<string>): Finding[] =>
  [...new Set(classes)]
    .filter((className) => !defined.has(className))
    .flatMap((className) => {
      const index = file.lines.findIndex((text) => new RegExp(`\\b${name}\\.${className}\\b`).test(text));
      return isAllowed(file, index)
        ? []
        : [{ path: file.path, line: index + 1, message: `its styles have no class ${className}` }];
    });

function unusedClasses(styles: SourceFile, uses: readonly Use[]): Finding[] {
  if (uses.some(({ computes }) => computes)) return [];
  const used = new Set(uses.flatMap(({ classes }) => classes));
  return [...classesIn(styles)]
    .filter((className) => !used.has(className))
    .map((className) => ({
      path: styles.path,
      line: 1 + styles.lines.findIndex((text) => text.includes(`.${className}`)),
      message: `nothing uses the class ${className}`,
    }));
}

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

function findingsOf({ path, lines }: SourceFile, isDefined: (name: string) => boolean): Finding[] {
  return lines.flatMap((text, index) => {
    const line = index + 1;
    const unknown = namesIn(text, /var\((--[\w-]+)/g).filter((name) => !IN_PARTS.test(name) && !isDefined(name));
    return unknown.map((name) => ({ path, line, message: `${name} is defined nowhere` }));
  });
}
