import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSource, type Rule } from './tidy/sources.ts';
import { STRUCTURE_RULES } from './tidy/structure.ts';
import { TEXT_RULES } from './tidy/texts.ts';
import { WORD_RULES } from './tidy/words.ts';

/**
 * One row per case: rule, file, text, and whether it is a finding. Every rule has both outcomes.
 */
const RULES: readonly Rule[] = [...STRUCTURE_RULES, ...TEXT_RULES, ...WORD_RULES];
const KERNEL = 'apps/server/src/kernel/core/apply.ts';
const MODULES = 'apps/server/src/runtime/modules.ts';
const OPTIONS = 'apps/server/src/products/options/buy.ts';
const CONTRACTS = 'apps/server/src/products/contracts/open.ts';
const HELPER = 'apps/server/src/support/testing/x.ts';
const SPOT = 'apps/server/src/products/spot/match.ts';
const TRADE = 'apps/web/src/features/trade/ticket.tsx';
const STYLES = 'packages/ui/src/controls/field.module.css';
const BROWSER_TEST = 'e2e/src/tests/spot.spec.ts';
const PARAMETERS = 'packages/api/src/operator/parameters.ts';
const FIGURES = 'apps/server/src/figures/figures.ts';
const CODES = 'packages/api/src/codes.ts';
const CATALOGUE = 'packages/i18n/src/messages/en/common.json';
const SESSIONS = ['`select from pg_stat', '_activity'].join('');
const GLOSSARY = 'exported names use the words of the glossary';
/** Read beside the file of a row by the rule of that name alone. */
const TERMS = parseSource('docs/glossary.md', '| fee | what the house charges | `commission`, `toll` |');
const CLASSES = 'components and their styles name the same classes';
const TICKET_STYLES = `import styles from './ticket.module.css';`;
/** The styles of the component in a row of that rule. */
const ROW_STYLES = parseSource('apps/web/src/features/trade/ticket.module.css', '/* .old */\n.row { inset: 0.5rem; }');
const note = (...halves: string[]) => `// ${halves.join('')}: later`;

