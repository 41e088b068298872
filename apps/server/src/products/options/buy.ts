import { code } from '@glasshouse/api/codes';
import { add, amountOf, formatAmount, formatRate, parseAmount, rateOf } from '@glasshouse/rules/money';
import { quoteOption } from '@glasshouse/rules/options';
import { refuseUnread } from '../../authority/acknowledgement.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Posting } from '../../kernel/core/types.ts';
import { type HeldFact, heldFact, refuseHeld } from '../../market-data/held-price.ts';
import { leadColumn } from '../../trading/lead.ts';
import { hasLive } from '../../trading/live-orders.ts';
import { type NetworkFact, networkFact, networkMaxOf, networkPoolMaxOf } from '../../trading/network-share.ts';
import { type OptionOrder, orderChange } from './rows.ts';
import { exposureOf, networkExposureOf, networkTotalOf, optionsOf, personExposureOf } from './slice.ts';
import type { OptionPeriod, OptionTerms } from './terms.ts';
import { orderWire } from './view.ts';

export type BuyBody = {
  readonly code: string;
  readonly direction: 'up' | 'down';
  readonly amount: string;
  readonly periodId: number;
};

/** The market as of sequencing. Null session: closed; `quotedAt` 0: never a price. */
export type BuyFacts = HeldFact & NetworkFact & { readonly sessionEndsAt: number | null; readonly quotedAt: number };

const FOREVER = Number.MAX_SAFE_INTEGER;

export function gatherBuy(input: CommandInput<BuyBody>, at: number, market: MarketView): BuyFacts {
  const { code: instrument } = input.body;
  const endsAt = market.sessionEndsAt(instrument, at);
  return {
    sessionEndsAt: endsAt === undefined ? null : Math.min(endsAt, FOREVER),
    quotedAt: market.lastTick(instrument)?.at ?? 0,
    ...heldFact(market, instrument, at),
    ...networkFact(input),
  };
}

/**
 * Sells an option. Refusals in order: 11043 not on this book, 11042 risk warning not read, 10014
 * not offered, 10015 market closed, price stale or held, or closing before the expiry, 10016
 * amount, 10017 period, 11075 too many open orders, 11202 the share of one person, 11236 that of
 * one network of the instrument or of the pool, 11076 exposure of the instrument, 10011 balance,
 * 11080 no capacity in the pool.
 */
