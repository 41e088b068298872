import { expect, test } from 'vitest';
import { parseSource, type Rule } from './tidy/sources.ts';
import { STRUCTURE_RULES } from './tidy/structure.ts';
import { WORD_RULES } from './tidy/words.ts';

/** A table: which rule, in which file, which text, and whether it is found. Each rule is shown to catch and to let pass. */
const RULES: readonly Rule[] = [...STRUCTURE_RULES, ...WORD_RULES];
const CORE = 'apps/server/src/core/apply.ts';
const OPTIONS = 'apps/server/src/options/buy.ts';
const TRADE = 'apps/web/src/features/trade/ticket.tsx';
const note = (...halves: string[]) => `// ${halves.join('')}: later`;

const rows: readonly (readonly [rule: string, path: string, text: string, found: boolean])[] = [
  ['imports run one way', CORE, `import { x } from '../options/buy.ts';`, true],
  ['imports run one way', CORE, `import { x } from '@glasshouse/rules/money';`, false],
  ['imports run one way', OPTIONS, `import { x } from '../identity/users.ts';`, true],
  ['imports run one way', OPTIONS, `import { x } from '../ledger/accounts.ts';`, false],
  ['imports run one way', OPTIONS, `const x = await import('../gateway/server.ts');`, true],
  ['imports run one way', 'packages/rules/src/money.ts', `import { x } from '@glasshouse/server/config';`, true],
  ['imports run one way', 'apps/server/src/main.ts', `import { x } from './options/buy.ts';`, false],
  ['web features do not import each other', TRADE, `import { x } from '../wallet/page.tsx';`, true],
  ['web features do not import each other', TRADE, `import { x } from './size.ts';`, false],
  [
    'web features do not import each other',
    'apps/web/src/live/x.ts',
    `import { x } from '../features/trade/x.ts';`,
    true,
  ],
  ['web features do not import each other', 'apps/web/src/app/routes.tsx', `import('../features/trade/x.tsx')`, false],
  ['relative paths stay inside a package', CORE, `import { x } from '../../../../packages/rules/src/x.ts';`, true],
  ['relative paths stay inside a package', CORE, `import { x } from '../options/types.ts';`, false],
  ['files have kebab-case names', 'apps/server/src/core/minHeap.ts', '', true],
  ['files have kebab-case names', 'apps/server/src/core/min-heap.ts', '', false],
  ['files have at most 450 lines', CORE, 'x\n'.repeat(451), true],
  ['files have at most 450 lines', CORE, 'x\n'.repeat(450), false],
  ['every file is used', CORE, 'export const x = 1;', true],
  ['every file is used', 'apps/server/src/core/apply.test.ts', '', false],
  ['nothing is marked as unfinished', CORE, note('TO', 'DO'), true],
  ['nothing is marked as unfinished', CORE, note('FIX', 'ME'), true],
  ['nothing is marked as unfinished', CORE, note('Todos', ' are not marks'), false],
  ['only config.ts reads the environment', CORE, 'const x = process.env.HOME;', true],
  ['only config.ts reads the environment', 'apps/server/src/config.ts', 'const x = process.env.HOME;', false],
  ['only config.ts reads the environment', 'apps/server/src/main.ts', 'readConfig(process.env)', false],
  ['time and randomness are arguments', OPTIONS, 'const at = Date.now();', true],
  ['time and randomness are arguments', 'packages/rules/src/x.ts', 'const at = new Date();', true],
  ['time and randomness are arguments', 'packages/rules/src/x.ts', 'const at = new Date(command.at);', false],
  ['time and randomness are arguments', 'apps/server/src/gateway/x.ts', 'const at = Date.now();', false],
  ['money is never a floating-point number', OPTIONS, 'const x = Number(body.amount);', true],
  ['money is never a floating-point number', OPTIONS, 'const x = parseFloat(text);', true],
  ['money is never a floating-point number', OPTIONS, 'const x = Number(body.seconds);', false],
  ['colours come from tokens', TRADE, 'style={{ color: "#ff0000" }}', true],
  ['colours come from tokens', 'packages/ui/src/button.module.css', '  color: rgb(1 2 3);', true],
  ['colours come from tokens', 'packages/ui/src/tokens.css', '  --up: #00ff00;', false],
  ['colours come from tokens', TRADE, '<a href="#add">', false],
  ['words on screen are translated', TRADE, '<b>Place order</b>', true],
  ['words on screen are translated', TRADE, '  Your order was placed.', true],
  ['words on screen are translated', TRADE, '<input placeholder="Amount here" />', true],
  ['words on screen are translated', TRADE, `<b>{t('order.place')}</b>`, false],
  ['words on screen are translated', TRADE, '<b>USDT</b>', false],
  ['words on screen are translated', TRADE, 'const f = (a: Map<string, number>) => a;', false],
  ['exports have names', CORE, 'export default 1;', true],
  ['exports have names', 'vitest.config.ts', 'export default {};', false],
];

test.each(rows)('%s: %s: %s (%s)', (name, path, text, found) => {
  const rule = RULES.find((candidate) => candidate.name === name)!;
  expect(rule.check([parseSource(path, text)]).length > 0).toBe(found);
});

test('every rule is shown to catch something and to let something pass', () => {
  for (const { name } of RULES) {
    expect(rows.filter((row) => row[0] === name).map((row) => row[3])).toEqual(expect.arrayContaining([true, false]));
  }
});

test('a file counts as used when it is imported, named in a string or matched by a pattern, not by its own test alone', () => {
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

test('a reason allows one line', () => {
  const rule = RULES.find(({ name }) => name === 'exports have names')!;
  expect(rule.check([parseSource(CORE, '// tidy-allow: the tool asks for it\nexport default 1;')])).toEqual([]);
  expect(rule.check([parseSource(CORE, '// tidy-allow:\nexport default 1;')])).toHaveLength(1);
});
