import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { isSafeLink, readMarkdown } from './markdown.ts';

/** What a text may not hold, and what a reader sees of it all the same. */
test.each([
  ['a script', '<script>alert(1)</script>', code.contentHtml, '<script>alert(1)</script>'],
  ['a handler', 'see <img src=x onerror=alert(1)> it', code.contentHtml, 'see <img src=x onerror=alert(1)> it'],
  ['a comment', '<!-- hidden -->', code.contentHtml, '<!-- hidden -->'],
  ['javascript:', '[press](javascript:alert(1))', code.contentLink, 'press'],
  ['JaVaScRiPt:', '[press](JaVaScRiPt:alert)', code.contentLink, 'press'],
  ['javascript as an entity', '[press](java&#x0A;script:alert)', code.contentLink, 'press'],
  ['data:', '[press](data:text/html;base64,PHNjcmlwdD4=)', code.contentLink, 'press'],
  ['http:', '[press](http://example.org)', code.contentLink, 'press'],
  ['another server by //', '[press](//evil.example)', code.contentLink, 'press'],
  ['a backslash', '[press](/\\evil.example)', code.contentLink, 'press'],
  ['a name before the server', '[press](https://bank.example@evil.example)', code.contentLink, 'press'],
  ['a link elsewhere', '[press][a]\n\n[a]: javascript:alert(1)', code.contentLink, 'press'],
  ['a picture', '![seal](https://example.org/a.png)', code.contentImage, 'seal'],
  ['a picture of its own data', '![seal](data:image/svg+xml,x)', code.contentImage, 'seal'],
  ['letters that turn round', 'Pay \u202eUSDT 001\u202c now', code.wrongFormat, 'Pay USDT 001 now'],
  ['letters that nobody sees', 'pay\u200bpal', code.wrongFormat, 'paypal'],
])('%s is refused', (_name, source, problem, shown) => {
  const { blocks, problems } = readMarkdown(source);
  expect(problems).toContain(problem);
  expect(blocks.flatMap(({ spans }) => spans.map(({ text }) => text)).join('')).toContain(shown);
  expect(
    blocks.flatMap(({ spans }) => spans.flatMap(({ href }) => href ?? [])).filter((to) => !isSafeLink(to)),
  ).toEqual([]);
});

test.each([
  ['quotes', '>'.repeat(20_000)],
  ['lists', '- '.repeat(5_000)],
  ['brackets', '['.repeat(50_000)],
  ['levels', Array.from({ length: 9 }, (_, depth) => `${'  '.repeat(depth)}- level`).join('\n')],
])('%s without end are refused at once', (_name, source) => {
  const began = performance.now();
  const { blocks, problems } = readMarkdown(source);
  expect(problems).toContain(code.contentTooDeep);
  expect(Math.max(0, ...blocks.map(({ level }) => level))).toBeLessThan(10);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('what is allowed becomes blocks', () => {
  const source =
    '# Terms\n\nPay **at once**, see [fees](/help) or <mail@example.org>.\n\n1. one\n2. two\n\n> quoted\n\n|a|b|\n|-|-|\n|1|2|';
  const { blocks, problems } = readMarkdown(source);
  expect(problems).toEqual([]);
  expect(blocks.map(({ kind, level, number }) => [kind, level, number])).toEqual([
    ['heading', 2, null],
    ['paragraph', 0, null],
    ['item', 1, 1],
    ['item', 1, 2],
    ['quote', 0, null],
    ['table', 0, null],
  ]);
  expect(blocks[1]?.spans).toContainEqual({ text: 'fees', mark: null, href: '/help' });
  expect(blocks[1]?.spans).toContainEqual({ text: 'at once', mark: 'strong', href: null });
});
