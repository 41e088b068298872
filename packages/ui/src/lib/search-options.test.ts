/** A search in a long list finds what a person means, best match first. */
import { expect, test } from 'vitest';
import { searchOptions } from './search-options.ts';

const OPTIONS = [
  { label: 'Austria', keywords: 'AT +43 43' },
  { label: 'Côte d’Ivoire', keywords: 'CI +225 225' },
  { label: 'Germany', keywords: 'DE +49 49' },
  { label: 'South Georgia', keywords: 'GS +500 500' },
  { label: 'Georgia', keywords: 'GE +995 995' },
];

test.each([
  ['', ['Austria', 'Côte d’Ivoire', 'Germany', 'South Georgia', 'Georgia']],
  ['ge', ['Germany', 'Georgia', 'South Georgia']],
  ['cote', ['Côte d’Ivoire']],
  ['+49', ['Germany']],
  ['4', ['Austria', 'Germany']],
  ['de', ['Germany']],
  ['nowhere', []],
])('"%s" finds %j', (typed, found) => {
  expect(searchOptions(OPTIONS, typed).map(({ label }) => label)).toEqual(found);
});