const rows: readonly (readonly [rule: string, path: string, text: string, found: boolean])[] = [
  ['imports run one way', KERNEL, `import { x } from '../../products/options/buy.ts';`, true],
  ['imports run one way', KERNEL, `import { x } from '../../market-data/tape/codec.ts';`, true],
  ['imports run one way', KERNEL, `import { x } from '../../trading/offers.ts';`, true],
  ['imports run one way', KERNEL, `import { x } from '../verify/replay.ts';`, true],
  ['imports run one way', 'apps/server/src/kernel/verify/verify.ts', `import { x } from '../core/state.ts';`, false],
  ['imports run one way', KERNEL, `import { x } from '../../platform/postgres.ts';`, false],
  ['imports run one way', KERNEL, `import { x } from '@glasshouse/rules/money';`, false],
  ['imports run one way', OPTIONS, `import { x } from '../spot/rows.ts';`, true],
  ['imports run one way', OPTIONS, `import { x } from '../../people/auth/users.ts';`, true],
  ['imports run one way', OPTIONS, `import { x } from '../../ledger/accounts.ts';`, false],
  ['imports run one way', OPTIONS, `import { x } from '../../money/fee-tiers/slice.ts';`, false],
  ['imports run one way', OPTIONS, `import { x } from './rows.ts';`, false],
  ['imports run one way', OPTIONS, `import { x } from '../../config.ts';`, true],
  ['imports run one way', OPTIONS, `const x = await import('../../http/server.ts');`, true],
  ['imports run one way', 'apps/server/src/gateway/server.ts', `import { x } from '../platform/clock.ts';`, true],
  ['imports run one way', 'packages/rules/src/money.ts', `import { x } from '@glasshouse/server/config';`, true],
  ['imports run one way', 'apps/server/src/main.ts', `import { x } from './products/options/buy.ts';`, false],
  ['imports run one way', TRADE, `import { x } from '../../app/routes.tsx';`, true],
  ['imports run one way', TRADE, `import { x } from '../../parts/ticket/x.ts';`, false],
  ['imports run one way', 'apps/web/src/parts/ticket/x.ts', `import { x } from '../orders/x.ts';`, true],
  ['imports run one way', 'apps/console/src/queue/x.ts', `import { x } from '@glasshouse/${'web'}/api/client';`, true],
  ['imports run one way', 'packages/trade/src/x.ts', `import { x } from '@glasshouse/${'ui'}/lib/x';`, true],
  ['no import cycles', KERNEL, `import { x } from './apply.ts';`, true],
  ['no import cycles', KERNEL, `import { x } from './batch.ts';`, false],
  ['handlers read figures from the log', MODULES, 'const OPEN_MAX = 100;', true],
  ['handlers read figures from the log', MODULES, `const FEE = rateOf('0.002');`, true],
  ['handlers read figures from the log', MODULES, `import { SHIPPED } from '../figures/figures.ts';`, true],
  ['handlers read figures from the log', MODULES, 'const DAY_MS = 86_400_000;', false],
  ['handlers read figures from the log', 'apps/server/src/money/routes.ts', 'const OPEN_MAX = 100;', false],
  [
    'every parameter and figure is read',
    PARAMETERS,
    `  'loan.gone_days': { kind: days(7), default: 3, money: true },`,
    true,
  ],
  ['every parameter and figure is read', FIGURES, `  readonly 'loans.goneMax': number;`, true],
  ['every parameter and figure is read', FIGURES, `/** Of 'loans.goneMax'. */`, false],
  ['every export is used', KERNEL, 'export const unheardOf = 1;', true],
  ['every export is used', KERNEL, 'export const known = 1;\nconst twice = known * 2;', false],
  ['every code is sent or shown', CODES, `  gone: { number: 11999, stage: 'terms' },`, true],
  [
    'every code is sent or shown',
    CODES,
    `  // tidy-allow: the specification has it\n  gone: { number: 11999, stage: 'terms' },`,
    false,
  ],
  ['imports run one way', TRADE, `import { x } from '../wallet/page.tsx';`, true],
  ['imports run one way', TRADE, `import { x } from './size.ts';`, false],
  ['imports run one way', 'apps/web/src/parts/market/x.ts', `import { x } from '../../features/trade/x.ts';`, true],
  ['imports run one way', 'apps/web/src/app/routes.tsx', `import('../features/trade/x.tsx')`, false],
  ['relative paths stay inside a package', KERNEL, `import { x } from '../../../../../packages/rules/src/x.ts';`, true],
  ['relative paths stay inside a package', KERNEL, `import { x } from '../../products/options/types.ts';`, false],
  ['files have kebab-case names', 'apps/server/src/kernel/core/minHeap.ts', '', true],
  ['files have kebab-case names', 'apps/server/src/kernel/core/min-heap.ts', '', false],
  ['a role of a file has one name', 'apps/server/src/products/spot/wire.ts', '', true],
  ['a role of a file has one name', 'apps/server/src/people/alerts/order.ts', '', true],
  ['a role of a file has one name', 'apps/server/src/products/spot/view.ts', '', false],
  ['a role of a file has one name', 'packages/api/src/calls/order.ts', '', false],
  ['files over 450 lines say why', KERNEL, 'x\n'.repeat(451), true],
  ['files over 450 lines say why', KERNEL, `// long: one table\n${'x\n'.repeat(450)}`, false],
  ['files over 450 lines say why', KERNEL, 'x\n'.repeat(450), false],
  ['every file is used', KERNEL, 'export const x = 1;', true],
  ['every file is used', 'apps/server/src/kernel/core/apply.test.ts', '', false],
  ['styles use custom properties that exist', STYLES, '.a { color: var(--gone); }', true],
  ['styles use custom properties that exist', STYLES, '.a { --here: 1px; inset: var(--here); }', false],
  [CLASSES, TRADE, `${TICKET_STYLES}\n<b className={styles.gone}><i className={styles.row} /></b>`, true],
  [CLASSES, TRADE, `${TICKET_STYLES}\n<b />`, true],
  [CLASSES, TRADE, `${TICKET_STYLES}\n<b className={styles.row}>{t('trade:styles.gone')}</b>`, false],
  [CLASSES, TRADE, `${TICKET_STYLES}\n<b className={styles[tone]} />`, false],
  ['text has one of the roles', STYLES, '.a { font-size: 0.13rem; }', true],
  ['text has one of the roles', STYLES, '.a { font: 600 13px/20px serif; }', true],
  ['text has one of the roles', STYLES, '.a { font: var(--type-data); font-size: 0.9em; }', false],
  ['documents name files that exist', 'docs/a.md', 'See `kernel/gone.ts`.', true],
  ['documents name files that exist', 'docs/a.md', 'See `apps/server/src/gone`.', true],
  ['documents name files that exist', 'docs/a.md', 'See [the map](gone.md).', true],
  ['documents name files that exist', 'docs/a.md', 'See [this page](a.md), `npm test` and `a/b.json`.', false],
  ['packages declare what they import', 'tools/package.json', '{"dependencies":{"gone":"1.0.0"}}', true],
  ['packages declare what they import', 'tools/package.json', '{"dependencies":{"@types/x":"*"}}', true],
  ['packages declare what they import', 'tools/package.json', '{"dependencies":{"@types/x":"1.0.0"}}', false],
  ['nothing is marked as unfinished', KERNEL, note('TO', 'DO'), true],
  ['nothing is marked as unfinished', KERNEL, note('FIX', 'ME'), true],
  ['nothing is marked as unfinished', KERNEL, `${'<'.repeat(7)} HEAD`, true],
  ['nothing is marked as unfinished', KERNEL, note('Todos', ' are not marks'), false],
  ['only config.ts reads the environment', KERNEL, 'const x = process.env.HOME;', true],
  ['only config.ts reads the environment', 'apps/server/src/config.ts', 'const x = process.env.HOME;', false],
  ['only config.ts reads the environment', 'apps/server/src/main.ts', 'readConfig(process.env)', false],
  ['helpers of tests register hooks in functions', HELPER, 'afterAll(close);', true],
  ['helpers of tests register hooks in functions', HELPER, 'export const database = withTestDatabase();', true],
  ['helpers of tests register hooks in functions', HELPER, 'export function open() {\n  afterAll(close);\n}', false],
  ['literals are not spread', KERNEL, `const x = { a, ..${'.{'} b, c } };`, true],
  ['literals are not spread', KERNEL, 'const x = { a, ...b };', false],
  ['literals are not spread', KERNEL, `const x = [a, ..${'.['}b, c]];`, true],
  ['literals are not spread', KERNEL, `const x = [a, ..${'.['}b, c].map(half)];`, false],
  ['literals are not spread', KERNEL, `const x = (..${'.['}a, b]: readonly string[]) => a;`, false],
  ['sessions are selected by database', KERNEL, `${SESSIONS} where application_name = 'x'\``, true],
  ['sessions are selected by database', KERNEL, `${SESSIONS}\nwhere datname = $1\``, false],
  ['time and randomness are arguments', OPTIONS, 'const at = Date.now();', true],
  ['time and randomness are arguments', CONTRACTS, 'const id = randomUUID();', true],
  ['time and randomness are arguments', 'packages/rules/src/x.ts', 'const at = new Date();', true],
  ['time and randomness are arguments', 'packages/rules/src/x.ts', 'const at = new Date(command.at);', false],
  ['time and randomness are arguments', 'apps/server/src/http/x.ts', 'const at = Date.now();', false],
  ['money is never a floating-point number', OPTIONS, 'const x = Number(body.amount);', true],
  ['money is never a floating-point number', CONTRACTS, 'const x = parseFloat(text);', true],
  ['money is never a floating-point number', SPOT, 'const x = price.toFixed(2);', true],
  ['money is never a floating-point number', OPTIONS, 'const x = Number(body.seconds);', false],
  ['brands of money are not forced', OPTIONS, 'const x = rateOf(text) as never;', true],
  ['brands of money are not forced', SPOT, 'const x = price as unknown as Amount;', true],
  ['brands of money are not forced', KERNEL, 'const x = (left - right) as Amount;', false],
  ['brands of money are not forced', KERNEL, '// what was never shown was never counted as never', false],
  ['brands of money are not forced', 'apps/server/src/products/spot/match.test.ts', 'f(1n as never);', false],
  ['colours come from tokens', TRADE, 'style={{ color: "#ff0000" }}', true],
  ['colours come from tokens', 'packages/ui/src/button.module.css', '  color: rgb(1 2 3);', true],
  ['colours come from tokens', 'packages/ui/src/tokens.css', '  --up: #00ff00;', false],
  ['brands of money are not forced', OPTIONS, 'const x = rateOf(text) as never;', true],
  ['brands of money are not forced', SPOT, 'const x = price as unknown as Amount;', true],
  ['brands of money are not forced', KERNEL, 'const x = (left - right) as Amount;', false],
  ['brands of money are not forced', KERNEL, '// what was never shown was never counted as never', false],
  ['brands of money are not forced', 'apps/server/src/products/spot/match.test.ts', 'f(1n as never);', false],
  ['colours come from tokens', TRADE, '<a href="#add">', false],
  ['words on screen are translated', TRADE, '<b>Place order</b>', true],
  ['words on screen are translated', TRADE, '  Your order was placed.', true],
  ['words on screen are translated', TRADE, '<input placeholder="Amount here" />', true],
  ['words on screen are translated', TRADE, `<b>{t('order.place')}</b>`, false],
  ['words on screen are translated', TRADE, '<b>USDT</b>', false],
  ['words on screen are translated', TRADE, 'const f = (a: Map<string, number>) => a;', false],
  ['every text is used', CATALOGUE, '{\n  "brand": "Glasshouse"\n}', true],
  ['every text is used', CATALOGUE, '{}', false],
  ['exports have names', KERNEL, 'export default 1;', true],
  ['exports have names', 'vitest.config.ts', 'export default {};', false],
  ['comments wrap at 100 columns', KERNEL, `// ${'x'.repeat(98)}`, true],
  ['comments wrap at 100 columns', KERNEL, `// ${'x'.repeat(97)}`, false],
  ['wire spellings stay in path fields', KERNEL, `call('${['che', 'dan'].join('')}')`, true],
  ['wire spellings stay in path fields', KERNEL, `    path: '/order/${['che', 'dan'].join('')}',`, false],
  ['types, parameters and variables say what they hold', KERNEL, 'function f(of: string): void {}', true],
  ['types, parameters and variables say what they hold', KERNEL, 'rows.map((one) => 1);', true],
  ['types, parameters and variables say what they hold', KERNEL, 'rows.map(other => 1);', true],
  ['types, parameters and variables say what they hold', KERNEL, 'const { id: it } = row;', true],
  ['types, parameters and variables say what they hold', KERNEL, 'for (const [, { of = 1 }] of rows) use();', true],
  [
    'types, parameters and variables say what they hold',
    KERNEL,
    'class A { constructor(b: B, ...other: C[]) {} }',
    true,
  ],
  ['types, parameters and variables say what they hold', KERNEL, 'type F = (of: string) => void;', true],
  ['types, parameters and variables say what they hold', KERNEL, 'function f(\n  one: string,\n): void {}', true],
  ['types, parameters and variables say what they hold', TRADE, 'const A = ({ of }: Props) => <b />;', true],
  [
    'types, parameters and variables say what they hold',
    KERNEL,
    '// The (one) and the other\nconst { of: order } = row;',
    false,
  ],
  [
    'types, parameters and variables say what they hold',
    KERNEL,
    'for (const order of rows) use({ of: order, one: 1 });',
    false,
  ],
  ['types, parameters and variables say what they hold', KERNEL, 'const asked = await call();', true],
  ['types, parameters and variables say what they hold', KERNEL, 'interface Told { readonly id: number }', true],
  ['types, parameters and variables say what they hold', KERNEL, 'export type Wanted = 1;', true],
  ['types, parameters and variables say what they hold', KERNEL, 'const { told: kept } = row;', true],
  ['types, parameters and variables say what they hold', KERNEL, 'rows.filter((taken) => 0 < taken);', true],
  ['types, parameters and variables say what they hold', KERNEL, 'function f(given: Body) {}', true],
  ['types, parameters and variables say what they hold', KERNEL, 'let wanted = 0;', true],
  ['types, parameters and variables say what they hold', KERNEL, 'const late = 1;', true],
  ['types, parameters and variables say what they hold', KERNEL, 'type Shown = 1;', true],
  ['types, parameters and variables say what they hold', KERNEL, 'const { kept: stored, told: sent } = row;', false],
  [
    'types, parameters and variables say what they hold',
    KERNEL,
    'type ToldReport = 1;\nuse<Told>({ asked: request });',
    false,
  ],
  ['types, parameters and variables say what they hold', KERNEL, `import { it } from 'vitest';`, false],
  [GLOSSARY, KERNEL, 'export const feeOf = 1;\nexport function commissionOf() {}', true],
  [GLOSSARY, KERNEL, 'export interface SpotCommissions { readonly a: 1 }', true],
  [GLOSSARY, KERNEL, 'export type Toll = 1;', true],
  [GLOSSARY, KERNEL, 'export const TOLL_MAX = 1;', true],
  [GLOSSARY, KERNEL, 'export class OpenToll {}', true],
  [GLOSSARY, KERNEL, `export { fee as toll } from './fee.ts';`, true],
  [GLOSSARY, 'apps/server/src/ledger/toll-rows.ts', 'export const x = 1;', true],
  [GLOSSARY, KERNEL, 'const toll = 1;\nexport const fee = { commission: toll };', false],
  [GLOSSARY, KERNEL, 'export const extolled = 1;', false],
  ['browser tests wait for states', BROWSER_TEST, 'await page.waitForTimeout(8_000);', true],
  ['browser tests wait for states', BROWSER_TEST, '}).toPass();', true],
  ['browser tests wait for states', BROWSER_TEST, 'new Promise((done) => setTimeout(done, 50))', true],
  ['browser tests wait for states', BROWSER_TEST, 'await expect(page).toHaveURL(url);', false],
  ['browser tests wait for states', SPOT, 'setTimeout(done, 50);', false],
  ['no private vocabulary', KERNEL, `const ${['spot', 'Ri', 'g'].join('')} = 1;`, true],
  ['no private vocabulary', KERNEL, 'const desktop = history;', false],
];

