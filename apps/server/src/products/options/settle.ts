import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { creditOf, settleOption, type VoidReason, voidReasonOf } from '@glasshouse/rules/options';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { mergeEffects } from '../../kernel/core/effects.ts';
import type {
  Command,
  CoreState,
  Effects,
  Outcome,
  Posting,
  RowChange,
  Tick,
  UserEvent,
} from '../../kernel/core/types.ts';
import { entersFrom, entryOf, exitOf, type OptionOrder, orderChange } from './rows.ts';
import { optionsOf } from './slice.ts';
import { orderWire } from './view.ts';

export type EnterBody = { readonly tick: Tick; readonly orders: readonly number[] };
export type SettleBody = {
  /** The last tick at or before the expiry of these orders; null when there is none. */
  readonly exit: Tick | null;
  readonly lastGapEndedAt: number;
  readonly orders: readonly number[];
};
export type AbandonBody = { readonly orders: readonly number[] };

/** Gives waiting orders their entry: the first tick after acceptance. */
export function enter(state: CoreState, command: Command<EnterBody>): Outcome {
  const { tick, orders } = command.body;
  const rows: RowChange[] = [];
  const events: UserEvent[] = [];
  for (const order of ordersIn(state, orders, 'waiting')) {
    if (order.code !== tick.code || tick.at < entersFrom(order))
      throw new Error(`tick ${tick.seq} cannot enter order ${order.id}`);
    const entered: OptionOrder = {
      ...order,
      ...entryOf(tick),
      state: 'open',
      entered_by: command.seq,
      expires_at: tick.at + order.period_seconds * 1_000,
    };
    rows.push(orderChange(entered));
    events.push(eventOf(entered));
  }
  return { ok: true, result: { orders: rows.length }, postings: [], rows, events };
}

/** Settles expired orders by the exit tick, or voids them by the gap rule. */
export function settle(state: CoreState, command: Command<SettleBody>): Outcome {
  const { exit, lastGapEndedAt, orders } = command.body;
  const parts: Effects[] = [];
  for (const order of ordersIn(state, orders, 'open')) {
    const expiresAt = order.expires_at as number;
    if (exit !== null && (exit.code !== order.code || expiresAt < exit.at)) {
      throw new Error(`tick ${exit.seq} cannot settle order ${order.id}`);
    }
    const reason = voidReasonOf({
      entry: { seq: order.entry_seq as number, at: order.entry_at as number },
      exit: exit ?? undefined,
      expiresAt,
      lastGapEndedAt,
      gapLimitMs: order.gap_limit_ms,
    });
    parts.push(
      reason === undefined && exit !== null
        ? settled(order, exit, command)
        : voided(order, exit, reason ?? 'tooFewTicks', command),
    );
  }
  return { ok: true, result: { orders: parts.length }, ...mergeEffects(parts) };
}

/** Refunds orders that got no entry tick within the gap limit. */
export function abandon(state: CoreState, command: Command<AbandonBody>): Outcome {
  const parts = ordersIn(state, command.body.orders, 'waiting').map((order) =>
    voided(order, null, 'tooFewTicks', command),
  );
  return { ok: true, result: { orders: parts.length }, ...mergeEffects(parts) };
}

function settled(order: OptionOrder, exit: Tick, command: Command): Effects {
  const outcome = settleOption({ direction: order.direction, entry: order.entry_mid as number, exit: exit.mid });
  const { stake, fee, profit } = amountsOf(order);
  const { available, held, pool, reserve, fees } = accountsOf(order);
  const ref = String(order.id);
  const postings: Posting[] = [];
  const post = (from: typeof held, to: typeof held, amount: Amount, reason: string): void => {
    if (0n < amount) postings.push({ from, to, amount, reason, ref });
  };
  switch (outcome) {
    case 'win':
      post(held, available, stake, 'options.stakeBack');
      post(reserve, available, profit, 'options.win');
      break;
    case 'draw':
      post(held, available, stake, 'options.draw');
      post(reserve, pool, profit, 'options.release');
      break;
    case 'lose':
      post(held, pool, stake, 'options.lose');
      post(reserve, pool, profit, 'options.release');
      break;
  }
  post(held, fees, fee, 'options.fee');
  const closed: OptionOrder = {
    ...order,
    ...exitOf(exit),
    state: 'settled',
    outcome,
    settled_by: command.seq,
    settled_at: command.at,
    paid: formatAmount(creditOf({ outcome, stake, profit })),
  };
  return { postings, rows: [orderChange(closed)], events: [eventOf(closed)] };
}

/** Full refund: stake and fee to the user, the reserved profit to the pool. */
export function voided(order: OptionOrder, exit: Tick | null, reason: VoidReason, command: Command): Effects {
  const { stake, fee, profit } = amountsOf(order);
  const { available, held, pool, reserve } = accountsOf(order);
  const ref = String(order.id);
  const refund = add(stake, fee);
  const postings: Posting[] = [{ from: held, to: available, amount: refund, reason: 'options.refund', ref }];
  if (0n < profit) postings.push({ from: reserve, to: pool, amount: profit, reason: 'options.release', ref });
  const closed: OptionOrder = {
    ...order,
    ...(exit === null ? {} : exitOf(exit)),
    state: 'void',
    outcome: 'void',
    void_reason: reason,
    settled_by: command.seq,
    settled_at: command.at,
    paid: formatAmount(refund),
  };
  return { postings, rows: [orderChange(closed)], events: [eventOf(closed)] };
}

/** A reset of the demo book may have ended some since they were hit. */
function ordersIn(state: CoreState, ids: readonly number[], expected: OptionOrder['state']): OptionOrder[] {
  const slice = optionsOf(state);
  return ids.flatMap((id) => {
    const order = slice.orders.get(id);
    if (order === undefined) return [];
    if (order.state !== expected) throw new Error(`order ${id} is not ${expected}`);
    return order;
  });
}

const amountsOf = (order: OptionOrder) => ({
  stake: amountOf(order.stake),
  fee: order.fee === '0' ? ZERO : amountOf(order.fee),
  profit: amountOf(order.profit),
});

const accountsOf = (order: OptionOrder) => ({
  available: userAccount(order.user_id, order.book, order.asset, 'available'),
  held: userAccount(order.user_id, order.book, order.asset, 'held'),
  pool: houseAccount(order.book, order.asset, 'pool.options'),
  reserve: houseAccount(order.book, order.asset, 'reserve.options'),
  fees: houseAccount(order.book, order.asset, 'fees'),
});

const eventOf = (order: OptionOrder): UserEvent => ({
  userId: order.user_id,
  book: order.book,
  kind: 'options.order',
  data: orderWire(order),
});
