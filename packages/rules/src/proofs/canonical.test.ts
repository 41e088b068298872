/** What `docs/protocol.md` says of canonical JSON, for whoever writes a verifier of their own. */
import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';

test.each([
  ['keys by UTF-16 code units', { b: 1, a: 2, B: 3, ä: 4 }, '{"B":3,"a":2,"b":1,"ä":4}'],
  // RFC 8785, section 3.2.3: the surrogates of the smiley come before U+FB33.
  ['a character beyond 16 bits before one near their end', { '\ufb33': 1, '😂': 2 }, '{"😂":2,"\ufb33":1}'],
  ['numbers as ECMAScript writes them', [1e21, 1e-7, 0.1, -0, 100], '[1e+21,1e-7,0.1,0,100]'],
  ['control characters escaped, others not', '\u0007\n"\\€', '"\\u0007\\n\\"\\\\€"'],
  ['nested objects', { z: [{ d: 1, c: null }], a: {} }, '{"a":{},"z":[{"c":null,"d":1}]}'],
  // The difference from RFC 8785, which writes {"10":2,"9":3,"b":1}.
  ['keys that are array indexes first, by number', { b: 1, 10: 2, 9: 3 }, '{"9":3,"10":2,"b":1}'],
  ['the largest index', { 4294967294: 1, '!': 2 }, '{"4294967294":1,"!":2}'],
  [
    'no index: too large, a leading zero, a sign',
    { '4294967295': 1, '01': 2, '-1': 3 },
    '{"-1":3,"01":2,"4294967295":1}',
  ],
])('%s', (_, value, text) => {
  expect(canonicalText(value)).toBe(text);
});
