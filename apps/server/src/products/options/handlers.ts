import { code } from '@glasshouse/api/codes';
import { parseAmount, parseRate } from '@glasshouse/rules/money';
import { PAYOUT_RATE_MAX, type VoidReason } from '@glasshouse/rules/options';
import { liveOrdersOf } from '../../kernel/live-orders.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { Command, CoreModule, CoreState, Effects, Outcome } from '../../kernel/types.ts';
import { GAP_LIMIT_MIN_MS } from '../../market-data/tape/silences.ts';
import { buy, gatherBuy } from './buy.ts';
import { ORDERS_TABLE, TERMS_TABLE } from './order.ts';
import { abandon, enter, merge, settle, voided } from './settle.ts';
import { emptySlice, OPTIONS, type OptionsSlice, optionsOf, reduce } from './slice.ts';
import { type OptionOffer, type OptionTerms, termsJson } from './terms.ts';
import { onTick, onTime } from './triggers.ts';

/** Sets what is offered on one instrument from now on; orders already sold keep their terms. */
function define(state: CoreState, command: Command): Outcome {
  const offer = command.body as unknown as OptionOffer;
  // Shorter silences are not remembered, so nobody could be judged by them.
  if (offer.gapLimitMs < GAP_LIMIT_MIN_MS) {
    return { ok: false, code: code.optionsProductIncorrect, fields: { gapLimitMs: code.outOfRange } };
  }
  for (const period of offer.periods) {
    const payout = parseRate(period.payoutRate);
    const fee = parseRate(period.feeRate);
    const min = parseAmount(period.stakeMin);
    const max = parseAmount(period.stakeMax);
    const sound =
      payout !== undefined &&
      0n <= payout &&
      payout <= PAYOUT_RATE_MAX &&
      fee !== undefined &&
      0n <= fee &&
      fee < PAYOUT_RATE_MAX &&
      min !== undefined &&
      max !== undefined &&
      0n < min &&
      min <= max;
    if (!sound) return { ok: false, code: code.optionsProductIncorrect, fields: { periods: code.outOfRange } };
  }
  const version = (optionsOf(state).terms.get(offer.code)?.version ?? 0) + 1;
  const terms: OptionTerms = { ...offer, version };
  const row = { code: offer.code, version, terms: termsJson(terms) };
  return { ok: true, result: { version }, postings: [], rows: [{ table: TERMS_TABLE.table, row }], events: [] };
}

function closeAll(state: CoreState, command: Command): Effects {
  const reason: VoidReason = 'reset';
  return merge(
    liveOrdersOf(optionsOf(state), command.userId, command.book).map((order) => voided(order, null, reason, command)),
  );
}

/** Whether the offer differs from what is in force, so that it must be defined anew. */
export function offerChanged(state: CoreState, offer: OptionOffer): boolean {
  const current = optionsOf(state).terms.get(offer.code);
  if (current === undefined) return true;
  const { version, ...rest } = current;
  return version < 1 || !sameJson(rest, offer);
}

export const optionsModule: CoreModule<OptionsSlice> = {
  name: OPTIONS.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, ORDERS_TABLE],
  reduce,
  handlers: {
    'options.define': define,
    'options.buy': buy,
    'options.enter': enter,
    'options.settle': settle,
    'options.abandon': abandon,
  },
  internal: ['options.define', 'options.enter', 'options.settle', 'options.abandon'],
  gather: (input, at, market) => (input.type === 'options.buy' ? gatherBuy(input, at, market) : null),
  onTick,
  onTime,
  closeAll,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
};
