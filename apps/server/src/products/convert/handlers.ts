import { code } from '@glasshouse/api/codes';
import { CONVERT_SPREAD_LIMIT } from '@glasshouse/rules/convert';
import { parseAmount, parseRate } from '@glasshouse/rules/money';
import type { Command, CoreModule, CoreState, Effects, Outcome } from '../../kernel/types.ts';
import { fill } from './fill.ts';
import { gather } from './price.ts';
import { end, expire, onTime, quote } from './quote.ts';
import { FILLS_TABLE, QUOTES_TABLE, TERMS_TABLE } from './rows.ts';
import { CONVERT, type ConvertSlice, convertOf, emptySlice, liveQuotesOf, reduce } from './slice.ts';
import { type ConvertOffer, type ConvertTerms, codeOf, termsJson, USDT } from './terms.ts';

/** Sets by what terms an asset is converted from now on; quotes that were made keep theirs. */
function define(state: CoreState, command: Command): Outcome {
  const offer = command.body as unknown as ConvertOffer;
  const margin = parseRate(offer.marginRate);
  const min = parseAmount(offer.minUsdt);
  const max = parseAmount(offer.maxUsdt);
  const sound =
    margin !== undefined &&
    0n <= margin &&
    margin < CONVERT_SPREAD_LIMIT &&
    min !== undefined &&
    max !== undefined &&
    0n < min &&
    min <= max &&
    offer.code === (offer.asset === USDT ? null : codeOf(offer.asset));
  if (!sound) return { ok: false, code: code.productIncorrect, fields: { asset: code.outOfRange } };
  const version = (convertOf(state).terms.get(offer.asset)?.version ?? 0) + 1;
  const terms: ConvertTerms = { ...offer, version };
  const row = { asset: offer.asset, version, terms: termsJson(terms) };
  return { ok: true, result: { version }, postings: [], rows: [{ table: TERMS_TABLE.table, row }], events: [] };
}

/** Ends the user's firm quotes; conversions are over at once and leave nothing open. */
function closeAll(state: CoreState, command: Command): Effects {
  const parts = liveQuotesOf(convertOf(state), command.userId, command.book).map((open) => end(open, 'reset', command));
  return { postings: parts.flatMap(({ postings }) => postings), rows: parts.flatMap(({ rows }) => rows), events: [] };
}

/** Whether the offer differs from what is in force, so that it must be defined anew. */
export function convertOfferChanged(state: CoreState, offer: ConvertOffer): boolean {
  const current = convertOf(state).terms.get(offer.asset);
  if (current === undefined) return true;
  return (Object.keys(offer) as (keyof ConvertOffer)[]).some((key) => current[key] !== offer[key]);
}

export const convertModule: CoreModule<ConvertSlice> = {
  name: CONVERT.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, QUOTES_TABLE, FILLS_TABLE],
  reduce,
  handlers: { 'convert.define': define, 'convert.quote': quote, 'convert.fill': fill, 'convert.expire': expire },
  internal: ['convert.define', 'convert.expire'],
  gather,
  onTime,
  closeAll,
};
