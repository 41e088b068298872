import { type Finding, isTest, isTestHelper, type Rule, type SourceFile } from './sources.ts';

const SERVER = 'apps/server/src/';
/** Names every module of the core. */
const ROOT = `${SERVER}runtime/modules.ts`;
const SHIPPED = `${SERVER}figures/figures.ts`;
/** Where handlers are; the kernel decides nothing that is worth money. */
const HANDLERS = /^apps\/server\/src\/(?:(?:authority|ledger|money|operator|people|products)\/|runtime\/modules\.ts$)/;
/** What is offered first. It goes into the log by the defining commands, as terms. */
const FIRST_OFFERS = /\/products\/\w+\/(?:offer|largest-gap)\.ts$/;
const CONSTANT =
  /^(?:export )?const ([A-Z][A-Z0-9_]*)\b[^=]* = (?:'\d[\d.]*'|\(?-?\d|rateOf\(|amountOf\(|wholeUnits\()/;
/** Units, and how much is looked at per turn or kept in memory: no entry depends on them. */
const TECHNICAL =
  /^(?:(?:MINUTE|HOUR|DAY)_MS|ONE|CENTS|CENT_DECIMALS|STALE_SLACK|\w+_PER_ROUND|\w+_AT_ONCE|BAND_\w+|\w+_IN_MEMORY)$/;
/** Fixed by the version of the rules: whoever changes one of these raises it. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  'ledger/handlers.ts': ['RULES'],
  'money/funding/steps.ts': ['STEPS_MAX'],
  'operator/terms/fields.ts': ['PERIODS_MAX', 'TIERS_MAX', 'SPACING_PPM_MAX'],
  'products/spot/terms.ts': ['FILLS_SHOWN_MAX'],
};

/** Everything that handlers are made of: what the modules of the core import, and so on. */
function reached(files: readonly SourceFile[]): readonly SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const waiting = [ROOT];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !path.startsWith(SERVER)) continue;
    seen.add(path);
    waiting.push(...(byPath.get(path)?.imports ?? []).flatMap(({ target }) => target ?? []));
  }
  return [...seen].flatMap((path) => byPath.get(path) ?? []).filter(({ path }) => HANDLERS.test(path) && !isTest(path));
}

/**
 * A constant that a handler decides by changes how old logs replay once it is edited: figures are
 * read from the log.
 */
export const figuresFromTheLog: Rule = {
  name: 'handlers read figures from the log',
  check: (files) => reached(files).flatMap((file) => [...ownConstants(file), ...shippedFigures(file)]),
};

const ownConstants = ({ path, lines }: SourceFile): Finding[] =>
  FIRST_OFFERS.test(path)
    ? []
    : lines.flatMap((text, index) => {
        const name = CONSTANT.exec(text)?.[1];
        const isFixed = name !== undefined && FIXED[path.slice(SERVER.length)]?.includes(name) === true;
        if (name === undefined || isFixed || TECHNICAL.test(name)) return [];
        return [{ path, line: index + 1, message: `${name}: make it a figure (figures/figures.ts)` }];
      });

const shippedFigures = ({ path, imports }: SourceFile): Finding[] =>
  imports
    .filter(({ target }) => target === SHIPPED)
    .map(({ line }) => ({ path, line, message: 'shipped figures are not in force yet: read figureOf(state, …)' }));

/** Where a parameter or figure is declared, one a line. */
const DECLARED: { readonly [path: string]: RegExp } = {
  'packages/api/src/operator/parameters.ts': /^ {2}'([\w.]+)': \{/,
  'apps/server/src/figures/figures.ts': /^ {2}readonly '([\w.]+)': /,
};
/** The folder of figures lists all of them, whether or not anything reads them. */
const READER = /^apps\/server\/src\/(?!figures\/).*\.ts$/;

/** An operator may change a parameter and see nothing change if no code reads it. */
export const figuresRead: Rule = {
  name: 'every parameter and figure is read',
  check(files) {
    const readers = files.filter(({ path }) => READER.test(path) && !isTest(path) && !isTestHelper(path));
    const named = new Set(readers.flatMap(({ text }) => [...text.matchAll(/'(\w+\.[\w.]+)'/g)].map(([, key]) => key)));
    return files.flatMap(({ path, lines }) =>
      lines.flatMap((text, index) => {
        const key = DECLARED[path]?.exec(text)?.[1];
        return key === undefined || named.has(key) ? [] : [{ path, line: index + 1, message: `nothing reads ${key}` }];
      }),
    );
  },
};
