import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { proveWork } from './proof-of-work.ts';

test.each([0, 1, 8, 12])('the work of %i bits is what the server asks for', async (bits) => {
  const nonce = await proveWork('challenge', bits);
  const digest = createHash('sha256').update(`challenge.${nonce}`).digest();
  expect(BigInt(`0x${digest.toString('hex')}`) >> BigInt(256 - bits)).toBe(0n);
});
