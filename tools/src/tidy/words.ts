import { bindingNames } from './binding-names.ts';
import { glossary } from './glossary.ts';
import { findLines, isTest, isTestHelper, type Rule, type SourceFile } from './sources.ts';

const isCode = ({ path }: SourceFile) => /\.(ts|tsx|mjs|js)$/.test(path);
const isProduct = (file: SourceFile) => isCode(file) && !isTest(file.path) && !isTestHelper(file.path);

/** Assembled from halves so that this file does not match itself. */
const UNFINISHED = new RegExp(
  ['\\bTO', 'DO\\b|\\bFIX', 'ME\\b|\\bHA', 'CK\\b|coming', ' soon|lorem ', 'ipsum|^(?:<{7}|>{7}) '].join(''),
  '',
);

const unfinished: Rule = {
  name: 'nothing is marked as unfinished',
  check: (files) =>
    files
      .filter((file) => !file.path.endsWith('.json'))
      .flatMap((file) => findLines(file, UNFINISHED, (match) => `"${match[0]}"`)),
};

const environment: Rule = {
  name: 'only config.ts reads the environment',
  check: (files) =>
    files
      .filter(
        (file) =>
          isProduct(file) && /^(apps\/server|packages)\//.test(file.path) && file.path !== 'apps/server/src/config.ts',
      )
      // Passing the whole environment to `readConfig` is allowed.
      .flatMap((file) => findLines(file, /process\.env(?!\))/, () => 'process.env')),
};

/** Pure code: a replay of the log must give the same results. */
const PURE = /^(packages\/rules\/src\/|apps\/server\/src\/(kernel|trading|ledger|products|money|people\/alerts)\/)/;
const ADAPTERS = /\/(sequencer|queries|routes|job|postgres-store)\.ts$/;

const clocks: Rule = {
  name: 'time and randomness are arguments',
  check: (files) =>
    files
      .filter((file) => isProduct(file) && PURE.test(file.path) && !ADAPTERS.test(file.path))
      .flatMap((file) =>
        findLines(
          file,
          /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/,
          (match) => `${match[0]}…`,
        ),
      ),
};

const MONEY = PURE;
const MONEY_WORDS = '[\\w.?!\\[\\]]*(?:amount|balance|stake|payout|fee|price|refund|reserve|pool)[\\w.?!\\[\\]]*';
const FLOAT = new RegExp(
  `\\bparseFloat\\(|\\.toFixed\\(|\\bNumber\\(\\s*${MONEY_WORDS}\\s*\\)|\\bMath\\.(?:round|floor|ceil|trunc)\\(\\s*${MONEY_WORDS}`,
  'i',
);

const floats: Rule = {
  name: 'money is never a floating-point number',
  check: (files) =>
    files
      .filter((file) => isProduct(file) && MONEY.test(file.path))
      .flatMap((file) => findLines(file, FLOAT, (match) => `${match[0]}`)),
};

/**
 * Where amounts, rates and prices are calculated. A plain `as Rate` marks where units get their
 * brand; these two also turn one brand into another, past the compiler.
 */
const BRANDED = /^(packages\/rules\/src\/|apps\/server\/src\/(kernel|trading|ledger|products|money)\/)/;
const FORCED = /\bas never\b|\bas (?:unknown|any) as (?:Amount|Price|Rate)\b/;

const brands: Rule = {
  name: 'brands of money are not forced',
  check: (files) =>
    files
      .filter((file) => isProduct(file) && BRANDED.test(file.path))
      .flatMap((file) =>
        findLines(file, FORCED, (match) => (isComment(match.input) ? undefined : `${match[0]}: rules/money converts`)),
      ),
};