test.each(rows)('%s: %s: %s (%s)', (name, path, text, found) => {
  const rule = RULES.find((candidate) => candidate.name === name)!;
  const beside = name === GLOSSARY ? [TERMS] : name === CLASSES ? [ROW_STYLES] : [];
  const files = [parseSource(path, text), ...beside];
  expect(rule.check(files).length > 0).toBe(found);
});

test('every rule has a row that it catches and one that it allows', () => {
  for (const { name } of RULES) {
    expect(rows.filter((row) => row[0] === name).map((row) => row[3])).toEqual(expect.arrayContaining([true, false]));
  }
});

test('a figure is found in whatever the modules of the core import', () => {
  const rule = RULES.find(({ name }) => name === 'handlers read figures from the log')!;
  const modules = parseSource(MODULES, `import { x } from '../products/options/buy.ts';`);
  const buying = parseSource(OPTIONS, `import { x } from './terms.ts';`);
  const terms = parseSource('apps/server/src/products/options/terms.ts', 'export const OPEN_MAX = 100;');
  const paths = rule.check([modules, buying, terms]).map(({ path }) => path);
  expect(paths).toEqual([terms.path]);
  expect(rule.check([modules, terms])).toEqual([]);
});

test('a text counts as used by its key or a template, but not by a test', () => {
  const rule = RULES.find(({ name }) => name === 'every text is used')!;
  const text =
    '{\n  "days_one": "",\n  "days_other": "",\n  "side": {\n    "buy": "",\n    "sell": ""\n  },\n  "a": ""\n}';
  const dead = (path: string, code: string) =>
    rule.check([parseSource(CATALOGUE, text), parseSource(path, code)]).map(({ line, message }) => [line, message]);
  const nothing = (key: string) => `nothing uses common:${key}`;
  expect(dead(TRADE, `t('common:days'); t(\`common:side.\${side}\`); const KEYS = { a: 'common:a' };`)).toEqual([]);
  expect(dead(TRADE, `t('common:side.buy')`)).toEqual([
    [2, nothing('days')],
    [6, nothing('side.sell')],
    [8, nothing('a')],
  ]);
  expect(dead(TRADE.replace('.tsx', '.test.tsx'), `t('common:days')`)).toHaveLength(4);
});

