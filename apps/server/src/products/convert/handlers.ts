import { unlessBarred } from '../../authority/barred.ts';
import { mergeEffects } from '../../kernel/core/effects.ts';
import type { Command, CommandInput, CoreModule, CoreState, Effects, MarketView } from '../../kernel/core/types.ts';
import { withinLimit } from '../../kyc-levels/within-limit.ts';
import { withinStockShare } from '../../money/house-stock/share.ts';
import { type FillBody, fill } from './fill.ts';
import { convertOffers } from './offer.ts';
import { type ConvertFacts, gatherPrices } from './price.ts';
import { askQuote, gatherFill, type QuotedFacts } from './quote.ts';
import { type ExpireBody, end, expire, expiriesDue, type QuoteBody, quote } from './reserved-quotes.ts';
import { FILLS_TABLE, ORDERS_TABLE, QUOTES_TABLE, TERMS_TABLE } from './rows.ts';
import { CONVERT, type ConvertRows, type ConvertSlice, convertOf, emptySlice, liveQuotesOf, reduce } from './slice.ts';
import type { ConvertOffer } from './terms.ts';
import { endOrders, type LapseBody, lapse, lapsesDue, type MatchBody, match, onTick } from './waiting.ts';
import { worthOfFill } from './worth.ts';

export type ConvertCommands = {
  readonly 'convert.define': { readonly body: ConvertOffer; readonly facts: null };
  readonly 'convert.fill': { readonly body: FillBody; readonly facts: QuotedFacts };
  readonly 'convert.match': { readonly body: MatchBody; readonly facts: null };
  readonly 'convert.lapse': { readonly body: LapseBody; readonly facts: null };
  /** Quotes of before; only logs have them. */
  readonly 'convert.quote': { readonly body: QuoteBody; readonly facts: ConvertFacts };
  readonly 'convert.expire': { readonly body: ExpireBody; readonly facts: null };
};

/** Ends what waits, and quotes of before; conversions are final and leave nothing open. */
const closeAll = (state: CoreState, command: Command): Effects =>
  mergeEffects([
    endOrders(state, command),
    ...liveQuotesOf(convertOf(state), command.userId, command.book).map((open) => end(open, 'reset', command)),
  ]);

const onTime = (state: CoreState, at: number, market: MarketView): CommandInput[] => [
  ...lapsesDue(state, at, market),
  ...expiriesDue(state, at),
];

export const convertModule: CoreModule<ConvertCommands, ConvertRows, ConvertSlice> = {
  name: CONVERT.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, QUOTES_TABLE, ORDERS_TABLE, FILLS_TABLE],
  reduce,
  handlers: {
    'convert.define': convertOffers.define,
    'convert.fill': unlessBarred(
      withinLimit({ kind: 'trading', field: 'amount', worthOf: worthOfFill }, withinStockShare(fill)),
    ),
    'convert.match': match,
    'convert.lapse': lapse,
    'convert.quote': quote,
    'convert.expire': expire,
  },
  gather: { 'convert.quote': gatherPrices, 'convert.fill': gatherFill },
  questions: { 'convert.ask': askQuote },
  internal: ['convert.define', 'convert.match', 'convert.lapse', 'convert.quote', 'convert.expire'],
  onTick,
  onTime,
  closeAll,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
};
