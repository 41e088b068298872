import { expect, test, vi } from 'vitest';
import { openPage, pathOf, showPush } from './push.ts';

const MESSAGE = { title: 'A friend', content: 'Text', link: '/profile/invite', tag: 'a:1', language: 'ar' };

test('a message is shown in its language, with where it leads', async () => {
  const showNotification = vi.fn(async () => {});
  await showPush({ showNotification }, { json: () => MESSAGE });
  const options = { body: 'Text', tag: 'a:1', lang: 'ar', dir: 'rtl', data: { link: '/profile/invite' } };
  expect(showNotification).toHaveBeenCalledWith('A friend', expect.objectContaining(options));
  await showPush({ showNotification }, null);
  expect(showNotification).toHaveBeenCalledTimes(1);
});

test('a click leads an open page there, or opens one', async () => {
  const page = { url: '/', focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) };
  const openWindow = vi.fn(async () => {});
  await openPage({ claim: async () => {}, matchAll: async () => [page], openWindow }, { link: '/profile/invite' });
  expect(page.navigate).toHaveBeenCalledWith('/profile/invite');
  await openPage({ claim: async () => {}, matchAll: async () => [], openWindow }, { link: 'https://evil.test' });
  expect(openWindow).toHaveBeenCalledWith('/');
});

test.each([
  ['/profile/invite', '/profile/invite'],
  ['//evil.test', '/'],
  ['/\\\\evil.test', '/'],
  ['https://evil.test', '/'],
  [undefined, '/'],
])('%s leads to %s', (link, path) => {
  expect(pathOf(link)).toBe(path);
});
