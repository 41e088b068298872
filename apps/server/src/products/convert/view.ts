import type { ResultOf } from '@glasshouse/api/calls';
import { formatPoints } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { ConvertOrder, Fill, FirmQuote, KeptTick, Priced, Quote } from './rows.ts';

function tickWire(tick: KeptTick): FillWire['ticks'][number] {
  const text = (points: number): string => formatPoints(points, tick.precision);
  return {
    code: tick.code,
    tick: { seq: tick.seq, price: text(tick.mid), bid: text(tick.bid), ask: text(tick.ask), at: isoTime(tick.at) },
  };
}

const ticksWire = ({ from_tick, to_tick }: Priced): FillWire['ticks'] =>
  [from_tick, to_tick].filter((tick) => tick !== null).map(tickWire);

/** A firm price as the API shows it. */
export const quoteWire = (quote: FirmQuote): Omit<ResultOf<'quoteConversion'>, 'next'> => ({
  ...reservedQuoteWire(quote),
  marginRate: quote.margin_rate,
  bandRate: quote.band_rate,
  ticks: ticksWire(quote),
  priceAt: isoTime(Math.min(...[quote.from_tick, quote.to_tick].flatMap((tick) => tick?.at ?? []))),
  quotedAt: isoTime(quote.quoted_at),
});

/** A quote of before, as its log entry has it. */
export const reservedQuoteWire = (quote: Pick<Quote, 'quote_id' | 'expires_at'> & Priced) => ({
  quoteId: quote.quote_id,
  from: quote.from_asset,
  to: quote.to_asset,
  amount: quote.amount,
  receive: quote.receive,
  reference: quote.reference,
  price: quote.price,
  spreadRate: quote.spread_rate,
  expiresAt: isoTime(quote.expires_at),
});

/** A conversion as the API shows it. */
export type FillWire = ResultOf<'listConversions'>['items'][number];

/** What every conversion shows, in the order of entries from before there was more. */
const shownOf = (priced: Priced & { readonly id: number }, received: string, at: number) => ({
  id: priced.id,
  from: priced.from_asset,
  to: priced.to_asset,
  amount: priced.amount,
  received,
  reference: priced.reference,
  price: priced.price,
  spreadRate: priced.spread_rate,
  ticks: ticksWire(priced),
  at: isoTime(at),
});

export const fillWire = (fill: Fill): FillWire => ({
  ...shownOf(fill, fill.receive, fill.at),
  // Left out of conversions of before, whose receipts were signed without.
  ...(fill.quote_id === null && fill.filled_by === null ? {} : { state: 'filled' as const }),
  ...(fill.band_rate === null ? {} : { bandRate: fill.band_rate }),
  ...(fill.lead_ms === null ? {} : { leadMs: fill.lead_ms }),
});

/** One that waits for its price or was cancelled, at the prices that were seen. */
export const orderWire = (order: ConvertOrder): FillWire => ({
  ...shownOf(order, '0', order.closed_at ?? order.placed_at),
  expected: order.receive,
  least: order.least,
  state: order.state,
  ...(order.band_rate === null ? {} : { bandRate: order.band_rate }),
  ...(order.lead_ms === null ? {} : { leadMs: order.lead_ms }),
  ...(order.reason === null ? {} : { reason: order.reason }),
});
