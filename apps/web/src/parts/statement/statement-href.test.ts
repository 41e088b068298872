import { expect, test } from 'vitest';
import { lineAnchor, statementHref, statementQuery } from './statement-href.ts';

const REASONS = new Set(['options', 'options.fee']);

test.each([
  [{}, '/zjxq'],
  [{ reason: 'options.fee' }, '/zjxq?reason=options.fee#lines'],
  [{ reason: 'options', asset: 'USDT', day: '2026-11-21' }, '/zjxq?reason=options&asset=USDT&day=2026-11-21#lines'],
])('%o leads to %s and is read back', (query, href) => {
  expect(statementHref(query)).toBe(href);
  const { search } = new URL(href, 'http://localhost');
  expect(statementQuery(search, REASONS)).toEqual({ reason: undefined, asset: undefined, day: undefined, ...query });
});

test('what no link of ours holds is left out', () => {
  expect(statementQuery('?reason=gifts&asset=<b>&day=yesterday', REASONS)).toEqual({});
});

test('a line is found by its number', () => expect(lineAnchor('120.3/a')).toBe('line-120-3-a'));
