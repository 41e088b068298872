import { code } from '@glasshouse/api/codes';
import { type CoinPrice, type Conversion, convert, quoteMargin, USDT_PRICE } from '@glasshouse/rules/convert';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatRate,
  mulPriceFloor,
  parseAmount,
  priceOfPoints,
  type Rate,
  rateOf,
} from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Book, CommandInput, CoreState, MarketView, Refusal, Tick } from '../../kernel/core/types.ts';
import { type HeldFact, heldOrBehind, refuseHeld } from '../../market-data/held-price.ts';
import type { KeptTick, Priced } from './rows.ts';
import { type ConvertSlice, convertOf } from './slice.ts';
import { type ConvertTerms, codeOf, USDT } from './terms.ts';

export type ConvertBody = { readonly from: string; readonly to: string; readonly amount: string };

/** The market of one asset as of sequencing; null for USDT, which needs none. */
export type AssetFacts = (HeldFact & { readonly open: boolean; readonly tick: Tick | null }) | null;
export type ConvertFacts = { readonly from: AssetFacts; readonly to: AssetFacts };

export function gatherPrices(
  { body }: Pick<CommandInput<ConvertBody>, 'body'>,
  at: number,
  market: MarketView,
): ConvertFacts {
  const factsOf = (asset: string): AssetFacts => {
    if (asset === USDT) return null;
    const instrument = codeOf(asset);
    return {
      open: market.sessionEndsAt(instrument, at) !== undefined,
      tick: market.lastTick(instrument) ?? null,
      ...heldOrBehind(market, instrument, at),
    };
  };
  return { from: factsOf(body.from), to: factsOf(body.to) };
}

export interface Whose {
  readonly userId: number;
  readonly book: Book;
}

/**
 * All that somebody has of a coin, into USDT. It has no minimum: a small remainder is good for
 * nothing else. Only the whole of it, so that an amount cut into pieces has to fit as before. Until
 * version 12 nobody could give it away.
 */
function isRemainder(
  state: CoreState,
  { userId, book }: Whose,
  request: { body: ConvertBody; amount: Amount },
): boolean {
  if (request.body.to !== USDT || rulesOf(state) < 12) return false;
  return balanceOf(state, userAccount(userId, book, request.body.from, 'available')) === request.amount;
}

export type PricedOrRefused =
  | {
      readonly ok: true;
      readonly priced: Omit<Priced, 'user_id' | 'book'>;
      readonly amount: Amount;
      readonly receive: Amount;
    }
  | Refusal;

/**
 * The price of a conversion right now; a firm one costs more. Refusals in order: 11049 an asset
 * that is not offered, or into itself, 10015 a market that is closed, stale, held or too wide,
 * 10016 the amount.
 */
export function priceNow(
  state: CoreState,
  request: { whose: Whose; body: ConvertBody; facts: ConvertFacts; at: number; isFirm: boolean },
): PricedOrRefused {
  const { whose, body, facts, at, isFirm } = request;
  const slice = convertOf(state);
  const from = slice.terms.get(body.from);
  const to = slice.terms.get(body.to);
  if (from === undefined) return refuse(code.productIncorrect, 'from');
  if (to === undefined || from === to) return refuse(code.productIncorrect, 'to');
  const closed = refusePrices({ from, to }, facts, at);
  if (closed !== undefined) return closed;
  const amount = parseAmount(body.amount);
  if (amount === undefined || amount === 0n) return refuse(code.purchaseAmountIncorrect, 'amount');

  const fromTick = keptTick(from, facts.from);
  const toTick = keptTick(to, facts.to);
  const value = mulPriceFloor(amount, coinPrice(fromTick).mid);
  const marginOf = (terms: ConvertTerms): Rate => (isFirm ? firmMargin(terms, value) : rateOf(terms.marginRate));
  const marginRate = formatRate(larger(marginOf(from), marginOf(to)));
  const result = conversionOf({ amount, marginRate, fromTick, toTick });
  // With a market this wide no conversion could keep the cost that the page promises.
  if (spreadLimitOf(state) <= result.spreadRate) return refuse(code.notTradable, 'from');
  const { receive, reference, price, spreadRate } = result;
  const isBelowMinimum = value < amountOf(from.minUsdt) || value < amountOf(to.minUsdt);
  const tooSmall = (isBelowMinimum && !isRemainder(state, whose, { body, amount })) || receive === 0n;
  const tooLarge = amountOf(from.maxUsdt) < value || amountOf(to.maxUsdt) < value;
  if (tooSmall || tooLarge) return refuse(code.purchaseAmountIncorrect, 'amount');
  return {
    ok: true,
    amount,
    receive,
    priced: {
      from_asset: from.asset,
      to_asset: to.asset,
      amount: formatAmount(amount),
      receive: formatAmount(receive),
      value_usdt: formatAmount(value),
      reference,
      price,
      spread_rate: formatRate(spreadRate),
      margin_rate: marginRate,
      from_version: from.version,
      to_version: to.version,
      from_tick: fromTick,
      to_tick: toTick,
    },
  };
}

