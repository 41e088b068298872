import { code } from '@glasshouse/api/codes';
import { sameJson } from '../../kernel/same-json.ts';
import type { Command, CoreModule, CoreState, Outcome } from '../../kernel/types.ts';
import { cancel, closeAll } from './cancel.ts';
import { cross, onTick } from './cross.ts';
import { FILLS_TABLE, LADDERS_TABLE, ORDERS_TABLE, TERMS_TABLE, TRADES_TABLE } from './order.ts';
import { emptySlice, reduce, SPOT, type SpotSlice, spotOf } from './slice.ts';
import { gatherSubmit, submit } from './submit.ts';
import { isSameMeasure, isSound, type SpotOffer, type SpotTerms, termsJson } from './terms.ts';

/** Sets what a pair offers from now on. Orders that rest keep their rates; while one does, the measures stay as they are. */
function define(state: CoreState, command: Command): Outcome {
  const offer = command.body as unknown as SpotOffer;
  if (!isSound(offer)) return { ok: false, code: code.productIncorrect, fields: { code: code.outOfRange } };
  if (!canRedefine(state, offer))
    return { ok: false, code: code.productIncorrect, fields: { code: code.productIncorrect } };
  const version = (spotOf(state).pairs.get(offer.code)?.terms.version ?? 0) + 1;
  const terms: SpotTerms = { ...offer, version };
  const row = { code: offer.code, version, terms: termsJson(terms) };
  return { ok: true, result: { version }, postings: [], rows: [{ table: TERMS_TABLE.table, row }], events: [] };
}

/** Whether the pair may be offered like this: in the same measures, or with no order resting in the old ones. */
export function canRedefine(state: CoreState, offer: SpotOffer): boolean {
  const slice = spotOf(state);
  const current = slice.pairs.get(offer.code)?.terms;
  if (current === undefined || isSameMeasure(current, offer)) return true;
  for (const order of slice.orders.values()) if (order.code === offer.code) return false;
  return true;
}

/** Whether the offer differs from what is in force, so that it must be defined anew. */
export function spotOfferChanged(state: CoreState, offer: SpotOffer): boolean {
  const current = spotOf(state).pairs.get(offer.code)?.terms;
  if (current === undefined) return true;
  const { version, ...rest } = current;
  return version < 1 || !sameJson(rest, offer);
}

export const spotModule: CoreModule<SpotSlice> = {
  name: SPOT.name,
  initial: emptySlice,
  // Orders before their fills: a fill is only kept for an order that is there.
  tables: [TERMS_TABLE, ORDERS_TABLE, FILLS_TABLE, TRADES_TABLE, LADDERS_TABLE],
  reduce,
  handlers: { 'spot.define': define, 'spot.submit': submit, 'spot.cancel': cancel, 'spot.cross': cross },
  internal: ['spot.define', 'spot.cross'],
  gather: (input, at, market) => (input.type === 'spot.submit' ? gatherSubmit(input, at, market) : null),
  onTick,
  closeAll,
  isLive: (slice, userId) => slice.byUser.has(userId),
  liveUsers: (slice) => slice.byUser.keys(),
};
