import { code } from '@glasshouse/api/codes';
import { authorityOf } from '@glasshouse/server/authority/slice';
import { houseAccount, partsOf } from '@glasshouse/server/kernel/core/accounts';
import { balanceOf } from '@glasshouse/server/kernel/core/state';
import type { Mutant } from './mutant.ts';
import { withHandler } from './with-module.ts';

const YEARS_MS = 20 * 365 * 86_400_000;

const closesOverMoney: Mutant = {
  focus: 'accountData',
  name: 'an account is closed although orders and positions of it are open',
  modules: withHandler('account.close', (original) => (state, command) => {
    const outcome = original(state, command);
    if (outcome.ok || outcome.code !== code.accountNotEmpty) return outcome;
    return original({ ...state, residents: new Map() }, command);
  }),
};

const takesWhatIsLeft: Mutant = {
  focus: 'accountData',
  name: 'what somebody leaves behind goes to the operator',
  modules: withHandler('account.close', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    const left = (state.residents.get(command.userId) ?? []).filter(
      (key) => partsOf(key).book === 'real' && balanceOf(state, key) !== 0n,
    );
    const postings = left.map((from) => {
      const { book, asset } = partsOf(from);
      const to = houseAccount(book, asset, 'capital');
      return { from, to, amount: balanceOf(state, from), reason: 'balance.adjust', ref: null };
    });
    return { ...outcome, postings };
  }),
};

const forgetsEarly: Mutant = {
  focus: 'accountData',
  name: 'personal data goes although money must still be accounted for',
  modules: withHandler('account.erase', (original) => (state, command) => {
    return original(state, { ...command, at: command.at + YEARS_MS });
  }),
};

const undoesClosure: Mutant = {
  focus: 'accountData',
  name: 'an operator opens an account that its owner closed',
  modules: withHandler('standing.set', (original) => (state, command) => {
    const authority = authorityOf(state);
    const standings = new Map(
      [...authority.standings].map(([user, standing]) => [user, { ...standing, changed_by: standing.changed_by ?? 1 }]),
    );
    return original(
      { ...state, slices: new Map([...state.slices, ['authority', { ...authority, standings }]]) },
      command,
    );
  }),
};

const comesBackForgotten: Mutant = {
  focus: 'accountData',
  name: 'an account is opened again after its owner was forgotten',
  modules: withHandler('account.reopen', (original) => (state, command) => {
    const authority = authorityOf(state);
    const standings = new Map(
      [...authority.standings].map(([user, standing]) => [
        user,
        standing.changed_by === null ? { ...standing, reason: 'closed by its owner' } : standing,
      ]),
    );
    return original(
      { ...state, slices: new Map([...state.slices, ['authority', { ...authority, standings }]]) },
      command,
    );
  }),
};

export const accountDataMutants: readonly Mutant[] = [
  closesOverMoney,
  takesWhatIsLeft,
  forgetsEarly,
  undoesClosure,
  comesBackForgotten,
];
