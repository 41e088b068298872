import type {
  Command,
  CommandInput,
  CoreModule,
  CoreState,
  Effects,
  Json,
  MarketView,
} from '../../kernel/core/types.ts';
import { priceByFact, type WorthFact, withinLimit, worthFact, worthSpent } from '../../kyc-levels/within-limit.ts';
import { type BuyBody, buyHandler, type PlanPorts } from './buy.ts';
import {
  type ApplyBody,
  applyChange,
  type CancelChangeBody,
  cancelChange,
  changesDue,
  type ProposeBody,
  proposeTerms,
} from './changes.ts';
import { type ExitBody, exit } from './exit.ts';
import { planOffers } from './offer.ts';
import { giveBack, type PayBody, pay, paymentsDue, type ReturnBody } from './pay.ts';
import { drawReserve, type EndowBody, endow, fundReserve, type ReserveBody } from './reserve.ts';
import { CHANGES_TABLE, FUNDING_TABLE, PLANS_TABLE, SWITCHES_TABLE, TOTALS_TABLE } from './rows.ts';
import { emptySlice, PLANS, type PlanRows, type PlansSlice, plansOf, reduce } from './slice.ts';
import { type SwitchBody, setSwitch } from './switch.ts';
import { type PlanOffer, planCode, TERMS_TABLE } from './terms.ts';

type Plain<Body extends Json> = { readonly body: Body; readonly facts: null };

export type PlanCommands = {
  readonly 'plans.define': Plain<PlanOffer>;
  readonly 'plans.propose': Plain<ProposeBody>;
  readonly 'plans.cancelChange': Plain<CancelChangeBody>;
  readonly 'plans.apply': Plain<ApplyBody>;
  readonly 'plans.fund': Plain<ReserveBody>;
  readonly 'plans.draw': Plain<ReserveBody>;
  readonly 'plans.endow': Plain<EndowBody>;
  readonly 'plans.switch': Plain<SwitchBody>;
  readonly 'plans.buy': { readonly body: BuyBody; readonly facts: WorthFact | null };
  readonly 'plans.exit': Plain<ExitBody>;
  readonly 'plans.pay': Plain<PayBody>;
  readonly 'plans.return': Plain<ReturnBody>;
};

const onTime = (state: CoreState, at: number): CommandInput[] => [...changesDue(state, at), ...paymentsDue(state, at)];

function gatherWorth(input: CommandInput<BuyBody>, _at: number, market: MarketView, state: CoreState) {
  const asset = plansOf(state).terms.get(planCode(input.body.product))?.asset;
  const facts = worthFact(asset === undefined ? [] : [asset], { input, market, state });
  return 'worth' in facts ? facts : null;
}

const worthOfPlan = (_state: CoreState, command: Command<BuyBody, WorthFact | null>, decided: Effects) =>
  worthSpent(command, decided, priceByFact(command.facts));

/** Plans that pay a yield which operators funded beforehand. */
export const createPlansModule = (ports: PlanPorts): CoreModule<PlanCommands, PlanRows, PlansSlice> => ({
  name: PLANS.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, PLANS_TABLE, TOTALS_TABLE, FUNDING_TABLE, SWITCHES_TABLE, CHANGES_TABLE],
  reduce,
  handlers: {
    'plans.define': planOffers.define,
    'plans.propose': proposeTerms,
    'plans.cancelChange': cancelChange,
    'plans.apply': applyChange,
    'plans.fund': fundReserve,
    'plans.draw': drawReserve,
    'plans.endow': endow,
    'plans.switch': setSwitch,
    'plans.buy': withinLimit({ kind: 'trading', field: 'amount', worthOf: worthOfPlan }, buyHandler(ports)),
    'plans.exit': exit,
    'plans.pay': pay,
    'plans.return': giveBack,
  },
  gather: { 'plans.buy': gatherWorth },
  internal: ['plans.define', 'plans.apply', 'plans.endow', 'plans.pay', 'plans.return'],
  onTime,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
});
