import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../../kernel/accounts.ts';
import { balanceOf } from '../../kernel/state.ts';
import type { Command, CoreState, Outcome, Posting } from '../../kernel/types.ts';
import { type ConvertBody, type ConvertFacts, priceNow } from './price.ts';
import { usableQuote } from './quote.ts';
import { type Fill, fillChange, type Priced, type Quote, quoteChange } from './rows.ts';
import { type ConvertSlice, convertOf } from './slice.ts';
import { fillWire } from './wire.ts';

export type FillBody = ConvertBody & { readonly quoteId: string | null };

/**
 * Converts, by a firm quote whatever the market does meanwhile, or at the price of this moment. Refusals in order: those
 * of the price, or 11058 where a quote is named that is not this user's, not for this, used or over; then 11079 balance,
 * 11080 without room in the pool.
 */
export function fill(state: CoreState, command: Command): Outcome {
  const body = command.body as FillBody;
  const { userId, book, at, seq } = command;
  const found = pricesOf(convertOf(state), command, body);
  if (!found.ok) return { ok: false, code: found.code, fields: { [found.field]: found.code } };
  const { priced, used } = found;
  const amount = amountOf(priced.amount);
  const receive = amountOf(priced.receive);
  const given = userAccount(userId, book, priced.from_asset, 'available');
  if (balanceOf(state, given) < amount) {
    return { ok: false, code: code.coinBalanceInsufficient, fields: { amount: code.coinBalanceInsufficient } };
  }
  const pool = houseAccount(book, priced.to_asset, 'pool.liquidity');
  const promised = houseAccount(book, priced.to_asset, 'reserve.convert');
  if (used === undefined && balanceOf(state, pool) < receive) {
    return { ok: false, code: code.poolFull, fields: { amount: code.poolFull } };
  }
  const made: Fill = { id: seq, quote: used?.id ?? null, ...priced, user_id: userId, book, at };
  const ref = String(seq);
  const postings: Posting[] = [
    {
      from: given,
      to: houseAccount(book, priced.from_asset, 'pool.liquidity'),
      amount,
      reason: 'convert.give',
      ref,
    },
    {
      from: used === undefined ? pool : promised,
      to: userAccount(userId, book, priced.to_asset, 'available'),
      amount: receive,
      reason: 'convert.receive',
      ref,
    },
  ];
  const rows = [fillChange(made)];
  if (used !== undefined) rows.push(quoteChange({ ...used, state: 'used', closed_by: seq }));
  const shown = fillWire(made);
  return { ok: true, result: shown, postings, rows, events: [{ userId, book, kind: 'convert.fill', data: shown }] };
}

type Found =
  | { readonly ok: true; readonly priced: Omit<Priced, 'user_id' | 'book'>; readonly used: Quote | undefined }
  | { readonly ok: false; readonly code: number; readonly field: string };

function pricesOf(slice: ConvertSlice, command: Command, body: FillBody): Found {
  if (body.quoteId === null) {
    const priced = priceNow(slice, { body, facts: command.facts as ConvertFacts, at: command.at });
    return priced.ok ? { ok: true, priced: priced.priced, used: undefined } : priced;
  }
  const amount = parseAmount(body.amount);
  // Written as the quote has it: 1.50 is the amount that was quoted as 1.5.
  const asked: ConvertBody = { ...body, amount: amount === undefined ? body.amount : formatAmount(amount) };
  const used = usableQuote(slice, { quoteId: body.quoteId, command, body: asked });
  if (used === undefined) return { ok: false, code: code.quoteExpired, field: 'quoteId' };
  return { ok: true, priced: pricedOf(used), used };
}

function pricedOf(quote: Quote): Omit<Priced, 'user_id' | 'book'> {
  const { id, quote_id, state, placed_at, expires_at, closed_by, user_id, book, ...priced } = quote;
  return priced;
}
