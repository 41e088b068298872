import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount } from '../../kernel/core/accounts.ts';
import { mergeEffects } from '../../kernel/core/effects.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, Effects, Outcome, Posting } from '../../kernel/core/types.ts';
import { type ConvertBody, type ConvertFacts, priceNow } from './price.ts';
import { type Quote, type QuoteState, quoteChange } from './rows.ts';
import { type ConvertSlice, convertOf, liveQuotesOf } from './slice.ts';
import { reservedQuoteWire } from './view.ts';

export type QuoteBody = ConvertBody & { readonly quoteId: string };
export type ExpireBody = { readonly quotes: readonly number[] };

/*
 * Quotes of before: each was logged and reserved what it promised. Nobody can ask for one any more;
 * logs that hold them still replay, and those that were open when the server was replaced end.
 */

/** Makes a quote and reserves what it promises. */
export function quote(state: CoreState, command: Command<QuoteBody, ConvertFacts>): Outcome {
  const { userId, book, at, seq, body, facts } = command;
  const slice = convertOf(state);
  const priced = priceNow(state, { whose: command, body, facts, at, isFirm: false });
  if (!priced.ok) return priced;
  // Identifiers are random; one in use is not given to a second quote.
  if (slice.byQuoteId.has(body.quoteId)) return refuse(code.quoteExpired);

  const live = liveQuotesOf(slice, userId, book);
  const replaced = live.slice(0, Math.max(0, live.length - figureOf(state, 'convert.liveQuotesMax') + 1));
  const ended = replaced.map((old) => end(old, 'replaced', command));
  const { priced: terms, receive } = priced;
  const pool = houseAccount(book, terms.to_asset, 'pool.liquidity');
  // What the replaced ones had reserved is available to this one.
  const freed = ended
    .flatMap(({ postings }) => postings)
    .reduce((sum, { to, amount }) => (to === pool ? sum + amount : sum), 0n);
  if (balanceOf(state, pool) + freed < receive) return refuse(code.poolFull, 'amount');

  const made: Quote = {
    id: seq,
    quote_id: body.quoteId,
    user_id: userId,
    book,
    ...terms,
    state: 'open',
    placed_at: at,
    expires_at: at + figureOf(state, 'convert.quoteMs'),
    closed_by: null,
  };
  const reserve = houseAccount(book, terms.to_asset, 'reserve.convert');
  const posting: Posting = { from: pool, to: reserve, amount: receive, reason: 'convert.reserve', ref: String(seq) };
  return {
    ok: true,
    result: reservedQuoteWire(made),
    postings: [...ended.flatMap(({ postings }) => postings), posting],
    rows: [...ended.flatMap(({ rows }) => rows), quoteChange(made)],
    events: [],
  };
}

/** Ends an unused quote and releases its reserve. */
export function end(open: Quote, state: Exclude<QuoteState, 'open' | 'used'>, command: Command): Effects {
  const { book, to_asset: asset, id } = open;
  const from = houseAccount(book, asset, 'reserve.convert');
  const to = houseAccount(book, asset, 'pool.liquidity');
  const posting: Posting = { from, to, amount: amountOf(open.receive), reason: 'convert.release', ref: String(id) };
  return { postings: [posting], rows: [quoteChange({ ...open, state, closed_by: command.seq })], events: [] };
}

/** Ends expired quotes. */
export function expire(state: CoreState, command: Command<ExpireBody>): Outcome {
  const { quotes } = command.body;
  const slice = convertOf(state);
  const parts = quotes.map((id) => {
    const open = slice.quotes.get(id);
    if (open === undefined || command.at <= open.expires_at) throw new Error(`quote ${id} has not expired`);
    return end(open, 'expired', command);
  });
  return { ok: true, result: { quotes: parts.length }, ...mergeEffects(parts) };
}

/** Expiries looked at per time event: ticks get their turn between the rounds. */
const EXPIRED_PER_ROUND = 2_000;

/** O(log n) for each quote that expires, nothing for the others. */
export function expiriesDue(state: CoreState, at: number): CommandInput[] {
  const slice = convertOf(state);
  const due: number[] = [];
  for (let looked = 0; looked < EXPIRED_PER_ROUND && slice.expiries.peekKey() < at; looked += 1) {
    due.push(slice.expiries.pop() as number);
  }
  return internalCommands(due, { type: 'convert.expire', live: slice.quotes, bodyOf: (quotes) => ({ quotes }) });
}

/** The user's open firm quote with this id and content; undefined when there is none. */
export function usableQuote(
  slice: ConvertSlice,
  request: { quoteId: string; command: Command; body: ConvertBody },
): Quote | undefined {
  const found = slice.quotes.get(slice.byQuoteId.get(request.quoteId) ?? 0);
  if (found === undefined || found.expires_at < request.command.at) return undefined;
  const { userId, book } = request.command;
  const { from, to, amount } = request.body;
  const same =
    found.user_id === userId &&
    found.book === book &&
    found.from_asset === from &&
    found.to_asset === to &&
    found.amount === amount;
  return same ? found : undefined;
}
