import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { leastReceived } from '@glasshouse/rules/convert';
import { formatAmount, formatRate, parseAmount, rateOf } from '@glasshouse/rules/money';
import { refuseBarred } from '../../authority/barred.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount } from '../../kernel/accounts.ts';
import { leadOf } from '../../kernel/lead.ts';
import { type NetworkFact, networkFact } from '../../kernel/network-share.ts';
import { refuse } from '../../kernel/refusal.ts';
import { balanceOf } from '../../kernel/state.ts';
import type { Command, CommandInput, CoreState, MarketView, QuestionOutcome } from '../../kernel/types.ts';
import {
  type ConvertBody,
  type ConvertFacts,
  gatherPrices,
  larger,
  leadOfAssets,
  priceNow,
  slippageOf,
  type Whose,
} from './price.ts';
import type { FirmQuote } from './rows.ts';
import { convertOf, keepQuote } from './slice.ts';
import { quoteWire } from './wire.ts';

export type AskBody = ConvertBody & { readonly quoteId: string };

/**
 * Answers with a firm price, which replaces the one that the person had for the pair. Refusals in
 * order: 10008 frozen, those of the price, then 11080 no capacity in the pool.
 */
export function askQuote(state: CoreState, input: CommandInput, at: number, market: MarketView): QuestionOutcome {
  const body = input.body as AskBody;
  const { userId, book } = input;
  const barred = refuseBarred(state, userId);
  if (barred !== undefined) return barred;
  const slice = convertOf(state);
  const facts = gatherPrices({ body }, at, market);
  const priced = priceNow(state, { whose: input, body, facts, at, isFirm: true });
  if (!priced.ok) return priced;
  const pool = houseAccount(book, priced.priced.to_asset, 'pool.liquidity');
  if (balanceOf(state, pool) < priced.receive) return refuse(code.poolFull, 'amount');
  const bands = [body.from, body.to].map((asset) => rateOf(slice.terms.get(asset)?.bandRate ?? '0'));
  const made: FirmQuote = {
    ...priced.priced,
    quote_id: body.quoteId,
    user_id: userId,
    book,
    band_rate: formatRate(bands.reduce(larger)),
    quoted_at: at,
    expires_at: at + figureOf(state, 'convert.quoteMs'),
  };
  const result = {
    ...quoteWire(made),
    ...leadOf({ leadMs: leadOfAssets(slice, made) }),
    next: nextOf(state, { whose: input, body, facts, at }),
  };
  return keepQuote(slice, made) ? { ok: true, result } : refuse(code.quoteExpired);
}

/** What the price of now would give somebody who takes the next one instead. */
function nextOf(
  state: CoreState,
  of: { readonly whose: Whose; readonly body: ConvertBody; readonly facts: ConvertFacts; readonly at: number },
): ResultOf<'quoteConversion'>['next'] {
  const priced = priceNow(state, { ...of, isFirm: false });
  const slippage = slippageOf(convertOf(state), of.body);
  if (!priced.ok || slippage === undefined) return null;
  const { receive, margin_rate } = priced.priced;
  const least = formatAmount(leastReceived(priced.receive, slippage));
  return { receive, least, marginRate: margin_rate, slippageRate: formatRate(slippage) };
}

/** What a conversion by a quote is decided by: null for one that nobody holds. */
export type QuotedFacts = ConvertFacts & NetworkFact & { readonly quote?: FirmQuote | null };

export function gatherFill(
  input: CommandInput<ConvertBody & { readonly quoteId: string | null }>,
  at: number,
  market: MarketView,
  state: CoreState,
): QuotedFacts {
  const { body } = input;
  const facts = { ...gatherPrices({ body }, at, market), ...networkFact(input) };
  return body.quoteId === null ? facts : { ...facts, quote: convertOf(state).firm.get(body.quoteId) ?? null };
}

/** Whether the quote is this person's, for just this, and not over. */
export function isUsable(quote: FirmQuote, command: Command<ConvertBody>): boolean {
  const { userId, book, at, body } = command;
  const amount = parseAmount(body.amount);
  return (
    quote.user_id === userId &&
    quote.book === book &&
    quote.from_asset === body.from &&
    quote.to_asset === body.to &&
    amount !== undefined &&
    // In the quote's form: 1.50 is what was quoted as 1.5.
    quote.amount === formatAmount(amount) &&
    quote.quoted_at <= at &&
    at <= quote.expires_at
  );
}
