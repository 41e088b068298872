import type { Mutant } from './mutant.ts';
import { withModule } from './with-module.ts';

/** The sums by network are forgotten as soon as they are made. */
const forgetting = (name: 'options' | 'contracts') =>
  withModule(name, (original) => ({
    ...original,
    reduce: (slice, change) => {
      original.reduce(slice, change);
      const { exposure } = slice as { readonly exposure: Map<string, bigint> };
      for (const key of exposure.keys()) if (key.includes(' of ')) exposure.delete(key);
    },
  }));

const ignoresNetworks: Mutant = {
  focus: 'options',
  name: 'ten people of one network take ten shares of an instrument',
  modules: (modules) => forgetting('contracts')(forgetting('options')(modules)),
};

/** Only the sums over all instruments are forgotten. */
const forgettingTotals = (name: 'options' | 'contracts') =>
  withModule(name, (original) => ({
    ...original,
    reduce: (slice, change) => {
      original.reduce(slice, change);
      const { exposure } = slice as { readonly exposure: Map<string, bigint> };
      for (const key of exposure.keys()) if (/^\w+ of /.test(key)) exposure.delete(key);
    },
  }));

const ignoresTotals: Mutant = {
  focus: 'options',
  name: 'a network fills the options pool through many instruments',
  modules: forgettingTotals('options'),
};

const ignoresTotalOfContracts: Mutant = {
  focus: 'contracts',
  name: 'a network fills the total of contracts through many instruments',
  modules: forgettingTotals('contracts'),
};

/** What orders of a network may still take of the house's stock is forgotten, or what they took. */
const forgettingStock = (name: 'claimed' | 'taken') =>
  withModule('houseStock', (original) => ({
    ...original,
    reduce: (slice, change) => {
      original.reduce(slice, change);
      (slice as { readonly [key in typeof name]: Map<string, unknown> })[name].clear();
    },
  }));

const ignoresWaitingStock: Mutant = {
  focus: 'convert',
  name: "a network asks for all of the house's stock before a price comes",
  modules: forgettingStock('claimed'),
};

const ignoresTakenStock: Mutant = {
  focus: 'spot',
  name: "a network takes the house's stock of a coin bit by bit",
  modules: forgettingStock('taken'),
};

export const networkMutants: readonly Mutant[] = [
  ignoresNetworks,
  ignoresTotals,
  ignoresTotalOfContracts,
  ignoresWaitingStock,
  ignoresTakenStock,
];
