import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { issueCode, useCode } from './codes.ts';
import { hashVerificationCode, setCodeKey } from './tokens.ts';

/** Codes in a database that somebody reads and writes who has no key file. */
const database = withTestDatabase();
const now = Date.parse('2026-01-05T12:00:00Z');
const request = { account: 'ann@example.org', purpose: 'reset', now } as const;
afterEach(() => setCodeKey(''));

const stored = async (): Promise<Buffer> =>
  (await database.pool.query('select code_hash from verification_codes')).rows[0].code_hash;

test('none of the million codes hashes to what is stored, without the key', async () => {
  setCodeKey('the key of the data folder');
  let sent = '';
  await issueCode(database.pool, request, (code) => {
    sent = code;
    return undefined;
  });
  const hash = await stored();
  const plain = (code: string) => createHash('sha256').update(`reset\n${request.account}\n${code}`).digest();
  expect(plain(sent).equals(hash)).toBe(false);
  setCodeKey('');
  expect(hashVerificationCode(request.account, 'reset', sent).equals(hash)).toBe(false);
  setCodeKey('the key of the data folder');
  expect(await useCode(database.pool, { ...request, code: sent })).toBe('right');
});

test('a hash that somebody wrote by hand is of no code', async () => {
  setCodeKey('the key of the data folder');
  const forged = createHash('sha256').update(`reset\n${request.account}\n123456`).digest();
  await database.pool.query('update verification_codes set code_hash = $1, used_at = null, attempts = 0', [forged]);
  expect(await useCode(database.pool, { ...request, code: '123456' })).toBe('wrong');
});
