import type { Json } from '@glasshouse/server/kernel/core/types';
import { alertsOf } from '@glasshouse/server/people/alerts/slice';
import type { SpotSlice } from '@glasshouse/server/products/spot/slice';
import type { Mutant } from './mutant.ts';
import { withHandler, withModule, withPostings, withRows } from './with-module.ts';

const losesItsPlace: Mutant = {
  focus: 'spot',
  name: 'a partly filled order moves to the end of its queue',
  commands: 3_000,
  modules: withModule('spot', (original) => ({
    ...original,
    reduce: (slice, change) => {
      const { orders, fills } = slice as SpotSlice;
      const { table, row } = change;
      const rests = table === 'spot_orders' && orders.has(row.id as number) && row.settled_by === null;
      if (rests) {
        const former = fills.get(row.id as number);
        original.reduce(slice, { table, row: { ...row, settled_by: 1 } });
        original.reduce(slice, change);
        if (former !== undefined) fills.set(row.id as number, former);
      } else original.reduce(slice, change);
    },
  })),
};

const keepsHold: Mutant = {
  focus: 'spot',
  name: 'a cancelled spot order keeps its hold',
  modules: withPostings('spot.cancel', (posting) => (posting.reason === 'spot.release' ? [] : [posting])),
};

const losesRounding: Mutant = {
  focus: 'spot',
  name: 'the rounding unit between the two sides of a trade is not booked',
  modules: withPostings('spot.submit', (posting) => (posting.reason === 'spot.rounding' ? [] : [posting])),
};

const ignoresQuotes: Mutant = {
  focus: 'spot',
  name: 'at every third tick house quotes fill nobody',
  modules: withModule('spot', (original) => ({
    ...original,
    onTick: (state, tick, market) => {
      const commands = original.onTick?.(state, tick, market) ?? [];
      return commands.filter(() => tick.seq % 3 !== 0);
    },
  })),
};

const missesExactAlert: Mutant = {
  name: 'an alert does not fire when its price is reached exactly',
  modules: withModule('alerts', (original) => ({
    ...original,
    onTick: (state, tick, market) =>
      (original.onTick?.(state, tick, market) ?? []).flatMap((command) => {
        const body = command.body as { alerts: number[] };
        const alerts = body.alerts.filter((id) => alertsOf(state).alerts.get(id)?.points !== tick.mid);
        return alerts.length === 0 ? [] : [{ ...command, body: { ...body, alerts } }];
      }),
  })),
};

const keepsHoldAtTrigger: Mutant = {
  focus: 'spot',
  name: 'a stop order that ends at its trigger keeps its hold',
  modules: withPostings('spot.trigger', (posting) => (posting.reason === 'spot.release' ? [] : [posting])),
};

const missesStops: Mutant = {
  focus: 'spot',
  name: 'a stop order is not triggered at every second tick',
  modules: withModule('spot', (original) => ({
    ...original,
    onTick: (state, tick, market) =>
      (original.onTick?.(state, tick, market) ?? []).filter(
        ({ type }) => type !== 'spot.trigger' || tick.seq % 2 === 0,
      ),
  })),
};

const trailsLate: Mutant = {
  focus: 'spot',
  name: 'a trailing stop sees every third tick a point lower',
  modules: withModule('spot', (original) => ({
    ...original,
    initial: () => {
      const slice = original.initial() as SpotSlice;
      const follow = slice.waiting.follow.bind(slice.waiting);
      slice.waiting.follow = (tick) => follow(tick.seq % 3 === 0 ? { ...tick, mid: tick.mid - 1 } : tick);
      return slice;
    },
  })),
};

const keepsBothLegs: Mutant = {
  focus: 'spot',
  name: 'the limit order of a one-cancels-other stays in the book when its stop is reached',
  modules: withModule('spot', (original) => ({
    ...original,
    reduce: (slice, change) => {
      const { row, table } = change;
      const isHalf = table === 'spot_orders' && row.type === 'oco' && row.triggered_by !== null;
      original.reduce(
        slice,
        isHalf && row.settled_by === null ? { table, row: { ...row, triggered_by: null } } : change,
      );
    },
  })),
};

const oldPlaceInQueue: Mutant = {
  focus: 'spot',
  name: 'an order that was triggered queues as of when it was placed',
  modules: withModule('spot', (original) => ({
    ...original,
    reduce: (slice, change) => {
      const { row, table } = change;
      const rests = table === 'spot_orders' && row.type === 'stopLimit' && row.triggered_by !== null;
      original.reduce(slice, rests ? { table, row: { ...row, triggered_by: row.id as number } } : change);
    },
  })),
};

const meetsKnownQuotes: Mutant = {
  focus: 'spot',
  name: 'an order meets the quotes of the house that were known when it was placed',
  modules: withRows('spot', (change) => {
    if (change.table !== 'spot_terms') return change;
    const { awaits, ...terms } = change.row.terms as { readonly [name: string]: Json };
    return { ...change, row: { ...change.row, terms } };
  }),
};

const quotesEvenly: Mutant = {
  focus: 'spot',
  name: 'the quotes of the house stay even under terms by which they vary',
  modules: withRows('spot', (change) => {
    if (change.table !== 'spot_terms') return change;
    const { quotesVary, ...terms } = change.row.terms as { readonly [name: string]: Json };
    return { ...change, row: { ...change.row, terms } };
  }),
};

const entersLate: Mutant = {
  focus: 'spot',
  name: 'an order that waits for a price does not enter at every second one',
  modules: withModule('spot', (original) => ({
    ...original,
    onTick: (state, tick, market) =>
      (original.onTick?.(state, tick, market) ?? []).filter(({ type }) => type !== 'spot.meet' || tick.seq % 2 === 0),
  })),
};

const keepsHoldAtEntry: Mutant = {
  focus: 'spot',
  name: 'an order that its price refuses keeps its hold',
  modules: withPostings('spot.meet', (posting) => (posting.reason === 'spot.release' ? [] : [posting])),
};

const keepsHoldOfLapsed: Mutant = {
  focus: 'spot',
  name: 'a spot order that no price came for keeps its hold',
  modules: withPostings('spot.lapse', () => []),
};

const forgivesRounding: Mutant = {
  focus: 'spot',
  name: 'a cancelled rest leaves the rounding of its fills to the buyer',
  modules: withHandler('spot.cancel', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    const owed = outcome.postings.find(({ reason }) => reason === 'spot.rounding')?.amount ?? 0n;
    const postings = outcome.postings
      .filter(({ reason }) => reason !== 'spot.rounding')
      .map((posting) => ({ ...posting, amount: (posting.amount + owed) as typeof posting.amount }));
    return { ...outcome, postings };
  }),
};

export const spotMutants: readonly Mutant[] = [
  meetsKnownQuotes,
  quotesEvenly,
  entersLate,
  keepsHoldAtEntry,
  keepsHoldOfLapsed,
  forgivesRounding,
  keepsHoldAtTrigger,
  missesStops,
  trailsLate,
  keepsBothLegs,
  oldPlaceInQueue,
  losesItsPlace,
  keepsHold,
  losesRounding,
  ignoresQuotes,
  missesExactAlert,
];
