import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';

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
    ['x'.repeat(129), 'long'],
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
