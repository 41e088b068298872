import { expect, test } from 'vitest';
import { localhostAddress, passkeyObstacle } from './passkey-support.ts';

test.each([
  ['broker.example', true, true, undefined],
  ['localhost', true, true, undefined],
  ['broker.example', true, false, 'browser'],
  ['broker.example', false, false, 'insecure'],
  ['127.0.0.1', true, true, 'loopback'],
  ['[::1]', true, true, 'loopback'],
  ['192.0.2.7', false, false, 'address'],
])('passkeys on %s (secure %s, known %s): %s', (hostname, isSecure, hasPasskeys, expected) => {
  expect(passkeyObstacle({ hostname }, isSecure, hasPasskeys)).toBe(expected);
});

test('a page on this computer has a name that passkeys accept', () => {
  expect(localhostAddress({ protocol: 'http:', port: '4000' })).toBe('http://localhost:4000');
  expect(localhostAddress({ protocol: 'https:', port: '' })).toBe('https://localhost');
});
