import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

/** Hashing is bounded: it must not starve everything else. */
describe('the hasher', () => {
  test('verifies what it hashed, and nothing else', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash('nine brown owls');
    expect(await hasher.verify(stored, 'nine brown owls')).toBe(true);
    expect(await hasher.verify(stored, 'nine brown owl')).toBe(false);
    expect(await hasher.verify(undefined, 'nobody has this password')).toBe(false);
  });

  test('refuses when the queue is full, and serves everybody who waited', async () => {
    const hasher = createPasswordHasher(1, 3);
    const answers = await Promise.all(Array.from({ length: 10 }, () => hasher.verify(undefined, 'x')));
    expect(answers.filter((answer) => answer === false)).toHaveLength(4);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(6);
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });
});
