import { unlessBarred } from '../../authority/barred.ts';
import type { CoreModule } from '../../kernel/core/types.ts';
import { type WorthFact, withinLimit } from '../../kyc-levels/within-limit.ts';
import type { AwaitedFact } from '../../market-data/awaited-price.ts';
import { withinStockShare } from '../../money/house-stock/share.ts';
import { type CancelBody, cancel, closeAll, gatherCancel } from './cancel.ts';
import { type CrossBody, cross } from './cross.ts';
import { type LapseBody, lapse, type MeetBody, meet } from './meet.ts';
import { spotOffers } from './offer.ts';
import { fieldOfSize, type SubmitBody } from './parse-order.ts';
import { FILLS_TABLE, LADDERS_TABLE, ORDERS_TABLE, TERMS_TABLE, TRADES_TABLE } from './rows.ts';
import { emptySlice, reduce, SPOT, type SpotRows, type SpotSlice } from './slice.ts';
import { type SpotFacts, submit } from './submit.ts';
import type { SpotOffer } from './terms.ts';
import { type TrailBody, type TriggerBody, trail, trigger } from './trigger.ts';
import { onTick, onTime } from './triggers.ts';
import { gatherWithWorth, worthOfOrder } from './worth.ts';

export type SpotCommands = {
  readonly 'spot.define': { readonly body: SpotOffer; readonly facts: null };
  readonly 'spot.submit': { readonly body: SubmitBody; readonly facts: SpotFacts & WorthFact };
  readonly 'spot.cancel': { readonly body: CancelBody; readonly facts: AwaitedFact };
  readonly 'spot.cross': { readonly body: CrossBody; readonly facts: null };
  readonly 'spot.meet': { readonly body: MeetBody; readonly facts: null };
  readonly 'spot.lapse': { readonly body: LapseBody; readonly facts: null };
  readonly 'spot.trigger': { readonly body: TriggerBody; readonly facts: null };
  readonly 'spot.trail': { readonly body: TrailBody; readonly facts: null };
};

export const spotModule: CoreModule<SpotCommands, SpotRows, SpotSlice> = {
  name: SPOT.name,
  initial: emptySlice,
  // Orders before their fills: a fill is only kept for an order that is there.
  tables: [TERMS_TABLE, ORDERS_TABLE, FILLS_TABLE, TRADES_TABLE, LADDERS_TABLE],
  reduce,
  handlers: {
    'spot.define': spotOffers.define,
    'spot.submit': unlessBarred(
      withinLimit({ kind: 'trading', field: fieldOfSize, worthOf: worthOfOrder }, withinStockShare(submit)),
    ),
    'spot.cancel': cancel,
    'spot.cross': cross,
    'spot.meet': meet,
    'spot.lapse': lapse,
    'spot.trigger': trigger,
    'spot.trail': trail,
  },
  gather: { 'spot.submit': gatherWithWorth, 'spot.cancel': gatherCancel },
  internal: ['spot.define', 'spot.cross', 'spot.meet', 'spot.lapse', 'spot.trigger', 'spot.trail'],
  alone: ['spot.meet', 'spot.trigger'],
  onTick,
  onTime,
  resume: async (slice, history) => {
    const seen = slice.waiting.seen();
    if (0 < seen.size) slice.waiting.catchUp(await history(seen));
  },
  closeAll,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
};
