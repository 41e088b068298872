/**
 * What a page shows of blocks that no server of ours would send: neither a database that somebody
 * changed nor a server that somebody took over makes it run or load anything.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Blocks, shownLink } from './blocks.tsx';
import { writtenIn } from './written-in.ts';

const span = (text: string, href: string | null = null) => ({ text, mark: null, href });
const block = (kind: 'paragraph' | 'heading' | 'item' | 'quote' | 'code', spans: ReturnType<typeof span>[]) => ({
  kind,
  spans,
  rows: [],
  level: 2,
  number: null,
});

const HOSTILE_LINKS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  'blob:https://example.org/1',
  'http://example.org',
  '//example.org',
  '/\\example.org',
];

test.each(HOSTILE_LINKS)('%j is no link', (href) => {
  expect(shownLink(href)).toBeUndefined();
  expect(renderToStaticMarkup(<Blocks blocks={[block('paragraph', [span('press', href)])]} />)).not.toContain('href');
});

test.each(['paragraph', 'heading', 'item', 'quote', 'code'] as const)('HTML in a %s is text', (kind) => {
  const html = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const markup = renderToStaticMarkup(<Blocks blocks={[block(kind, [span(html)])]} />);
  expect(markup).toContain('&lt;script&gt;');
  expect(markup).not.toMatch(/<(?:script|img)/);
});

test('https and mailto are followed without a way back to this page', () => {
  const markup = renderToStaticMarkup(
    <Blocks blocks={[block('paragraph', [span('a', 'https://example.org/'), span('b', 'mailto:a@example.org')])]} />,
  );
  expect(markup.match(/rel="noopener noreferrer nofollow"/g)).toHaveLength(2);
});

test('English that stands in for a translation says that it is English', () => {
  expect(writtenIn('ar', 'ar')).toEqual({});
  const english = <Blocks blocks={[block('paragraph', [span('Terms')])]} {...writtenIn('en', 'ar')} />;
  expect(renderToStaticMarkup(english)).toMatch(/^<div [^>]*lang="en-GB" dir="ltr"/);
});
