import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../../kernel/accounts.ts';
import { refuse } from '../../kernel/refusal.ts';
import { balanceOf } from '../../kernel/state.ts';
import type { Command, CoreState, Outcome, Posting, Refusal } from '../../kernel/types.ts';
import { type ConvertBody, type ConvertFacts, priceNow } from './price.ts';
import { usableQuote } from './quote.ts';
import { type Fill, fillChange, type Priced, type Quote, quoteChange } from './rows.ts';
import { type ConvertSlice, convertOf } from './slice.ts';
import { fillWire } from './wire.ts';

export type FillBody = ConvertBody & { readonly quoteId: string | null };

/**
 * Converts, by a firm quote whatever the market has done since, or at the price of now. Refusals in
 * order: those of the price, or 11058 for a quote that is not this user's, not for this, used or
 * over; then 11079 balance, 11080 no capacity in the pool.
 */
export function fill(state: CoreState, command: Command<FillBody, ConvertFacts>): Outcome {
  const { userId, book, at, seq } = command;
  const found = pricesOf(convertOf(state), command);
  if (!found.ok) return found;
  const { priced, used } = found;
  const amount = amountOf(priced.amount);
  const receive = amountOf(priced.receive);
  const given = userAccount(userId, book, priced.from_asset, 'available');
  if (balanceOf(state, given) < amount) {
    return refuse(code.coinBalanceInsufficient, 'amount');
  }
  const pool = houseAccount(book, priced.to_asset, 'pool.liquidity');
  const promised = houseAccount(book, priced.to_asset, 'reserve.convert');
  if (used === undefined && balanceOf(state, pool) < receive) {
    return refuse(code.poolFull, 'amount');
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
  | Refusal;

function pricesOf(slice: ConvertSlice, command: Command<FillBody, ConvertFacts>): Found {
  const { body, facts, at } = command;
  if (body.quoteId === null) {
    const priced = priceNow(slice, { body, facts, at });
    return priced.ok ? { ok: true, priced: priced.priced, used: undefined } : priced;
  }
  const amount = parseAmount(body.amount);
  // In the quote's form: 1.50 is what was quoted as 1.5.
  const asked: ConvertBody = { ...body, amount: amount === undefined ? body.amount : formatAmount(amount) };
  const used = usableQuote(slice, { quoteId: body.quoteId, command, body: asked });
  if (used === undefined) return refuse(code.quoteExpired, 'quoteId');
  return { ok: true, priced: pricedOf(used), used };
}

function pricedOf(quote: Quote): Omit<Priced, 'user_id' | 'book'> {
  const { id, quote_id, state, placed_at, expires_at, closed_by, user_id, book, ...priced } = quote;
  return priced;
}
