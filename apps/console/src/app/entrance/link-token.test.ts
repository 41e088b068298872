import { expect, test } from 'vitest';
import { linkTokenOf } from './link-token.ts';

const TOKEN = 'a'.repeat(43);

test.each([
  ['/operator/link', `#${TOKEN}`, TOKEN],
  ['/operator/link/', `#${TOKEN}`, TOKEN],
  ['/operator/kyc', `#${TOKEN}`, undefined],
  ['/operator/link', '#short', undefined],
  ['/operator/link', '', undefined],
])('%s%s', (pathname, hash, token) => {
  expect(linkTokenOf({ pathname, hash })).toBe(token);
});
