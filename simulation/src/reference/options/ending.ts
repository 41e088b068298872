import { ofHouse, ofUser } from '../accounts.ts';
import type { Entry, StoredTick } from '../stored.ts';
import type { Order } from './order.ts';
import type { OptionsState } from './state.ts';

/** Returns stake and fee to the buyer and the reserve to the pool. */
export function refund(model: OptionsState, order: Order, reason: NonNullable<Order['reason']>, entry: Entry): void {
  const { user, book, asset } = order;
  const back = order.stake + order.fee;
  model.reference.accounts.move(ofUser(user, book, asset, 'held'), ofUser(user, book, asset, 'available'), back);
  model.reference.accounts.move(
    ofHouse(book, asset, 'reserve.options'),
    ofHouse(book, asset, 'pool.options'),
    order.profit,
  );
  Object.assign(order, { state: 'void', outcome: 'void', reason, endedBy: entry.seq, endedAt: entry.at, paid: back });
  model.live.remove(order);
}

/**
 * Settles by entry and exit price: up wins above the entry, down below it, a tie returns the stake.
 * The fee is kept.
 */
export function payOut(model: OptionsState, order: Order, exit: StoredTick, entry: Entry): void {
  const { user, book, asset, stake, fee, profit } = order;
  const move = (exit.mid - (order.entry as StoredTick).mid) * (order.direction === 'up' ? 1 : -1);
  const available = ofUser(user, book, asset, 'available');
  const held = ofUser(user, book, asset, 'held');
  const pool = ofHouse(book, asset, 'pool.options');
  const reserve = ofHouse(book, asset, 'reserve.options');
  model.reference.accounts.fee(held, ofHouse(book, asset, 'fees'), fee);
  model.reference.accounts.move(held, move < 0 ? pool : available, stake);
  model.reference.accounts.move(reserve, 0 < move ? available : pool, profit);
  const outcome = 0 < move ? 'win' : move < 0 ? 'lose' : 'draw';
  const paid = 0 < move ? stake + profit : move < 0 ? 0n : stake;
  Object.assign(order, { state: 'settled', outcome, exit, endedBy: entry.seq, endedAt: entry.at, paid });
  model.live.remove(order);
}
