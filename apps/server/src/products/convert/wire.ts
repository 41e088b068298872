import type { ResultOf } from '@glasshouse/api/calls';
import { formatPoints } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/iso-time.ts';
import type { Fill, KeptTick, Priced, Quote } from './rows.ts';

function tickWire(tick: KeptTick): FillWire['ticks'][number] {
  const text = (points: number): string => formatPoints(points, tick.precision);
  return {
    code: tick.code,
    tick: { seq: tick.seq, price: text(tick.mid), bid: text(tick.bid), ask: text(tick.ask), at: isoTime(tick.at) },
  };
}

const ticksWire = ({ from_tick, to_tick }: Priced): FillWire['ticks'] =>
  [from_tick, to_tick].filter((tick) => tick !== null).map(tickWire);

/** A quote as the API shows it. */
export const quoteWire = (quote: Quote): ResultOf<'quoteConversion'> => ({
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

export const fillWire = (fill: Fill): FillWire => ({
  id: fill.id,
  from: fill.from_asset,
  to: fill.to_asset,
  amount: fill.amount,
  received: fill.receive,
  reference: fill.reference,
  price: fill.price,
  spreadRate: fill.spread_rate,
  ticks: ticksWire(fill),
  at: isoTime(fill.at),
});
