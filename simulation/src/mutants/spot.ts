import { alertsOf } from '@glasshouse/server/people/alerts/slice';
import type { SpotSlice } from '@glasshouse/server/products/spot/slice';
import type { Mutant } from './mutant.ts';
import { withModule, withPostings, withRows } from './with-module.ts';

export const losesItsPlace: Mutant = {
  focus: 'spot',
  name: 'an order that was partly filled goes to the end of its queue',
  modules: withModule('spot', (right) => ({
    ...right,
    reduce: (slice, change) => {
      const { orders, fills } = slice as SpotSlice;
      const { table, row } = change;
      const rests = table === 'spot_orders' && orders.has(row.id as number) && row.settled_by === null;
      if (rests) {
        const kept = fills.get(row.id as number);
        right.reduce(slice, { table, row: { ...row, settled_by: 1 } });
        right.reduce(slice, change);
        if (kept !== undefined) fills.set(row.id as number, kept);
      } else right.reduce(slice, change);
    },
  })),
};

export const keepsHold: Mutant = {
  focus: 'spot',
  name: 'a cancelled spot order keeps what it held',
  modules: withPostings('spot.cancel', (posting) => (posting.reason === 'spot.release' ? [] : [posting])),
};

export const losesRounding: Mutant = {
  focus: 'spot',
  name: 'the unit between the two sides of a trade is booked nowhere',
  modules: withPostings('spot.submit', (posting) => (posting.reason === 'spot.rounding' ? [] : [posting])),
};

export const ignoresQuotes: Mutant = {
  focus: 'spot',
  name: 'every third tick, the quotes of the house fill nobody',
  modules: withModule('spot', (right) => ({
    ...right,
    onTick: (state, tick, market) => {
      const commands = right.onTick?.(state, tick, market) ?? [];
      return commands.filter(() => tick.seq % 3 !== 0);
    },
  })),
};

export const usesQuoteTwice: Mutant = {
  focus: 'convert',
  name: 'a firm quote can be used more than once',
  modules: withRows('convert', (change) =>
    change.table === 'convert_quotes' && change.row.state === 'used' ? null : change,
  ),
};

export const keepsReserve: Mutant = {
  focus: 'convert',
  name: 'a quote that was not used keeps its reserve',
  modules: withPostings('convert.expire', (posting, { sequence }) => (sequence % 2 === 0 ? [] : [posting])),
};

export const missesExactAlert: Mutant = {
  name: 'an alert whose price is reached exactly does not fire',
  modules: withModule('alerts', (right) => ({
    ...right,
    onTick: (state, tick, market) =>
      (right.onTick?.(state, tick, market) ?? []).flatMap((command) => {
        const body = command.body as { alerts: number[] };
        const alerts = body.alerts.filter((id) => alertsOf(state).alerts.get(id)?.points !== tick.mid);
        return alerts.length === 0 ? [] : [{ ...command, body: { ...body, alerts } }];
      }),
  })),
};
