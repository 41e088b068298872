/** What the spot ticket says about the price at which an order meets the house's quotes. */

import type { SpotDraft, SpotTerms } from '@glasshouse/trade/spot/draft';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useMeetsNote } from './use-meets-note.ts';

function Note({ terms, draft }: { terms: Partial<SpotTerms>; draft?: Partial<SpotDraft> }) {
  return useMeetsNote({ type: 'limit', timeInForce: 'GTC', ...draft } as SpotDraft, terms as SpotTerms);
}

test.each<[string, Partial<SpotTerms>, string]>([
  ['under terms of before', {}, ''],
  ['where times of prices are exact', { awaits: ['BTCUSDT'] }, 'spot.meets'],
  ['where prices count from a second after the order', { awaits: ['BTCUSDT'], leadMs: 1_000 }, 'spot.meetsLead'],
])('%s', (_case, terms, note) => {
  expect(renderToStaticMarkup(<Note terms={terms} />)).toBe(note);
});

test.each<[string, Partial<SpotDraft>, Partial<SpotTerms>, string]>([
  ['a stop, where times of prices are exact', { type: 'stop' }, { awaits: [] }, ''],
  ['a stop, where prices count from a second later', { type: 'stop' }, { awaits: [], leadMs: 1_000 }, 'spot.heldLead'],
  ['a post-only order, there', { timeInForce: 'postOnly' }, { awaits: [], leadMs: 1_000 }, 'spot.heldLead'],
])('%s', (_case, draft, terms, note) => {
  expect(renderToStaticMarkup(<Note draft={draft} terms={terms} />)).toBe(note);
});
