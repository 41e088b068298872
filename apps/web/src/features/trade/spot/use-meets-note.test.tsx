/** What the spot ticket says about the price at which an order meets the house's quotes. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SpotDraft, SpotTerms } from './draft.ts';
import { useMeetsNote } from './use-meets-note.ts';

function Note({ terms }: { terms: Partial<SpotTerms> }) {
  return useMeetsNote({ type: 'limit', timeInForce: 'gtc' } as unknown as SpotDraft, terms as SpotTerms);
}

test.each<[string, Partial<SpotTerms>, string]>([
  ['under terms of before', {}, ''],
  ['where times of prices are exact', { awaits: ['BTCUSDT'] }, 'spot.meets'],
  ['where prices count from a second after the order', { awaits: ['BTCUSDT'], leadMs: 1_000 }, 'spot.meetsLead'],
])('%s', (_case, terms, note) => {
  expect(renderToStaticMarkup(<Note terms={terms} />)).toBe(note);
});