/** 10015 while the price of either asset is missing, old, of a closed market, or held. */
export function refusePrices(
  terms: { readonly from: ConvertTerms; readonly to: ConvertTerms },
  facts: ConvertFacts,
  at: number,
): Refusal | undefined {
  for (const side of ['from', 'to'] as const) {
    if (!isFresh(terms[side], facts[side], at)) return refuse(code.notTradable, side);
  }
  return refuseHeldPrices(facts);
}

function firmMargin({ marginRate, quoteRate = '0', sizeRate = '0', maxUsdt }: ConvertTerms, value: Amount): Rate {
  const rates = { marginRate: rateOf(marginRate), quoteRate: rateOf(quoteRate), sizeRate: rateOf(sizeRate) };
  return quoteMargin({ ...rates, max: amountOf(maxUsdt) }, value);
}

/** 10015 while the price of either asset is held. */
export function refuseHeldPrices(facts: ConvertFacts): Refusal | undefined {
  for (const field of ['from', 'to'] as const) {
    const held = facts[field]?.held;
    if (held !== undefined) return refuseHeld(held, field);
  }
  return undefined;
}

/**
 * The conversion that follows from the two kept ticks: for pricing, and for checking it afterwards.
 */
export const conversionOf = (terms: {
  amount: Amount;
  marginRate: string;
  fromTick: KeptTick | null;
  toTick: KeptTick | null;
}): Conversion =>
  convert({
    amount: terms.amount,
    from: coinPrice(terms.fromTick),
    to: coinPrice(terms.toTick),
    marginRate: rateOf(terms.marginRate),
  });

function isFresh(terms: ConvertTerms, facts: AssetFacts, at: number): boolean {
  if (terms.code === null) return true;
  if (facts === null || facts.tick === null) return false;
  return facts.open && at - facts.tick.at <= terms.stalenessMs;
}

export function keptTick(terms: ConvertTerms, facts: AssetFacts): KeptTick | null {
  if (terms.code === null || facts?.tick == null) return null;
  const { code: instrument, seq, bid, ask, mid, at } = facts.tick;
  return { code: instrument, precision: terms.precision, seq, bid, ask, mid, at };
}

function coinPrice(tick: KeptTick | null): CoinPrice {
  if (tick === null) return USDT_PRICE;
  const { bid, ask, mid, precision } = tick;
  return {
    bid: priceOfPoints(bid, precision),
    ask: priceOfPoints(ask, precision),
    mid: priceOfPoints(mid, precision),
  };
}

export const larger = (left: Rate, right: Rate): Rate => (left < right ? right : left);

/** Of two assets the one that allows less; undefined under terms of before. */
export function slippageOf(slice: ConvertSlice, body: ConvertBody): Rate | undefined {
  const rates = [body.from, body.to].map((asset) => slice.terms.get(asset)?.slippageRate);
  const [from, to] = rates.map((rate) => (rate === undefined ? undefined : rateOf(rate)));
  if (from === undefined || to === undefined) return undefined;
  return larger(from, to) === from ? to : from;
}

/** Whether the terms of both assets have a firm price checked by the prices after its use. */
export const waitsForNextTick = (slice: ConvertSlice, body: Pick<ConvertBody, 'from' | 'to'>): boolean =>
  [body.from, body.to].every((asset) => slice.terms.get(asset)?.quoteAtNextTick === true);

/** How long the prices of a conversion have to come after it; of two assets the longer time. */
export const leadOfAssets = (
  slice: ConvertSlice,
  { from_asset, to_asset }: Pick<Priced, 'from_asset' | 'to_asset'>,
): number => Math.max(...[from_asset, to_asset].map((asset) => slice.terms.get(asset)?.leadMs ?? 0));

export const spreadLimitOf = (state: CoreState): Rate => rateOf(figureOf(state, 'convert.spreadLimit'));