test('a parameter counts as read where the server names it, outside its lists of figures', () => {
  const rule = RULES.find(({ name }) => name === 'every parameter and figure is read')!;
  const declared = parseSource(PARAMETERS, `  'loan.gone_days': { kind: days(7), default: 3, money: true },`);
  const unread = (path: string) => rule.check([declared, parseSource(path, `parameterOf(state, 'loan.gone_days')`)]);
  expect(unread(OPTIONS)).toEqual([]);
  expect(unread('apps/server/src/figures/unlogged.ts')).toHaveLength(1);
  expect(unread(OPTIONS.replace('.ts', '.test.ts'))).toHaveLength(1);
});

test('a code counts as sent by its key or number, but not where a call or a test names it', () => {
  const rule = RULES.find(({ name }) => name === 'every code is sent or shown')!;
  const catalogue = parseSource(CODES, `  gone: { number: 11999, stage: 'terms' },`);
  const unsent = (path: string, text: string) => rule.check([catalogue, parseSource(path, text)]).length;
  expect(unsent(KERNEL, 'return refuse(code.gone);')).toBe(0);
  expect(unsent(TRADE, 'const GONE = 11999;')).toBe(0);
  const calls = 'packages/api/src/calls/order.ts';
  expect(unsent(calls, `text({ 'x-code': 'gone' })`)).toBe(0);
  expect(unsent(calls, `success: 'gone'`)).toBe(0);
  expect(unsent(calls, `codes: ['gone'],`)).toBe(1);
  expect(unsent(KERNEL.replace('.ts', '.test.ts'), 'refuse(code.gone)')).toBe(1);
});

