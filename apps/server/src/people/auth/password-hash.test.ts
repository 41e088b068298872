import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { ARGON2, createPasswordHasher } from './password-hash.ts';

/** Hashing is bounded: it must not starve everything else. */
describe('the hasher', () => {
  test('verifies what it hashed, and nothing else', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash('nine brown owls');
    expect(await hasher.verify(stored, 'nine brown owls')).toBe(true);
    expect(await hasher.verify(stored, 'nine brown owl')).toBe(false);
    expect(await hasher.verify(undefined, 'nobody has this password')).toBe(false);
  });

  test.each([
    // A Mac composes an umlaut as one character, another keyboard as two.
    ['composed and decomposed letters', 'Schlüssel zum Café', 'Schlüssel zum Café'.normalize('NFD')],
    ['full width and half width', 'ひみつ１２３４５６７', 'ひみつ1234567'],
    ['half-width kana', 'カギハドコ１２３４', 'ｶｷﾞﾊﾄﾞｺ1234'],
    ['a space that does not break', 'nine brown owls', 'nine\u00a0brown\u00a0owls'],
  ])('%s are the same password', async (_, set, typed) => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(await hasher.hash(set), typed)).toBe(true);
    expect(await hasher.verify(await hasher.hash(typed), set)).toBe(true);
  });

  test('a hash of the text as it was typed, from before, still opens by that text', async () => {
    const typed = 'Schlüssel zum Café'.normalize('NFD');
    const before = await hash(typed, ARGON2);
    const hasher = createPasswordHasher();
    expect(await hasher.verify(before, typed)).toBe(true);
    expect(await hasher.verify(before, `${typed}!`)).toBe(false);
  });

  test('refuses when the queue is full, and serves everybody who waited', async () => {
    const hasher = createPasswordHasher(1, 3);
    const answers = await Promise.all(Array.from({ length: 10 }, () => hasher.verify(undefined, 'x')));
    expect(answers.filter((answer) => answer === false)).toHaveLength(4);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(6);
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });
});
