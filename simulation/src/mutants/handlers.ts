import { balanceOf } from '@glasshouse/server/kernel/core/state';
import type { Tick } from '@glasshouse/server/kernel/core/types';
import { optionsOf } from '@glasshouse/server/products/options/slice';
import type { Mutant } from './mutant.ts';
import { withHandler } from './with-module.ts';

const paysOneUnitTooMuch: Mutant = {
  focus: 'options',
  name: 'a win pays one unit too much',
  modules: withHandler('options.settle', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    const postings = outcome.postings.map((posting) => {
      const more = posting.amount + 1n;
      const fits = posting.reason === 'options.win' && more <= balanceOf(state, posting.from);
      return fits ? { ...posting, amount: more as typeof posting.amount } : posting;
    });
    return { ...outcome, postings };
  }),
};

const entersByPreviousTick: Mutant = {
  focus: 'options',
  name: 'an order enters at the tick before its acceptance',
  modules: (modules) => {
    const previous = new Map<string, Tick>();
    return withHandler('options.enter', (original) => (state, command) => {
      const body = command.body as { tick: Tick; orders: number[] };
      const before = previous.get(body.tick.code);
      previous.set(body.tick.code, body.tick);
      const outcome = original(state, command);
      if (!outcome.ok || before === undefined) return outcome;
      const rows = outcome.rows.map(({ table, row }) => ({ table, row: { ...row, entry_mid: before.mid } }));
      return { ...outcome, rows };
    })(modules);
  },
};

const gapLimitOffByOne: Mutant = {
  focus: 'options',
  name: 'a silence of exactly the gap limit before the expiry counts as a gap',
  modules: withHandler('options.settle', (original) => (state, command) => {
    const { orders } = optionsOf(state);
    const ids = (command.body as { orders: number[] }).orders;
    const originals = ids.map((id) => orders.get(id)).filter((order) => order !== undefined);
    for (const order of originals) orders.set(order.id, { ...order, gap_limit_ms: order.gap_limit_ms - 1 });
    const outcome = original(state, command);
    for (const order of originals) orders.set(order.id, order);
    if (!outcome.ok) return outcome;
    const limits = new Map(originals.map((order) => [order.id, order.gap_limit_ms]));
    const rows = outcome.rows.map(({ table, row }) => {
      return { table, row: { ...row, gap_limit_ms: limits.get(row.id as number) ?? null } };
    });
    return { ...outcome, rows };
  }),
};

const keepsFeeOfVoid: Mutant = {
  focus: 'options',
  name: 'an order that never entered gets back its stake but not its fee',
  modules: withHandler('options.abandon', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok) return outcome;
    const { orders } = optionsOf(state);
    const postings = outcome.postings.flatMap((posting) => {
      const order = orders.get(Number(posting.ref));
      if (posting.reason !== 'options.refund' || order === undefined || order.fee === '0') return [posting];
      const fee = BigInt(Math.round(Number(order.fee) * 1e8)) as typeof posting.amount;
      const fees = posting.from.replace(/^u\d+/, 'house').replace('/held', '/fees') as typeof posting.from;
      return [
        { ...posting, amount: (posting.amount - fee) as typeof fee },
        { ...posting, to: fees, amount: fee },
      ];
    });
    return { ...outcome, postings };
  }),
};

const forgetsExposure: Mutant = {
  focus: 'options',
  name: 'the profit of an order is promised but not reserved',
  modules: withHandler('options.buy', (original) => (state, command) => {
    const outcome = original(state, command);
    if (!outcome.ok || command.seq % 5 !== 0) return outcome;
    return { ...outcome, postings: outcome.postings.filter(({ reason }) => reason !== 'options.reserve') };
  }),
};

export const handlerMutants: readonly Mutant[] = [
  paysOneUnitTooMuch,
  entersByPreviousTick,
  gapLimitOffByOne,
  keepsFeeOfVoid,
  forgetsExposure,
];
