import { type Amount, parseAmount } from '@glasshouse/rules/money';
import { userAccount } from '@glasshouse/server/kernel/core/accounts';
import type { Json } from '@glasshouse/server/kernel/core/types';
import { least } from '../reference/figures.ts';
import type { Mutant } from './mutant.ts';
import { withHandler, withPostings, withRows } from './with-module.ts';

type Facts = { readonly [name: string]: Json } & { readonly quote?: { readonly [name: string]: Json } | null };

const usesQuoteTwice: Mutant = {
  focus: 'convert',
  name: 'a firm price can be used more than once',
  modules: withRows('convert', (change) => {
    if (change.table === 'convert_fills' && change.row.quote_id !== null) return null;
    const isOrder = change.table === 'convert_orders' && change.row.quote_id !== null;
    return isOrder ? { ...change, row: { ...change.row, quote_id: 'another' } } : change;
  }),
};

const sharesQuotes: Mutant = {
  focus: 'convert',
  name: 'a firm price can be used by somebody else',
  modules: withHandler('convert.fill', (original) => (state, command) => {
    const { quote, ...facts } = command.facts as Facts;
    if (quote === undefined || quote === null) return original(state, command);
    return original(state, { ...command, facts: { ...facts, quote: { ...quote, user_id: command.userId } } });
  }),
};

const ignoresBand: Mutant = {
  focus: 'convert',
  name: 'a firm price is honoured however far the market went',
  modules: withHandler('convert.fill', (original) => (state, command) => {
    const { quote, ...facts } = command.facts as Facts;
    if (quote === undefined || quote === null) return original(state, command);
    const outcome = original(state, { ...command, facts: { ...facts, quote: { ...quote, band_rate: '1' } } });
    if (!outcome.ok) return outcome;
    // Nothing of it shows in what is stored or told.
    const band = quote.band_rate as string;
    const withBandRate = (data: Json): Json => ({ ...(data as object), bandRate: band }) as Json;
    return {
      ...outcome,
      result: withBandRate(outcome.result),
      rows: outcome.rows.map((change) =>
        change.table === 'convert_fills' ? { ...change, row: { ...change.row, band_rate: band } } : change,
      ),
      events: outcome.events.map((event) => ({ ...event, data: withBandRate(event.data) })),
    };
  }),
};

const convertsAtKnownPrice: Mutant = {
  focus: 'convert',
  name: 'a conversion without a quote is made at the price that was seen',
  modules: withRows('convert', (change) => {
    if (change.table !== 'convert_terms') return change;
    const { slippageRate, ...terms } = change.row.terms as { readonly [name: string]: Json };
    return { ...change, row: { ...change.row, terms } };
  }),
};

const firmAtKnownPrice: Mutant = {
  focus: 'convert',
  name: 'a firm price is checked by the last prices, not by the next ones',
  modules: withRows('convert', (change) => {
    if (change.table !== 'convert_terms') return change;
    const { quoteAtNextTick, ...terms } = change.row.terms as { readonly [name: string]: Json };
    return { ...change, row: { ...change.row, terms } };
  }),
};

const keepsHoldOfLapsed: Mutant = {
  focus: 'convert',
  name: 'a conversion that no price came for keeps its hold',
  modules: withPostings('convert.lapse', () => []),
};

/** The handler decides by another balance of what is given than there is. */
const decidesBy = (balanceOf: (owned: bigint, amount: bigint) => bigint): NonNullable<Mutant['modules']> =>
  withHandler('convert.fill', (original) => (state, command) => {
    const { from, amount, quoteId } = command.body as { from: string; amount: string; quoteId: string | null };
    const key = userAccount(command.userId, command.book, from, 'available');
    const account = state.accounts.get(key);
    const paid = parseAmount(amount);
    if (account === undefined || paid === undefined || quoteId !== null) return original(state, command);
    const balance = balanceOf(account.balance, paid) as Amount;
    const accounts = new Map(state.accounts).set(key, { ...account, balance });
    return original({ ...state, accounts }, command);
  });

const convertsPartsOfRemainders: Mutant = {
  focus: 'remainders',
  name: 'a part of what is left of a coin is converted below the minimum too',
  modules: decidesBy(least),
};

const refusesRemainders: Mutant = {
  focus: 'remainders',
  name: 'all that is left of a coin is refused below the minimum',
  modules: decidesBy((owned) => owned + 1n),
};

export const convertMutants: readonly Mutant[] = [
  usesQuoteTwice,
  sharesQuotes,
  ignoresBand,
  convertsAtKnownPrice,
  firmAtKnownPrice,
  keepsHoldOfLapsed,
  convertsPartsOfRemainders,
  refusesRemainders,
];