test('a file counts as used when imported, named in a string or matched by a pattern, but not by its own test', () => {
  const rule = RULES.find(({ name }) => name === 'every file is used')!;
  const check = (users: readonly (readonly [string, string])[]) =>
    rule
      .check([parseSource('apps/server/src/a/b.ts', ''), ...users.map(([path, text]) => parseSource(path, text))])
      .map(({ path }) => path);
  const main = 'apps/server/src/main.ts';
  expect(check([[main, `import { x } from './a/b.ts';`]])).toEqual([]);
  expect(check([[main, `import { x } from '@glasshouse/server/a/b';`]])).toEqual([]);
  expect(check([[main, `new Worker(join(here, 'a', 'b.ts'))`]])).toEqual([]);
  expect(check([[main, `import.meta.glob('./a/*.ts')`]])).toEqual([]);
  expect(check([[main, `import(\`./a/$\{name}.ts\`)`]])).toEqual([]);
  expect(check([['apps/server/src/a/b.test.ts', `import { x } from './b.ts';`]])).toEqual(['apps/server/src/a/b.ts']);
});

test('a stated reason exempts one line', () => {
  const rule = RULES.find(({ name }) => name === 'exports have names')!;
  expect(rule.check([parseSource(KERNEL, '// tidy-allow: the tool asks for it\nexport default 1;')])).toEqual([]);
  expect(rule.check([parseSource(KERNEL, '// tidy-allow:\nexport default 1;')])).toHaveLength(1);
});

