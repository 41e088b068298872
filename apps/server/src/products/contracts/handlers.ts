import { unlessBarred } from '../../authority/barred.ts';
import type { Command, CoreModule, CoreState, Effects } from '../../kernel/core/types.ts';
import { withinLimit, worthSpent } from '../../kyc-levels/within-limit.ts';
import type { AwaitedFact } from '../../market-data/awaited-price.ts';
import { followAction } from './adjust.ts';
import { type BuyBody, buy } from './buy.ts';
import {
  type BuyFacts,
  type ContractFacts,
  factsByOrder,
  factsByTick,
  factsOfBuy,
  factsOfReverse,
  factsOfStops,
  type OpenFacts,
  type StopsFacts,
} from './facts.ts';
import { type FinanceBody, finance } from './finance.ts';
import { closeAll, type FireBody, fire, type TrailBody, trail } from './fire.ts';
import {
  type CancelBody,
  type CloseBody,
  cancel,
  close,
  type ExpireBody,
  expire,
  factsOfCancel,
  type StopsBody,
  setStops,
} from './manage.ts';
import { contractOffers } from './offer.ts';
import { type OpenBody, open } from './open.ts';
import { type ReverseBody, reverse } from './reverse.ts';
import { ORDERS_TABLE, TERMS_TABLE } from './rows.ts';
import { CONTRACTS, type ContractRows, type ContractsSlice, emptySlice, promises, reduce } from './slice.ts';
import { STEPS_TABLE } from './steps.ts';
import type { ContractOffer } from './terms.ts';
import { onTick, onTime } from './triggers.ts';

export type ContractCommands = {
  readonly 'contracts.define': { readonly body: ContractOffer; readonly facts: null };
  readonly 'contracts.buy': { readonly body: BuyBody; readonly facts: BuyFacts };
  readonly 'contracts.reverse': { readonly body: ReverseBody; readonly facts: BuyFacts | null };
  readonly 'contracts.close': { readonly body: CloseBody; readonly facts: ContractFacts | null };
  readonly 'contracts.stops': { readonly body: StopsBody; readonly facts: StopsFacts | null };
  readonly 'contracts.cancel': { readonly body: CancelBody; readonly facts: AwaitedFact };
  readonly 'contracts.open': { readonly body: OpenBody; readonly facts: OpenFacts };
  readonly 'contracts.expire': { readonly body: ExpireBody; readonly facts: null };
  readonly 'contracts.fire': { readonly body: FireBody; readonly facts: null };
  readonly 'contracts.liquidate': { readonly body: FireBody; readonly facts: null };
  readonly 'contracts.trail': { readonly body: TrailBody; readonly facts: null };
  readonly 'contracts.finance': { readonly body: FinanceBody; readonly facts: null };
};

/**
 * A contract counts for its margin and fee: what it can cost. Its notional would forbid what the
 * leverage of its terms allows.
 */
const MARGIN = {
  kind: 'trading',
  worthOf: (_state: CoreState, command: Command, decided: Effects) => worthSpent(command, decided),
} as const;

export const contractsModule: CoreModule<ContractCommands, ContractRows, ContractsSlice> = {
  name: CONTRACTS.name,
  initial: emptySlice,
  tables: [TERMS_TABLE, ORDERS_TABLE, STEPS_TABLE],
  reduce,
  handlers: {
    'contracts.define': contractOffers.define,
    'contracts.buy': unlessBarred(withinLimit({ ...MARGIN, field: 'lots' }, buy)),
    'contracts.reverse': unlessBarred(withinLimit({ ...MARGIN, field: 'id' }, reverse)),
    'contracts.close': close,
    'contracts.stops': setStops,
    'contracts.cancel': cancel,
    'contracts.open': open,
    'contracts.expire': expire,
    'contracts.fire': fire,
    'contracts.liquidate': fire,
    'contracts.trail': trail,
    'contracts.finance': finance,
  },
  gather: {
    'contracts.buy': factsOfBuy,
    'contracts.reverse': factsOfReverse,
    'contracts.close': factsByOrder,
    'contracts.stops': factsOfStops,
    'contracts.cancel': factsOfCancel,
    'contracts.open': factsByTick,
  },
  internal: [
    'contracts.define',
    'contracts.open',
    'contracts.expire',
    'contracts.fire',
    'contracts.liquidate',
    'contracts.trail',
    'contracts.finance',
  ],
  onTick,
  onTime,
  resume: async ({ trails }, history) => {
    const seen = trails.seen();
    if (0 < seen.size) trails.catchUp(await history(seen));
  },
  closeAll,
  follows: followAction,
  promises,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
};
