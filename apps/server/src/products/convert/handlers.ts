import { mergeEffects } from '../../kernel/effects.ts';
import type { Command, CoreModule, CoreState, Effects } from '../../kernel/types.ts';
import { type FillBody, fill } from './fill.ts';
import { convertOffers } from './offer.ts';
import { type ConvertFacts, gatherPrices } from './price.ts';
import { type ExpireBody, end, expire, onTime, type QuoteBody, quote } from './quote.ts';
import { FILLS_TABLE, QUOTES_TABLE, TERMS_TABLE } from './rows.ts';
import { CONVERT, type ConvertRows, type ConvertSlice, convertOf, emptySlice, liveQuotesOf, reduce } from './slice.ts';
import type { ConvertOffer } from './terms.ts';

export type ConvertCommands = {
  readonly 'convert.define': { readonly body: ConvertOffer; readonly facts: null };
  readonly 'convert.quote': { readonly body: QuoteBody; readonly facts: ConvertFacts };
  readonly 'convert.fill': { readonly body: FillBody; readonly facts: ConvertFacts };
  readonly 'convert.expire': { readonly body: ExpireBody; readonly facts: null };
};

/** Ends the user's firm quotes; conversions are final at once and leave nothing open. */
const closeAll = (state: CoreState, command: Command): Effects =>
  mergeEffects(liveQuotesOf(convertOf(state), command.userId, command.book).map((open) => end(open, 'reset', command)));

export const convertModule: CoreModule<ConvertCommands, ConvertRows, ConvertSlice> = {
  name: CONVERT.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, QUOTES_TABLE, FILLS_TABLE],
  reduce,
  handlers: {
    'convert.define': convertOffers.define,
    'convert.quote': quote,
    'convert.fill': fill,
    'convert.expire': expire,
  },
  gather: { 'convert.quote': gatherPrices, 'convert.fill': gatherPrices },
  internal: ['convert.define', 'convert.expire'],
  onTime,
  closeAll,
};
