import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, rateOf } from '@glasshouse/rules/money';
import { houseAccount } from '@glasshouse/server/kernel/core/accounts';
import { balanceOf } from '@glasshouse/server/kernel/core/state';
import type { Posting } from '@glasshouse/server/kernel/core/types';
import { plansOf } from '@glasshouse/server/products/plans/slice';
import type { Mutant } from './mutant.ts';
import { withHandler, withModule, withPostings, withRows } from './with-module.ts';

const focus = 'plans';

const paysEveryDayTwice: Mutant = {
  focus,
  name: 'now and then a day of a plan is paid twice',
  modules: withModule('plans', (original) => ({
    ...original,
    handlers: {
      ...original.handlers,
      'plans.pay': (state, command) => {
        const outcome = original.handlers['plans.pay']!(state, command);
        if (!outcome.ok || command.seq % 7 !== 0) return outcome;
        const again = outcome.postings.filter(({ reason }) => reason === 'plans.yield').slice(0, 1);
        return { ...outcome, postings: [...outcome.postings, ...again] };
      },
    },
  })),
};

const paysFromCapital: Mutant = {
  focus,
  name: 'yield is not paid out of what was set aside for it',
  modules: withPostings('plans.pay', (posting) =>
    posting.reason === 'plans.yield'
      ? [{ ...posting, from: posting.from.replace('/reserve.', '/pool.') as Posting['from'] }]
      : [posting],
  ),
};

/** A unit less than the terms say, in favour of the one who leaves. */
const roundsPenaltyDown: Mutant = {
  focus,
  name: 'the penalty of leaving a plan is rounded down',
  modules: withModule('plans', (original) => ({
    ...original,
    handlers: {
      ...original.handlers,
      'plans.exit': (state, command) => {
        const outcome = original.handlers['plans.exit']!(state, command);
        if (!outcome.ok) return outcome;
        const plan = plansOf(state).orders.get((command.body as { id: number }).id);
        const exact = plan === undefined ? 0n : amountOf(plan.principal) * rateOf(plan.penalty_rate);
        const postings = outcome.postings.map((posting) => {
          const less = exact % 100_000_000n === 0n ? 0n : 1n;
          if (posting.reason === 'plans.penalty') return { ...posting, amount: (posting.amount - less) as Amount };
          return posting.reason === 'plans.return'
            ? { ...posting, amount: (posting.amount + less) as Amount }
            : posting;
        });
        return { ...outcome, postings };
      },
    },
  })),
};

const promisesUnfunded: Mutant = {
  focus,
  name: 'a sale sets nothing aside for its yield',
  modules: withPostings('plans.buy', (posting) => (posting.reason === 'plans.reserve' ? [] : [posting])),
};

const keepsPenalty: Mutant = {
  focus,
  name: 'the penalty of an early exit goes to the fees of the house',
  modules: withPostings('plans.exit', (posting) =>
    posting.reason === 'plans.penalty'
      ? [{ ...posting, to: posting.to.replace(/pool\.plan\d+$/, 'fees') as Posting['to'] }]
      : [posting],
  ),
};

const keepsReserve: Mutant = {
  focus,
  name: 'what was set aside for days that never come stays where it is',
  modules: withPostings('plans.exit', (posting) => (posting.reason === 'plans.release' ? [] : [posting])),
};

const forgetsADay: Mutant = {
  focus,
  name: 'a day that an outage kept waiting is never paid',
  modules: withModule('plans', (original) => ({
    ...original,
    onTime: (state, at, market) =>
      (original.onTime?.(state, at, market) ?? []).filter(
        ({ type, body }) => type !== 'plans.pay' || at < ((body as { day: number }).day + 2) * 86_400_000,
      ),
  })),
};

const sellsBeyondCapacity: Mutant = {
  focus,
  name: 'plans that run do not count against the capacity',
  modules: withRows('plans', (change) =>
    change.table === 'plan_totals' ? { ...change, row: { ...change.row, principal: '0' } } : change,
  ),
};

const sellsSwitchedOff: Mutant = {
  focus,
  name: 'a smart plan is sold to somebody who switched smart trading off',
  modules: withRows('plans', (change) =>
    change.table === 'plan_switches' ? { ...change, row: { ...change.row, enabled: true } } : change,
  ),
};

const changesSold: Mutant = {
  focus,
  name: 'new terms hold for plans that were sold before',
  modules: withHandler('plans.exit', (original) => (state, command) => {
    const slice = state.slices.get('plans') as {
      terms: Map<string, { penaltyRate: string }>;
      orders: Map<number, { product: number; penalty_rate: string }>;
    };
    const { id } = command.body as { id: number };
    const plan = slice.orders.get(id);
    const now = slice.terms.get(`plan${plan?.product}`)?.penaltyRate;
    if (plan === undefined || now === undefined) return original(state, command);
    const orders = new Map([...slice.orders, [id, { ...plan, penalty_rate: now }]]);
    return original({ ...state, slices: new Map([...state.slices, ['plans', { ...slice, orders }]]) }, command);
  }),
};

const drawsPromised: Mutant = {
  focus,
  name: 'an operator draws what plans were promised',
  modules: withPostings('request.decide', (posting) =>
    posting.reason === 'plans.draw'
      ? [{ ...posting, from: posting.from.replace('/pool.', '/reserve.') as Posting['from'] }]
      : [posting],
  ),
};

const paysTwiceAfterAJump: Mutant = {
  focus: 'years',
  name: 'a day that was over long before it could be posted is posted twice',
  modules: withModule('plans', (original) => ({
    ...original,
    handlers: {
      ...original.handlers,
      'plans.pay': (state, command) => {
        const outcome = original.handlers['plans.pay']!(state, command);
        const { day } = command.body as { day: number };
        if (!outcome.ok || command.at < (day + 9) * 86_400_000) return outcome;
        return { ...outcome, postings: [...outcome.postings, ...outcome.postings] };
      },
    },
  })),
};

/** Only what is left of the reserve is set aside, as if it were enough. */
const sellsBeyondReserve: Mutant = {
  focus: 'years',
  name: 'a plan is sold although the reserve cannot cover it',
  modules: withHandler('plans.buy', (original) => (state, command) => {
    const refused = original(state, command);
    if (refused.ok || refused.code !== code.reserveTooSmall) return refused;
    const { product } = command.body as { product: number };
    const { asset } = plansOf(state).terms.get(`plan${product}`) ?? { asset: '' };
    const pool = houseAccount('real', asset, `pool.plan${product}`);
    const left = balanceOf(state, pool);
    const accounts = new Map(state.accounts);
    accounts.set(pool, { ...accounts.get(pool)!, balance: amountOf('1000000000') });
    const sold = original({ ...state, accounts }, command);
    if (!sold.ok) return sold;
    const postings = sold.postings.flatMap((posting) =>
      posting.from !== pool ? [posting] : left === 0n ? [] : [{ ...posting, amount: left }],
    );
    return { ...sold, postings };
  }),
};

export const planMutants: readonly Mutant[] = [
  paysEveryDayTwice,
  paysFromCapital,
  roundsPenaltyDown,
  promisesUnfunded,
  keepsPenalty,
  keepsReserve,
  forgetsADay,
  sellsBeyondCapacity,
  sellsSwitchedOff,
  changesSold,
  drawsPromised,
  paysTwiceAfterAJump,
  sellsBeyondReserve,
];
