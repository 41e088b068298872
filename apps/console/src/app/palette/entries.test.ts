import { User } from '@glasshouse/ui/icon/icons';
import { expect, test } from 'vitest';
import { ENTRIES_MAX, matching } from './entries.ts';

const named = (...titles: readonly string[]) => titles.map((title) => ({ href: `/${title}`, title, icon: User }));
const found = (typed: string, ...titles: readonly string[]) =>
  matching(named(...titles), typed).map(({ title }) => title);

test.each<[string, string, readonly string[], readonly string[]]>([
  [
    'names that begin with it come first',
    're',
    ['Current', 'Fee review', 'Reports'],
    ['Reports', 'Fee review', 'Current'],
  ],
  ['case and accents do not matter', 'IDENTITE', ['Identité'], ['Identité']],
  ['nor do spaces around it', '  fee ', ['Fee tiers', 'House'], ['Fee tiers']],
  ['the order of the rail decides among equals', 'pa', ['Payouts', 'Parameters'], ['Payouts', 'Parameters']],
  ['nothing that does not have it', 'xyz', ['House'], []],
  ['everything while nothing is typed', ' ', ['House', 'Ledger'], ['House', 'Ledger']],
])('%s', (_what, typed, titles, expected) => {
  expect(found(typed, ...titles)).toEqual(expected);
});

test('no more than fit on a screen', () => {
  const many = Array.from({ length: ENTRIES_MAX + 5 }, (_, index) => `Page ${index}`);
  expect(found('', ...many)).toEqual(many.slice(0, ENTRIES_MAX));
  expect(found('page', ...many)).toEqual(many.slice(0, ENTRIES_MAX));
});