test('an import cycle of any length is reported once', () => {
  const rule = RULES.find(({ name }) => name === 'no import cycles')!;
  const file = (name: string, next: string) => parseSource(`tools/src/${name}.ts`, `import { x } from './${next}.ts';`);
  expect(rule.check([file('a', 'b'), file('b', 'c'), file('c', 'a'), file('d', 'a')])).toHaveLength(1);
  expect(rule.check([file('a', 'b'), file('b', 'c'), file('d', 'a')])).toEqual([]);
});

test('an export counts as used when another file names it, also through a re-export', () => {
  const rule = RULES.find(({ name }) => name === 'every export is used')!;
  const own = parseSource('packages/ui/src/a.ts', 'export const button = 1;');
  const index = parseSource('packages/ui/src/index.ts', `export { button } from './a.ts';`);
  const user = parseSource('apps/web/src/x.ts', `import { button } from '@glasshouse/${'ui'}';`);
  expect(rule.check([own, index, user])).toEqual([]);
  expect(rule.check([own, parseSource('packages/ui/src/b.ts', `import './a.ts';`)])).toHaveLength(1);
});

test('an import that the package does not declare is found, unless the root declares it', () => {
  const rule = RULES.find(({ name }) => name === 'packages declare what they import')!;
  const root = parseSource('package.json', '{"devDependencies":{"vitest":"1.0.0"}}');
  const own = parseSource('tools/package.json', '{"dependencies":{"pg":"1.0.0"}}');
  const user = (specifier: string) =>
    parseSource('tools/src/x.ts', `import pg from '${'pg'}';\nimport '${specifier}';`);
  expect(rule.check([root, own, user('vitest')])).toEqual([]);
  expect(rule.check([root, own, user('node:fs')])).toEqual([]);
  expect(rule.check([root, own, user('ws/lib')])).toHaveLength(1);
});

test('the glossary names each word once', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+) \|[^|]+\|([^|]*)\|$/gm)].filter(
    ([, word]) => word !== 'word' && !word!.startsWith('-'),
  );
  const words = rows.map(([, word]) => word!);
  const replaced = rows.flatMap(([, , list]) => [...list!.matchAll(/`([a-z]+)`/g)].map(([, word]) => word!));
  expect(words.length).toBeGreaterThan(60);
  expect(new Set([...words, ...replaced]).size).toBe(words.length + replaced.length);
});
