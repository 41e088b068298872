import { expect, test } from 'vitest';
import { contradicts, pinKeys, pinnedBy, rememberKeys, trustKeys } from './pinned-keys.ts';

const entry = (seq: number, letter: string) => ({ seq, hash: letter.repeat(64) });

test('the first keys are pinned, and a change is told until the person accepts it', () => {
  expect(pinnedBy([])).toEqual({ trusted: undefined, isFirst: true, strange: [] });
  // Looking at them remembers nothing: it happens while a page is drawn.
  for (const _ of [1, 2]) expect(pinnedBy(['a'])).toEqual({ trusted: ['a'], isFirst: true, strange: [] });
  rememberKeys([]);
  expect(pinKeys(['a'])).toEqual({ trusted: ['a'], isFirst: true, strange: [] });
  expect(pinnedBy(['a'])).toEqual({ trusted: ['a'], isFirst: false, strange: [] });
  rememberKeys(['b']);
  expect(pinnedBy(['a', 'b'])).toEqual({ trusted: ['a'], isFirst: false, strange: ['b'] });
  trustKeys(['b']);
  expect(pinnedBy(['a', 'b'])).toEqual({ trusted: ['a', 'b'], isFirst: false, strange: [] });
});

test('what was told before is compared: another history, and a lost end', () => {
  expect(contradicts([entry(7, 'a'), entry(9, 'b')], 12)).toBe(false);
  expect(contradicts([entry(9, 'b'), entry(11, 'c')], 12)).toBe(false);
  expect(contradicts([entry(9, 'd')], 12)).toBe(true);
  expect(contradicts([entry(7, 'a')], 10)).toBe(true);
  expect(contradicts([entry(7, 'a')], 11)).toBe(false);
});
