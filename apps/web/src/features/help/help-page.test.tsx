// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { HelpPage } from './help-page.tsx';

type Summary = ResultOf<'listContents'>[number];

const blockOf = (text: string): Summary['blocks'][number] => ({
  kind: 'paragraph',
  level: 0,
  number: null,
  rows: [],
  spans: [{ text, mark: null, href: null }],
});
const question = (id: number, category: 'start' | 'security', title: string, answer: string): Summary =>
  ({ id, kind: 'faq', type: 3, category, lang: 'en', title, publishedAt: null, blocks: [blockOf(answer)] }) as Summary;
const QUESTIONS = [
  question(101, 'start', 'What is this platform?', 'A place to trade.'),
  question(102, 'security', 'I forgot my password', 'Ask for a code by email.'),
];
const TERMS: ResultOf<'getContent'> = {
  id: 4,
  kind: 'document',
  type: 2,
  category: null,
  lang: 'en',
  title: 'Terms of use',
  publishedAt: null,
  content: 'One account per person.',
  blocks: [blockOf('One account per person.')],
  updatedAt: '2026-11-30T01:00:00.000Z',
  version: 1,
  entry: null,
  hash: 'ab'.repeat(32),
} as unknown as ResultOf<'getContent'>;
let server: FakeServer;

const helpPage = (path: string, language: 'en' | 'de' | 'ar' = 'en') =>
  show(<HelpPage />, { namespaces: ['help', 'guide'], path, language });

beforeEach(() => {
  server = new FakeServer().on('listContents', () => QUESTIONS).on('getContent', () => TERMS);
});

test('questions stand below their groups, and one that is found below none', async () => {
  const { user, t } = await helpPage('/help/faq');
  const security = (await screen.findByRole('heading', { name: t('help:category.security') })).closest('section')!;
  expect(within(security).getByText('I forgot my password')).toBeDefined();
  expect(within(security).queryByText('What is this platform?')).toBeNull();
  const search = screen.getByLabelText(t('help:search'));
  await user.type(search, 'code email');
  expect(screen.getByText('I forgot my password')).toBeDefined();
  expect(screen.queryByText('What is this platform?')).toBeNull();
  expect(screen.queryByRole('heading', { name: t('help:category.security') })).toBeNull();
  await user.type(search, ' nowhere');
  expect(screen.getByText(t('help:nothing'))).toBeDefined();
  await user.clear(search);
  expect(screen.getByText('What is this platform?')).toBeDefined();
});

test('what is not translated is marked as English, also for who listens', async () => {
  const { t } = await helpPage('/detail?id=4', 'ar');
  const title = await screen.findByText('Terms of use');
  expect(title.lang).toBe('en-GB');
  expect(title.dir).toBe('ltr');
  expect(screen.getByText(t('help:english'))).toBeDefined();
  expect(server.sent('getContent')[0]).toMatchObject({ params: { id: '4' }, query: { lang: 'ar' } });
});

test('a document says where it comes from', async () => {
  const { t, unmount } = await helpPage('/detail?id=4');
  expect(await screen.findByText(new RegExp(t('help:standard')))).toBeDefined();
  expect(screen.getByText(TERMS.hash).dir).toBe('ltr');
  expect(screen.queryByText(t('help:english'))).toBeNull();
  unmount();
  server.on('getContent', () => ({ ...TERMS, version: 3, entry: 812 }));
  const { t: german } = await helpPage('/detail?id=4', 'de');
  expect(await screen.findByText(new RegExp(german('help:version', { version: 3, entry: 812 })))).toBeDefined();
});

test.each(['/detail?id=987654', '/detail?id=x', '/detail'])(
  '%s leads to nothing, and back to the help',
  async (path) => {
    server.on('getContent', () => new Refusal(10010, 'Nothing here.'));
    const { t } = await helpPage(path);
    expect(await screen.findByText(t('help:gone'))).toBeDefined();
    expect(screen.getByRole('link', { name: t('help:title') }).getAttribute('href')).toBe('/help');
  },
);
