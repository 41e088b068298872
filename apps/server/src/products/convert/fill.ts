import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CoreState, Outcome, Posting, Refusal } from '../../kernel/core/types.ts';
import {
  type ConvertBody,
  keptTick,
  priceNow,
  refuseHeldPrices,
  refusePrices,
  slippageOf,
  waitsForNextTick,
} from './price.ts';
import { isUsable, type QuotedFacts } from './quote.ts';
import { usableQuote } from './reserved-quotes.ts';
import { type Fill, fillChange, PLAIN_FILL, type Priced, type Quote, quoteChange } from './rows.ts';
import { type ConvertSlice, convertOf } from './slice.ts';
import { fillWire } from './view.ts';
import { isStillGood, order, orderAtQuote } from './waiting.ts';

export type FillBody = ConvertBody & { readonly quoteId: string | null };

/**
 * Takes an order that the next prices make, by a firm price or without one; under terms of before
 * a firm price converts at once. Refusals of a firm price, in order: 11058 not this user's, not for
 * this, used, replaced or over, 10015 a market that is closed, stale or held, 11235 moved beyond
 * its band already, 11075 too many that wait, 11079 balance, 11080 no capacity in the pool.
 */
export function fill(state: CoreState, command: Command<FillBody, QuotedFacts>): Outcome {
  const slice = convertOf(state);
  if (command.body.quoteId === null) {
    const slippage = slippageOf(slice, command.body);
    if (slippage !== undefined) return order(state, command, slippage);
  }
  const found = pricesOf(state, command);
  if (!found.ok) return found;
  const { quote } = command.facts;
  if (quote != null && waitsForNextTick(slice, command.body)) return orderAtQuote(state, command, quote);
  const { made, used } = found;
  const { userId, book, seq } = command;
  const amount = amountOf(made.amount);
  const receive = amountOf(made.receive);
  const account = userAccount(userId, book, made.from_asset, 'available');
  if (balanceOf(state, account) < amount) return refuse(code.coinBalanceInsufficient, 'amount');
  const pool = houseAccount(book, made.to_asset, 'pool.liquidity');
  const promised = houseAccount(book, made.to_asset, 'reserve.convert');
  if (used === undefined && balanceOf(state, pool) < receive) return refuse(code.poolFull, 'amount');
  const ref = String(seq);
  const postings: Posting[] = [
    {
      from: account,
      to: houseAccount(book, made.from_asset, 'pool.liquidity'),
      amount,
      reason: 'convert.give',
      ref,
    },
    {
      from: used === undefined ? pool : promised,
      to: userAccount(userId, book, made.to_asset, 'available'),
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

/** `used`: a quote of before, which has its amount in reserve. */
type FillResult = { readonly ok: true; readonly made: Fill; readonly used: Quote | undefined } | Refusal;

function pricesOf(state: CoreState, command: Command<FillBody, QuotedFacts>): FillResult {
  const { body, facts, at, seq, userId, book } = command;
  const whose = { ...PLAIN_FILL, id: seq, user_id: userId, book, at };
  if (body.quoteId === null) {
    const priced = priceNow(state, { whose: command, body, facts, at, isFirm: false });
    return priced.ok ? { ok: true, made: { ...whose, ...priced.priced }, used: undefined } : priced;
  }
  if (facts.quote !== undefined) return firmOf(convertOf(state), command, whose);
  const held = refuseHeldPrices(facts);
  if (held !== undefined) return held;
  const amount = parseAmount(body.amount);
  const request: ConvertBody = { ...body, amount: amount === undefined ? body.amount : formatAmount(amount) };
  const used = usableQuote(convertOf(state), { quoteId: body.quoteId, command, body: request });
  if (used === undefined) return refuse(code.quoteExpired, 'quoteId');
  return { ok: true, made: { ...whose, ...pricedOf(used), quote: used.id }, used };
}

/** The firm price, checked against the market of now. */
function firmOf(
  slice: ConvertSlice,
  command: Command<FillBody, QuotedFacts>,
  whose: Pick<Fill, 'id' | 'user_id' | 'book' | 'at'> & typeof PLAIN_FILL,
): FillResult {
  const { facts, at } = command;
  const quote = facts.quote ?? null;
  const from = slice.terms.get(command.body.from);
  const to = slice.terms.get(command.body.to);
  if (quote === null || !isUsable(quote, command) || from === undefined || to === undefined) {
    return refuse(code.quoteExpired, 'quoteId');
  }
  const closed = refusePrices({ from, to }, facts, at);
  if (closed !== undefined) return closed;
  const { expires_at, network, ...priced } = quote;
  const now = { now_from: keptTick(from, facts.from), now_to: keptTick(to, facts.to) };
  if (!isStillGood({ ...priced, ...now })) return refuse(code.quoteMoved, 'quoteId');
  return { ok: true, made: { ...whose, ...priced, ...now }, used: undefined };
}

function pricedOf(quote: Quote): Priced {
  const { id, quote_id, state, placed_at, expires_at, closed_by, ...priced } = quote;
  return priced;
}
