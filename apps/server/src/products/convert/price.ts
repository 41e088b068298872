import { code } from '@glasshouse/api/codes';
import { CONVERT_SPREAD_LIMIT, type CoinPrice, type Conversion, convert, USDT_PRICE } from '@glasshouse/rules/convert';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatRate,
  parseAmount,
  priceOfPoints,
  rateOf,
} from '@glasshouse/rules/money';
import { refuse } from '../../kernel/refusal.ts';
import type { CommandInput, MarketView, Refusal, Tick } from '../../kernel/types.ts';
import type { KeptTick, Priced } from './rows.ts';
import type { ConvertSlice } from './slice.ts';
import { type ConvertTerms, codeOf, USDT } from './terms.ts';

export type ConvertBody = { readonly from: string; readonly to: string; readonly amount: string };

/** The market of one asset as of sequencing; null for USDT, which needs none. */
export type AssetFacts = { readonly open: boolean; readonly tick: Tick | null } | null;
export type ConvertFacts = { readonly from: AssetFacts; readonly to: AssetFacts };

export function gatherPrices({ body }: CommandInput<ConvertBody>, at: number, market: MarketView): ConvertFacts {
  const factsOf = (asset: string): AssetFacts => {
    if (asset === USDT) return null;
    const instrument = codeOf(asset);
    return {
      open: market.sessionEndsAt(instrument, at) !== undefined,
      tick: market.lastTick(instrument) ?? null,
    };
  };
  return { from: factsOf(body.from), to: factsOf(body.to) };
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
 * The price of a conversion right now. Refusals in order: 11049 an asset that is not offered, or
 * into itself, 10015 a market that is closed, stale or too wide, 10016 the amount.
 */
export function priceNow(
  slice: ConvertSlice,
  of: { body: ConvertBody; facts: ConvertFacts; at: number },
): PricedOrRefused {
  const { body, facts, at } = of;
  const from = slice.terms.get(body.from);
  const to = slice.terms.get(body.to);
  if (from === undefined) return refuse(code.productIncorrect, 'from');
  if (to === undefined || from === to) return refuse(code.productIncorrect, 'to');
  if (!isFresh(from, facts.from, at)) return refuse(code.notTradable, 'from');
  if (!isFresh(to, facts.to, at)) return refuse(code.notTradable, 'to');
  const amount = parseAmount(body.amount);
  if (amount === undefined || amount === 0n) return refuse(code.purchaseAmountIncorrect, 'amount');

  const fromTick = keptTick(from, facts.from);
  const toTick = keptTick(to, facts.to);
  const marginRate = larger(from.marginRate, to.marginRate);
  const result = conversionOf({ amount, marginRate, fromTick, toTick });
  // With a market this wide no conversion could keep the cost that the page promises.
  if (CONVERT_SPREAD_LIMIT <= result.spreadRate) return refuse(code.notTradable, 'from');
  const { receive, value, reference, price, spreadRate } = result;
  const tooSmall = value < amountOf(from.minUsdt) || value < amountOf(to.minUsdt) || receive === 0n;
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
      margin_rate: formatRate(rateOf(marginRate)),
      from_version: from.version,
      to_version: to.version,
      from_tick: fromTick,
      to_tick: toTick,
    },
  };
}

/**
 * The conversion that follows from the two kept ticks: for pricing, and for checking it afterwards.
 */
export const conversionOf = (of: {
  amount: Amount;
  marginRate: string;
  fromTick: KeptTick | null;
  toTick: KeptTick | null;
}): Conversion =>
  convert({
    amount: of.amount,
    from: coinPrice(of.fromTick),
    to: coinPrice(of.toTick),
    marginRate: rateOf(of.marginRate),
  });

function isFresh(terms: ConvertTerms, facts: AssetFacts, at: number): boolean {
  if (terms.code === null) return true;
  if (facts === null || facts.tick === null) return false;
  return facts.open && at - facts.tick.at <= terms.stalenessMs;
}

function keptTick(terms: ConvertTerms, facts: AssetFacts): KeptTick | null {
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

const larger = (left: string, right: string): string => (rateOf(left) < rateOf(right) ? right : left);
