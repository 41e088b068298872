import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comeBack, endFlow } from './provider-flow.ts';

const BEGUN = {
  provider: 'google',
  state: 's1',
  redirectUri: 'https://site.example/api/loginCallback/google',
  codeVerifier: 'v',
  next: '/zjxq',
  links: false,
};
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map([['signIn', JSON.stringify(BEGUN)]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('an answer to what this browser began, once', () => {
  expect(comeBack('google', '?code=c&state=s1&iss=https%3A%2F%2Fi')).toEqual({
    kind: 'answered',
    begun: BEGUN,
    answer: { code: 'c', state: 's1', iss: 'https://i', codeVerifier: 'v', redirectUri: BEGUN.redirectUri },
  });
  endFlow();
  expect(comeBack('google', '?code=c&state=s1')).toEqual({ kind: 'foreign' });
});

test.each([
  ['another state', 'google', '?code=c&state=s2'],
  ['no state', 'google', '?code=c'],
  ['another provider', 'school', '?code=c&state=s1'],
])('%s is foreign', (_name, provider, search) => {
  expect(comeBack(provider, search)).toEqual({ kind: 'foreign' });
});

test('a browser that began nothing takes no answer', () => {
  stored.clear();
  expect(comeBack('google', '?code=c&state=s1')).toEqual({ kind: 'foreign' });
});

test('nothing is exchanged when the person said no at the provider', () => {
  expect(comeBack('google', '?error=access_denied&state=s1')).toEqual({ kind: 'cancelled' });
});
