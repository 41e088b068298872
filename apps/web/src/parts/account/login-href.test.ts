import { afterEach, expect, test, vi } from 'vitest';
import { loginHref } from './login-href.ts';

const at = (path: string): void => {
  const { pathname, search } = new URL(path, 'https://glass.test');
  vi.stubGlobal('window', { location: { pathname, search } });
};
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['/', {}, '/pass/login'],
  ['/zjxq?kind=fee', {}, '/pass/login?next=%2Fzjxq%3Fkind%3Dfee'],
  ['/market', { to: '/pass/register' }, '/pass/register?next=%2Fmarket'],
  ['/profile', { ended: true }, '/pass/login?ended=1&next=%2Fprofile'],
  ['/pass/register?next=%2Fzjxq', {}, '/pass/login?next=%2Fzjxq'],
  ['/pass/reset', {}, '/pass/login'],
  ['/api/loginCallback/google?code=1&state=2', {}, '/pass/login'],
] as const)('from %s with %o people log in at %s', (path, options, href) => {
  at(path);
  expect(loginHref(options)).toBe(href);
});
