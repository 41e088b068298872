import type { Mutant } from './mutant.ts';
import { withHandler, withModule } from './with-module.ts';

/** A core that forgets how much sooner a price may be known elsewhere, once an order is taken. */
const forgets = (focus: 'options' | 'spot' | 'convert', table: string): Mutant => ({
  focus,
  name: `an order of ${focus} takes a price that its owner may have seen past`,
  commands: 3_000,
  modules: withModule(focus, (original) => ({
    ...original,
    reduce: (slice, change) =>
      original.reduce(slice, change.table === table ? { ...change, row: { ...change.row, lead_ms: null } } : change),
  })),
});

const forgetsOfContracts: Mutant = {
  focus: 'contracts',
  name: 'a contract opens at a price that its owner may have seen past',
  commands: 3_000,
  modules: withModule('contracts', (original) => ({
    ...original,
    reduce: (slice, change) => {
      const { row, table } = change;
      if (table !== 'contract_terms') return original.reduce(slice, change);
      const { leadMs, ...terms } = row.terms as { readonly [name: string]: unknown };
      return original.reduce(slice, { table, row: { ...row, terms: terms as never } });
    },
  })),
};

/** A core that ignores from when a price counts for what rests, or for stops that were changed. */
const crossesEarly = (focus: 'spot' | 'contracts', name: string): Mutant => ({
  focus,
  name,
  commands: 3_000,
  modules: withModule(focus, (original) => ({
    ...original,
    reduce: (slice, change) => {
      const ignored = { spot_orders: { crosses_from: null }, contract_orders: { stops_from: null } };
      const without = ignored[change.table as keyof typeof ignored] ?? {};
      original.reduce(slice, { ...change, row: { ...change.row, ...without } });
    },
  })),
});

/** As before: whoever asked for the next price takes it only where it suits. */
const letsGo: Mutant = {
  focus: 'contracts',
  name: 'a market order is cancelled before its price comes',
  commands: 3_000,
  modules: withHandler('contracts.cancel', (original) => (state, command) => {
    const facts = command.facts as { readonly open: boolean } | null;
    return original(state, { ...command, facts: facts === null ? null : { ...facts, open: false } });
  }),
};

const letsGoOfSpot: Mutant = {
  ...letsGo,
  focus: 'spot',
  name: 'an order that waits for the quotes of the house is cancelled before they come',
  modules: withHandler('spot.cancel', (original) => (state, command) => {
    const facts = command.facts as { readonly open: boolean } | null;
    return original(state, { ...command, facts: facts === null ? null : { ...facts, open: false } });
  }),
};

/** As before: a stop is taken away from a price that its owner has seen coming. */
const removesStopsAtOnce: Mutant = {
  focus: 'contracts',
  name: 'a stop that was removed does not fire at a price from within the lead',
  commands: 3_000,
  modules: withModule('contracts', (original) => ({
    ...original,
    reduce: (slice, change) => {
      const isOrder = change.table === 'contract_orders';
      const row = isOrder ? { ...change.row, stops_before: null } : change.row;
      original.reduce(slice, { ...change, row });
    },
  })),
};

export const leadMutants: readonly Mutant[] = [
  letsGo,
  letsGoOfSpot,
  removesStopsAtOnce,
  forgets('options', 'option_orders'),
  forgets('spot', 'spot_orders'),
  forgets('convert', 'convert_orders'),
  forgetsOfContracts,
  crossesEarly('spot', 'the house crosses a resting order at a price that its owner may have seen past'),
  crossesEarly('contracts', 'a stop that was moved fires at a price that its owner may have seen past'),
];
