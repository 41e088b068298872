import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { leastReceived } from '@glasshouse/rules/convert';
import { type Amount, amountOf, formatAmount, formatRate, parseAmount, rateOf, ZERO } from '@glasshouse/rules/money';
import { refuseBarred } from '../../authority/barred.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, MarketView, QuestionOutcome } from '../../kernel/core/types.ts';
import { type PromisedFact, promisedFact, promiseStock } from '../../money/house-stock/promises.ts';
import { stockLeft } from '../../money/house-stock/share.ts';
import { leadOf } from '../../trading/lead.ts';
import type { NetworkFact } from '../../trading/network-share.ts';
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
import { convertOf, firmOfPair, keepQuote } from './slice.ts';
import { quoteWire } from './view.ts';

export type AskBody = ConvertBody & { readonly quoteId: string };

/**
 * Answers with a firm price, which replaces the one that the person had for the pair. Refusals in
 * order: 10008 frozen, those of the price, 11080 no capacity in the pool, then 11236 more than is
 * left of the share of the person's network, in which the price then sets its amount aside: for
 * whoever has what they would give.
 */
export function askQuote(state: CoreState, input: CommandInput, at: number, market: MarketView): QuestionOutcome {
  const body = input.body as AskBody;
  const { userId, book, network } = input;
  const barred = refuseBarred(state, userId);
  if (barred !== undefined) return barred;
  const slice = convertOf(state);
  const facts = gatherPrices({ body }, at, market);
  const priced = priceNow(state, { whose: input, body, facts, at, isFirm: true });
  if (!priced.ok) return priced;
  const pool = houseAccount(book, priced.priced.to_asset, 'pool.liquidity');
  if (balanceOf(state, pool) < priced.receive) return refuse(code.poolFull, 'amount');
  // Whoever cannot pay for it would keep others from the share for nothing.
  const canPay = amountOf(priced.priced.amount) <= balanceOf(state, userAccount(userId, book, body.from, 'available'));
  const share = network === undefined || !canPay ? undefined : { book, asset: priced.priced.to_asset, network };
  const left = share && stockLeft(state, share, at);
  const replaced = firmOfPair(slice, { book, user_id: userId, from_asset: body.from, to_asset: body.to }, at);
  if (left !== undefined && left + ownPromise(replaced, network) < priced.receive)
    return refuse(code.networkLimit, 'amount');
  const bands = [body.from, body.to].map((asset) => rateOf(slice.terms.get(asset)?.bandRate ?? '0'));
  const made: FirmQuote = {
    ...priced.priced,
    quote_id: body.quoteId,
    user_id: userId,
    book,
    band_rate: formatRate(bands.reduce(larger)),
    quoted_at: at,
    expires_at: at + figureOf(state, 'convert.quoteMs'),
    ...(left === undefined ? {} : { network: network as string }),
  };
  const result = {
    ...quoteWire(made),
    ...leadOf({ leadMs: leadOfAssets(slice, made) }),
    next: nextOf(state, { whose: input, body, facts, at }),
  };
  if (!keepQuote(slice, made)) return refuse(code.quoteExpired);
  if (share !== undefined && left !== undefined) {
    const promise = { userId, amount: priced.receive, endsAt: made.expires_at };
    slice.releases.set(made.quote_id, promiseStock(state, share, promise));
  }
  return { ok: true, result };
}

/** What a price that ends now has set aside in the share of the network. */
const ownPromise = (quote: FirmQuote | undefined, network: string | undefined): Amount =>
  quote?.network === undefined || quote.network !== network ? ZERO : amountOf(quote.receive);

/** What the price of now would give somebody who takes the next one instead. */
function nextOf(
  state: CoreState,
  request: { readonly whose: Whose; readonly body: ConvertBody; readonly facts: ConvertFacts; readonly at: number },
): ResultOf<'quoteConversion'>['next'] {
  const priced = priceNow(state, { ...request, isFirm: false });
  const slippage = slippageOf(convertOf(state), request.body);
  if (!priced.ok || slippage === undefined) return null;
  const { receive, margin_rate } = priced.priced;
  const least = formatAmount(leastReceived(priced.receive, slippage));
  return { receive, least, marginRate: margin_rate, slippageRate: formatRate(slippage) };
}

/** What a conversion by a quote is decided by: null for one that nobody holds. */
export type QuotedFacts = ConvertFacts & NetworkFact & PromisedFact & { readonly quote?: FirmQuote | null };

export function gatherFill(
  input: CommandInput<ConvertBody & { readonly quoteId: string | null }>,
  at: number,
  market: MarketView,
  state: CoreState,
): QuotedFacts {
  const { body, userId, book, network } = input;
  const slice = convertOf(state);
  // Any conversion of a pair ends the firm price that the person had for it.
  const ended = firmOfPair(slice, { book, user_id: userId, from_asset: body.from, to_asset: body.to }, at);
  const promised = promisedFact(state, input, { asset: body.to, at, ownPromise: ownPromise(ended, network) });
  const facts = { ...gatherPrices({ body }, at, market), ...promised };
  return body.quoteId === null ? facts : { ...facts, quote: slice.firm.get(body.quoteId) ?? null };
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
