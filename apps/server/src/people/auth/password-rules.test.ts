import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breachedIn } from './breached-passwords.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { passwordProblem, useBreachedPasswords } from './password-rules.ts';

/** Which passwords are refused, and that good ones of every kind pass. */
describe('a password', () => {
  test.each([
    ['ab3$xY9!k', 'short'],
    ['password123', 'guessable'],
    ['Password123!', 'guessable'],
    ['P@ssword@123', 'fine'],
    ['qwertyuiop', 'guessable'],
    ['1234567890', 'guessable'],
    ['0987654321', 'guessable'],
    ['aaaaaaaaaaaa', 'guessable'],
    ['abcabcabcabc', 'guessable'],
    ['ababababab1', 'guessable'],
    ['abcdefghijkl', 'guessable'],
    ['qwertyasdfgh', 'guessable'],
    ['iloveyou2024', 'guessable'],
    ['glasshouse1', 'guessable'],
    ['nine brown owls', 'fine'],
    ['correct horse battery staple', 'guessable'],
    ['ключ от квартиры', 'fine'],
    ['私の秘密の合言葉です', 'fine'],
    ['Tr0ub4dor&3xyz', 'fine'],
    ['manchester united', 'fine'],
    ['1234qwerasdfzxcv', 'guessable'],
    ['x'.repeat(129), 'long'],
    ['#?§%&/(=)*~:;<', 'fine'],
    ['"°^<|>{[]}~+#', 'fine'],
    ['☂♞⚓☘✿⚔☕♬⚙✂', 'fine'],
    ['a#?§%&/(=)*~:', 'fine'],
    ['monkey#?§%&/(=)*~', 'fine'],
    ['correct-horse-battery-staple', 'guessable'],
    ['!@#$%^&*()', 'guessable'],
    ['**********', 'guessable'],
    ['(password1)', 'guessable'],
    ['ｐａｓｓｗｏｒｄ１２３', 'guessable'],
    ['გასაღები ორი', 'fine'],
  ])('%s is %s', (password, verdict) => {
    expect(passwordProblem(password) ?? 'fine').toBe(verdict);
  });

  test('must not be the name or address of the user with a few characters added', () => {
    const own = ['margarethe', 'maggie.thompson@example.org'];
    expect(passwordProblem('Margarethe1', own)).toBe('guessable');
    expect(passwordProblem('maggiethompson!', own)).toBe('guessable');
    expect(passwordProblem('margarethe likes tea', own)).toBeUndefined();
  });
});

test('one that a list of leaks has is refused, by the first five digits of its hash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-leaks-'));
  // SHA-1 of `nine brown owls` and of nothing else that is tried.
  const hash = createHash('sha1').update('nine brown owls').digest('hex').toUpperCase();
  writeFileSync(join(folder, `${hash.slice(0, 5)}.txt`), `${'0'.repeat(35)}:1\r\n${hash.slice(5)}:37\r\n`);
  useBreachedPasswords(breachedIn(folder));
  expect(passwordProblem('nine brown owls')).toBe('guessable');
  expect(passwordProblem('seven grey herons')).toBeUndefined();
  useBreachedPasswords(() => false);
  expect(passwordProblem('nine brown owls')).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test('ten thousand common passwords at least are known', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(10_000);
});
