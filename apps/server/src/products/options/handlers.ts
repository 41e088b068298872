import type { VoidReason } from '@glasshouse/rules/options';
import { unlessBarred } from '../../authority/barred.ts';
import { mergeEffects } from '../../kernel/core/effects.ts';
import type { Command, CoreModule, CoreState, Effects } from '../../kernel/core/types.ts';
import { withinLimit, worthSpent } from '../../kyc-levels/within-limit.ts';
import { liveOrdersOf } from '../../trading/live-orders.ts';
import { followAction } from './adjust.ts';
import { type BuyBody, type BuyFacts, buy, gatherBuy } from './buy.ts';
import { optionOffers } from './offer.ts';
import { ORDERS_TABLE, TERMS_TABLE } from './rows.ts';
import { type AbandonBody, abandon, type EnterBody, enter, type SettleBody, settle, voided } from './settle.ts';
import { emptySlice, OPTIONS, type OptionRows, type OptionsSlice, optionsOf, reduce } from './slice.ts';
import type { OptionOffer } from './terms.ts';
import { onTick, onTime } from './triggers.ts';

export type OptionCommands = {
  readonly 'options.define': { readonly body: OptionOffer; readonly facts: null };
  readonly 'options.buy': { readonly body: BuyBody; readonly facts: BuyFacts };
  readonly 'options.enter': { readonly body: EnterBody; readonly facts: null };
  readonly 'options.settle': { readonly body: SettleBody; readonly facts: null };
  readonly 'options.abandon': { readonly body: AbandonBody; readonly facts: null };
};

/** Stake and fee. */
const worthOfBuy = (_state: CoreState, command: Command, decided: Effects) => worthSpent(command, decided);

function closeAll(state: CoreState, command: Command): Effects {
  const reason: VoidReason = 'reset';
  const live = liveOrdersOf(optionsOf(state), command.userId, command.book);
  return mergeEffects(live.map((order) => voided(order, null, reason, command)));
}

export const optionsModule: CoreModule<OptionCommands, OptionRows, OptionsSlice> = {
  name: OPTIONS.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, ORDERS_TABLE],
  reduce,
  handlers: {
    'options.define': optionOffers.define,
    'options.buy': unlessBarred(withinLimit({ kind: 'trading', field: 'amount', worthOf: worthOfBuy }, buy)),
    'options.enter': enter,
    'options.settle': settle,
    'options.abandon': abandon,
  },
  gather: { 'options.buy': gatherBuy },
  internal: ['options.define', 'options.enter', 'options.settle', 'options.abandon'],
  onTick,
  onTime,
  closeAll,
  follows: followAction,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
};