export function buy(state: CoreState, command: Command<BuyBody, BuyFacts>): Outcome {
  const { body, facts } = command;
  const slice = optionsOf(state);

  const terms = slice.terms.get(body.code);
  if (command.book === 'real' && terms?.offOnReal === true) return refuse(code.productOffHere);
  const unread = refuseUnread(state, command, 'options');
  if (unread !== undefined) return unread;
  if (terms === undefined || terms.periods.length === 0) return refuse(code.optionsProductIncorrect, 'code');
  const period = terms.periods.find((candidate) => candidate.seconds === body.periodId);
  if (!isTradable(terms, period, facts, command.at)) return refuse(code.notTradable, 'code');
  if (facts.held !== undefined) return refuseHeld(facts.held, 'code');
  const stake = parseAmount(body.amount);
  if (stake === undefined || stake === 0n) return refuse(code.purchaseAmountIncorrect, 'amount');
  if (period === undefined) return refuse(code.periodNotFound, 'periodId');
  if (stake < amountOf(period.stakeMin) || amountOf(period.stakeMax) < stake) {
    return refuse(code.purchaseAmountIncorrect, 'amount');
  }

  const { userId, book, at, seq } = command;
  if (hasLive(slice, { userId, book, count: figureOf(state, 'options.openOrdersMax') }))
    return refuse(code.tooManyOpenOrders);
  const payoutRate = rateOf(period.payoutRate);
  const feeRate = rateOf(period.feeRate);
  const { fee, profit, total } = quoteOption({ stake, payoutRate, feeRate });
  if (terms.personMax !== undefined) {
    const mine = add(personExposureOf(slice, { book, code: terms.code, userId }), profit);
    if (amountOf(terms.personMax) < mine) return refuse(code.personLimit);
  }
  const pool = houseAccount(book, terms.asset, 'pool.options');
  const reserve = houseAccount(book, terms.asset, 'reserve.options');
  const { network } = facts;
  if (network !== undefined) {
    const ofInstrument = networkMaxOf(terms);
    const neighbours = networkExposureOf(slice, { book, code: terms.code, network });
    if (ofInstrument !== undefined && ofInstrument < add(neighbours, profit)) return refuse(code.networkLimit);
    const ofPool = networkPoolMaxOf(terms, {
      whole: add(balanceOf(state, pool), balanceOf(state, reserve)),
      share: figureOf(state, 'networks.poolShare'),
    });
    if (ofPool !== undefined && ofPool < add(networkTotalOf(slice, book, network), profit)) {
      return refuse(code.networkLimit);
    }
  }
  if (amountOf(terms.exposureMax) < add(exposureOf(slice, book, terms.code), profit)) return refuse(code.exposureLimit);
  const available = userAccount(userId, book, terms.asset, 'available');
  if (balanceOf(state, available) < total) return refuse(code.balanceInsufficientForOrder, 'amount');
  if (balanceOf(state, pool) < profit) return refuse(code.poolFull, 'amount');

  const order: OptionOrder = {
    id: seq,
    user_id: userId,
    book,
    code: terms.code,
    asset: terms.asset,
    direction: body.direction,
    stake: formatAmount(stake),
    fee: formatAmount(fee),
    profit: formatAmount(profit),
    // As the database returns them, so that the order reads the same after a restart.
    payout_rate: formatRate(payoutRate),
    fee_rate: formatRate(feeRate),
    period_seconds: period.seconds,
    precision: terms.precision,
    gap_limit_ms: terms.gapLimitMs,
    lead_ms: leadColumn(terms),
    terms_version: terms.version,
    network: facts.network ?? null,
    state: 'waiting',
    outcome: null,
    void_reason: null,
    placed_at: at,
    ...NO_ENTRY,
    ...NO_EXIT,
  };
  const ref = String(seq);
  const held = userAccount(userId, book, terms.asset, 'held');
  const postings: Posting[] = [{ from: available, to: held, amount: total, reason: 'options.stake', ref }];
  if (0n < profit) {
    postings.push({ from: pool, to: reserve, amount: profit, reason: 'options.reserve', ref });
  }
  const shown = orderWire(order);
  return {
    ok: true,
    result: shown,
    postings,
    rows: [orderChange(order)],
    events: [{ userId, book, kind: 'options.order', data: shown }],
  };
}

/**
 * Open until the order expires, with a fresh price. An unknown period is checked as the shortest
 * one.
 */
function isTradable(terms: OptionTerms, period: OptionPeriod | undefined, facts: BuyFacts, at: number): boolean {
  if (facts.sessionEndsAt === null || facts.quotedAt === 0) return false;
  if (terms.stalenessMs < at - facts.quotedAt) return false;
  const seconds = period?.seconds ?? Math.min(...terms.periods.map((candidate) => candidate.seconds));
  // The entry may come as late as the gap limit allows.
  return at + (terms.leadMs ?? 0) + terms.gapLimitMs + seconds * 1_000 <= facts.sessionEndsAt;
}

const NO_ENTRY = {
  entry_seq: null,
  entry_bid: null,
  entry_ask: null,
  entry_mid: null,
  entry_at: null,
  entered_by: null,
  expires_at: null,
} as const;

const NO_EXIT = {
  exit_seq: null,
  exit_bid: null,
  exit_ask: null,
  exit_mid: null,
  exit_at: null,
  settled_by: null,
  settled_at: null,
  paid: null,
} as const;