const WEB = /^(apps\/(?:web|console)\/src|packages\/(?:app|ui)\/src)\//;
const TOKENS = /\/(tokens|themes?)[^/]*$|\/(theme|tokens)\//;
const COLOUR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?!-)|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(\s*[\d.]/i;

const colours: Rule = {
  name: 'colours come from tokens',
  check: (files) =>
    files
      .filter(
        (file) =>
          WEB.test(file.path) && /\.(css|ts|tsx)$/.test(file.path) && !TOKENS.test(file.path) && !isTest(file.path),
      )
      .flatMap((file) => findLines(file, COLOUR, (match) => (isFragment(match) ? undefined : `${match[0]}…`))),
};

/** `href="#abc"` and `url(#abc)` are fragments, not colours. */
function isFragment(match: RegExpExecArray): boolean {
  return /(href=["'{`]+|url\(["']?|id=["'])$/.test(match.input.slice(0, match.index));
}

/** Names that are the same in every language. */
const NAMES = /^(Glasshouse|USDT|PostgreSQL|[A-Z]{1,5}|[\d\s.,:;%+–—/|()·×…-]*)$/;
const TEXT_BETWEEN_TAGS = />([^<>{}=;()`]*\p{L}{2,}[^<>{}=;`]*)<\//u;
const TEXT_ALONE = /^\s+(\p{Lu}[\p{L}’']* [\p{L}’', .!?-]{3,})$/u;
const TEXT_ATTRIBUTE = /\s(?:placeholder|aria-label|title|alt|label)="([^"]*\p{L}{2,}[^"]*)"/u;

const untranslated: Rule = {
  name: 'words on screen are translated',
  check: (files) =>
    files
      // The component gallery is for developers, not part of the product.
      .filter(
        (file) => WEB.test(file.path) && file.path.endsWith('.tsx') && !isTest(file.path) && !/gallery/.test(file.path),
      )
      .flatMap((file) =>
        [TEXT_BETWEEN_TAGS, TEXT_ALONE, TEXT_ATTRIBUTE].flatMap((pattern) =>
          findLines(file, pattern, (match) =>
            isWords(match[1]!) && !isComment(match.input) ? `"${match[1]!.trim()}"` : undefined,
          ),
        ),
      ),
};

function isWords(text: string): boolean {
  return !NAMES.test(text.trim());
}

function isComment(line: string): boolean {
  return /^\s*(\*|\/\/|\/\*)/.test(line);
}

const defaultExports: Rule = {
  name: 'exports have names',
  check: (files) =>
    files
      .filter((file) => isCode(file) && !/\.config\.ts$/.test(file.path))
      .flatMap((file) => findLines(file, /^export default\b/, () => 'export default')),
};

const COMMENT_MAX = 100;
/** Directives, addresses and table rows stay on one line. */
const ONE_LINE = /biome-ignore|tidy-allow|https?:|\/\/ @ts|^\s*\* \|/;

const commentWidth: Rule = {
  name: `comments wrap at ${COMMENT_MAX} columns`,
  check: (files) =>
    files
      .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.includes('.generated.'))
      .flatMap(({ path, lines }) =>
        lines.flatMap((text, index) =>
          COMMENT_MAX < text.length && /^\s*(\*|\/\/|\/\*|\{\/\*)/.test(text) && !ONE_LINE.test(text)
            ? [{ path, line: index + 1, message: `${text.length} columns` }]
            : [],
        ),
      ),
};

/**
 * Spellings of the specification that stay on the wire; in code calls have standard names. Split so
 * that this file does not match itself.
 */
const WIRE_NAMES = [
  ['che', 'dan'],
  ['bu', 'yU'],
  ['sto', 'pU'],
  ['listU', 'Order'],
  ['listBb', 'Order'],
  ['d', 'hQuote'],
  ['listWith', 'drwal'],
  ['getAss', 'estInfo'],
].map((halves) => halves.join(''));
const WIRE_NAME = new RegExp(`\\b(?:${WIRE_NAMES.join('|')})\\b`);

const wireNames: Rule = {
  name: 'wire spellings stay in path fields',
  check: (files) =>
    files
      .filter((file) => isCode(file) && !file.path.includes('.generated.'))
      .flatMap((file) =>
        findLines(file, WIRE_NAME, (match) =>
          /\b(?:path: |get\(|post\()'/.test(match.input) ? undefined : `"${match[0]}"`,
        ),
      ),
};

/** Private vocabulary for which the field has standard terms. */
const PRIVATE_WORD = new RegExp(
  ['\\b(?:', 'de', 'sk|', 'sto', 'ry|sto', 'ries|ri', 'gs?|plan', 'ts?|fur', 'nish\\w*|piece', 'meal)\\b'].join(''),
  'i',
);

const privateWords: Rule = {
  name: 'no private vocabulary',
  check: (files) =>
    files.filter(isCode).flatMap((file) => findLines(splitNames(file), PRIVATE_WORD, (match) => `"${match[0]}"`)),
};

/** Up to the end of the template or string that holds it. Halves, as above. */
const STATEMENT_OF_SESSIONS = new RegExp(['from pg_stat', '_activity\\b[^`";]*'].join(''), 'g');

const SHARED_HELPER = /^(?:apps\/server|packages\/(?:api|rules|i18n))\/.*\/testing\//;
/** At the top of a module: an import runs it, once in the worker that several files share. */
const HOOK_AT_TOP = /^(?:(?:before|after)(?:All|Each)\(|(?:export )?(?:const|let) .* = with[A-Z]\w*\()/;

const hooksInHelpers: Rule = {
  name: 'helpers of tests register hooks in functions',
  check: (files) =>
    files
      .filter(({ path }) => SHARED_HELPER.test(path) && !isTest(path))
      .flatMap((file) => findLines(file, HOOK_AT_TOP, () => 'a file of tests calls it')),
};

/** Several properties or elements on one line, past the formatter. */
const literalSpreads: Rule = {
  name: 'literals are not spread',
  check: (files) =>
    files
      .filter(isCode)
      .flatMap((file) => findLines(file, LITERAL_SPREAD, () => 'a line for each property or element')),
};
/** Of an array only where nothing is made of it first, as by `map`; no pattern of a parameter. */
const LITERAL_SPREAD = new RegExp(['\\.\\.', '\\.(?:\\{|\\[[^\\][]+\\](?!\\s*[.[(:]))'].join(''));

/** A time is too short on a slow machine and too long on every other; a retry hides a race. */
const WAIT = /\bwaitForTimeout\(|\.toPass\(|\bsetTimeout\(|\bsleep\(/;

const waits: Rule = {
  name: 'browser tests wait for states',
  check: (files) =>
    files
      .filter((file) => isCode(file) && file.path.startsWith('e2e/'))
      .flatMap((file) => findLines(file, WAIT, (match) => `${match[0]}…: expect a state that the test steers`)),
};

/** A cluster holds several installations, and the databases of several test files at once. */
const sessionsOfCluster: Rule = {
  name: 'sessions are selected by database',
  check: (files) =>
    files.filter(isCode).flatMap((file) =>
      [...file.text.matchAll(STATEMENT_OF_SESSIONS)]
        .filter(([statement]) => !/\bdatname\b|\bpid (?:=|<>)/.test(statement))
        .map(({ index }) => ({
          path: file.path,
          line: file.text.slice(0, index).split('\n').length,
          message: 'pg_stat_activity without datname',
        })),
    ),
};

/** Splits `depthRoomOf` into `depth Room Of`, so that words are found inside names. */
function splitNames(file: SourceFile): SourceFile {
  return { ...file, lines: file.lines.map((line) => line.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')) };
}

export const WORD_RULES: readonly Rule[] = [
  bindingNames,
  glossary,
  unfinished,
  environment,
  clocks,
  floats,
  brands,
  colours,
  untranslated,
  defaultExports,
  commentWidth,
  wireNames,
  privateWords,
  sessionsOfCluster,
  literalSpreads,
  hooksInHelpers,
  waits,
];
