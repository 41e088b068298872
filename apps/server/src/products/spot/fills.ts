import { RECENT_TRADES_MAX } from '@glasshouse/api/sockets';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  priceOfPoints,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { makerCost, quantityOf, type SpotCost, takerCost, totalOf } from '@glasshouse/rules/spot';
import { changeOf } from '../../kernel/core/effects.ts';
import type { AccountKey, Command, CoreState, Effects, Posting, RowChange, Tick } from '../../kernel/core/types.ts';
import { leadColumn } from '../../trading/lead.ts';
import { takenAt } from './ladder.ts';
import type { Side } from './order-book.ts';
import { tickColumns } from './order-columns.ts';
import {
  FILLS_TABLE,
  houseAccounts,
  isFinal,
  isInBook,
  LADDERS_TABLE,
  needOf,
  ORDERS_TABLE,
  openOf,
  openQuantity,
  remainderOf,
  restingOf,
  type SpotFill,
  type SpotLadder,
  type SpotOrder,
  type SpotTrade,
  TRADES_TABLE,
  userAccounts,
} from './rows.ts';
import { marketKey, type SpotSlice, spotOf } from './slice.ts';
import { FILLS_SHOWN_MAX, type SpotPair } from './terms.ts';
import { orderWire, refusedWire } from './view.ts';

/** A user's side of a trade, after it. */
interface Party {
  readonly order: SpotOrder;
  readonly cost: SpotCost;
  readonly role: 'maker' | 'taker';
}

/**
 * Effects of one command on one market, as its fills collect them: postings, rows and events. The
 * state does not change; orders the command touches are kept here in their newest form.
 */
export class SpotEffects {
  readonly #slice: SpotSlice;
  readonly #command: Command;
  readonly #pair: SpotPair;
  readonly #tick: Tick;
  readonly #postings: Posting[] = [];
  readonly #orders = new Map<number, SpotOrder>();
  readonly #fills: SpotFill[] = [];
  readonly #refused = new Map<number, number>();
  readonly #trades: SpotTrade[] = [];
  #taken: SpotLadder;
  #isLadderTaken = false;

  constructor(state: CoreState, context: { command: Command; pair: SpotPair; tick: Tick }) {
    this.#slice = spotOf(state);
    this.#command = context.command;
    this.#pair = context.pair;
    this.#tick = context.tick;
    this.#taken = takenAt(state, { book: context.command.book, code: context.pair.terms.code, tick: context.tick });
  }

  /** Records the newest form of an order the command changes. */
  keep(order: SpotOrder): void {
    this.#orders.set(order.id, order);
  }

  order(id: number): SpotOrder {
    const order = this.#orders.get(id) ?? this.#slice.orders.get(id);
    if (order === undefined) throw new Error(`spot order ${id} is not known`);
    return order;
  }

  /** A trade of two orders. */
  trade(match: { taker: number; maker: number; price: number; steps: number }): void {
    const taker = this.#fill(match.taker, 'taker', match, false);
    const maker = this.#fill(match.maker, 'maker', match, false);
    const buyer = taker.order.side === 'buy' ? taker : maker;
    const seller = buyer === taker ? maker : taker;
    const quantity = quantityOf(match.steps, this.#pair.step);
    const house = houseAccounts(taker.order);
    const own = { buyer: accountsOf(buyer), seller: accountsOf(seller) };
    this.#post(own.buyer.pays, house.clearingQuote, buyer.cost.amount, 'spot.buy', buyer.order);
    this.#post(house.clearingQuote, own.seller.gets, seller.cost.amount, 'spot.sell', seller.order);
    const rest = subtract(buyer.cost.amount, seller.cost.amount);
    this.#post(house.clearingQuote, house.fees, rest, 'spot.rounding', buyer.order);
    this.#post(own.seller.pays, house.clearingBase, quantity, 'spot.sell', seller.order);
    this.#post(house.clearingBase, own.buyer.gets, quantity, 'spot.buy', buyer.order);
    this.#post(own.buyer.pays, house.fees, buyer.cost.fee, 'spot.fee', buyer.order);
    this.#post(own.seller.gets, house.fees, seller.cost.fee, 'spot.fee', seller.order);
    this.#recordTrade(taker.order.side, match);
  }

  /** A trade of one order with the house's quotes. */
  tradeWithHouse(match: { order: number; role: 'maker' | 'taker'; price: number; steps: number }): void {
    const party = this.#fill(match.order, match.role, match, true);
    const { order, cost } = party;
    const quantity = quantityOf(match.steps, this.#pair.step);
    const house = houseAccounts(order);
    const own = accountsOf(party);
    if (order.side === 'buy') {
      this.#post(own.pays, house.quote, cost.amount, 'spot.buy', order);
      this.#post(house.base, own.gets, quantity, 'spot.buy', order);
      this.#post(own.pays, house.fees, cost.fee, 'spot.fee', order);
    } else {
      this.#post(own.pays, house.base, quantity, 'spot.sell', order);
      this.#post(house.quote, own.gets, cost.amount, 'spot.sell', order);
      this.#post(own.gets, house.fees, cost.fee, 'spot.fee', order);
    }
    const { taken_asks, taken_bids } = this.#taken;
    this.#taken =
      order.side === 'buy'
        ? { ...this.#taken, taken_asks: taken_asks + match.steps }
        : { ...this.#taken, taken_bids: taken_bids + match.steps };
    this.#isLadderTaken = true;
    this.#recordTrade(match.role === 'taker' ? order.side : order.side === 'buy' ? 'sell' : 'buy', match);
  }

  /** Puts what an order that rests or waits needs for what is left of it on hold. */
  rest(id: number): void {
    const order = this.order(id);
    const need = needOf(order, openOf(order));
    const { available, held } = holdAccounts(order);
    this.#post(available, held, need, 'spot.hold', order);
    const rounds = this.#pair.terms.roundsUp === true && order.side === 'buy' && isInBook(order);
    const rested = rounds ? formatAmount(openOf(order)) : order.rested_quantity;
    this.keep({ ...order, held: formatAmount(need), rested_quantity: rested });
  }

  /** On hold until the price at which it meets the house's quotes. */
  queue(id: number, worst: number | null): void {
    const lead = leadColumn(this.#pair.terms);
    this.keep({ ...this.order(id), queued_at: this.#command.at, lead_ms: lead, worst_points: worst });
    this.rest(id);
  }

  /** Gives back what an order holds, less what its fills owe by rounding. */
  release(id: number): void {
    const order = this.order(id);
    const { available, held, fees } = holdAccounts(order);
    // As it rested: a trigger of this command may have given it another limit.
    const remainder = remainderOf(this.#slice.orders.get(id) ?? order);
    this.#post(held, fees, remainder, 'spot.rounding', order);
    this.#post(held, available, subtract(amountOf(order.held), remainder), 'spot.release', order);
    this.keep({ ...order, fee: formatAmount(add(amountOf(order.fee), remainder)), held: '0' });
  }

  /** Ends an order with the fills it has, as it was refused at its trigger. */
  revoke(id: number, refused: number): void {
    this.release(id);
    this.#refused.set(id, refused);
    const { seq, at } = this.#command;
    this.keep({ ...this.order(id), state: 'revoked', done_at: at, settled_by: seq });
  }

  /** Net spending from an account so far, for the balance check. */
  spentBy(account: AccountKey): Amount {
    let spent: bigint = ZERO;
    for (const { from, to, amount } of this.#postings) {
      if (from === account) spent += amount;
      if (to === account) spent -= amount;
    }
    return spent as Amount;
  }

  shown(id: number) {
    return orderWire(this.order(id), this.#fillsOf(id));
  }

  toEffects(): Effects {
    const rows: RowChange[] = [...this.#orders.values()].map((order) => changeOf(ORDERS_TABLE, order));
    for (const fill of this.#fills) rows.push(changeOf(FILLS_TABLE, fill));
    for (const trade of this.#trades) rows.push(changeOf(TRADES_TABLE, trade));
    if (this.#isLadderTaken) rows.push(changeOf(LADDERS_TABLE, this.#taken));
    const events = [...this.#orders.values()].map((order) => ({
      userId: order.user_id,
      book: order.book,
      kind: 'spot.order' as const,
      data: { ...this.shown(order.id), ...refusedWire(this.#refused.get(order.id)) },
    }));
    return { postings: this.#postings, rows, events };
  }

  /** The order after the fill. A maker's hold falls by exactly what the fill takes from it. */
  #fill(id: number, role: Party['role'], match: { price: number; steps: number }, house: boolean): Party {
    const order = this.order(id);
    const { step } = this.#pair;
    const quantity = quantityOf(match.steps, step);
    const isMaker = role === 'maker';
    const before = isMaker ? openQuantity(order) : ZERO;
    const after = isMaker ? subtract(before, quantity) : ZERO;
    const price = priceOfPoints(match.price, order.precision);
    const cost = isMaker
      ? makerCost({ ...restingOf(order), side: order.side, before, after })
      : takerCost({ side: order.side, price, quantity, takerRate: rateOf(order.taker_rate) });
    const { seq, at } = this.#command;
    const isDone = isMaker && after === 0n;
    const filled: SpotOrder = {
      ...order,
      state: isDone ? 'filled' : 'partlyFilled',
      filled_quantity: formatAmount(add(amountOf(order.filled_quantity), quantity)),
      filled_amount: formatAmount(add(amountOf(order.filled_amount), cost.amount)),
      fee: formatAmount(add(amountOf(order.fee), cost.fee)),
      held: isMaker ? formatAmount(needOf(order, after)) : order.held,
      fills: order.fills + 1,
      done_at: isDone ? at : null,
      settled_by: isDone ? seq : null,
    };
    this.keep(filled);
    if (isMaker) this.#free(order, filled, cost);
    this.#fills.push({
      order_id: id,
      idx: filled.fills,
      user_id: order.user_id,
      book: order.book,
      code: order.code,
      seq,
      side: order.side,
      role,
      price: match.price,
      quantity: formatAmount(quantity),
      amount: formatAmount(cost.amount),
      fee: formatAmount(cost.fee),
      fee_asset: order.quote,
      house,
      ...tickColumns(house ? this.#tick : undefined),
      at,
    });
    return { order: filled, cost, role };
  }

  /** What a one-cancels-other holds for its stop alone is free with the part of it that filled. */
  #free(before: SpotOrder, after: SpotOrder, cost: SpotCost): void {
    if (before.type !== 'oco' || before.side !== 'buy') return;
    const freed = subtract(subtract(amountOf(before.held), amountOf(after.held)), totalOf(cost));
    const { available, held } = holdAccounts(before);
    this.#post(held, available, freed, 'spot.release', before);
  }

  #recordTrade(side: Side, match: { price: number; steps: number }): void {
    const { book, seq, at } = this.#command;
    const { code } = this.#pair.terms;
    const known = this.#slice.recent.get(marketKey(book, code))?.count ?? 0;
    const number = known + this.#trades.length + 1;
    const quantity = formatAmount(quantityOf(match.steps, this.#pair.step));
    this.#trades.push({
      book,
      code,
      slot: number % RECENT_TRADES_MAX,
      number,
      seq,
      price: match.price,
      quantity,
      side,
      at,
    });
  }

  #fillsOf(id: number): SpotFill[] {
    const earlier = this.#slice.fills.get(id) ?? [];
    const now = this.#fills.filter((fill) => fill.order_id === id);
    return [...earlier, ...now].slice(-FILLS_SHOWN_MAX);
  }

  #post(from: AccountKey, to: AccountKey, amount: Amount, reason: string, order: SpotOrder): void {
    if (0n < amount) this.#postings.push({ from, to, amount, reason, ref: String(order.id) });
  }
}

/** The accounts a party pays from and receives to: a maker pays from its hold. */
function accountsOf({ order, role }: Party): { pays: AccountKey; gets: AccountKey } {
  const { base, quote, heldBase, heldQuote } = userAccounts(order);
  const isMaker = role === 'maker';
  return order.side === 'buy'
    ? { pays: isMaker ? heldQuote : quote, gets: base }
    : { pays: isMaker ? heldBase : base, gets: quote };
}

/** Where an order's hold comes from, and where it is. */
function holdAccounts(order: SpotOrder): { available: AccountKey; held: AccountKey; fees: AccountKey } {
  const { base, quote, heldBase, heldQuote } = userAccounts(order);
  const { fees } = houseAccounts(order);
  return order.side === 'buy' ? { available: quote, held: heldQuote, fees } : { available: base, held: heldBase, fees };
}

/** Releases the hold of an order and ends it. `refused`: why, where its owner did not ask. */
export function revoked(order: SpotOrder, fills: readonly SpotFill[], command: Command, refused?: number): Effects {
  if (isFinal(order)) throw new Error(`spot order ${order.id} is final already`);
  const { available, held, fees } = holdAccounts(order);
  const remainder = remainderOf(order);
  const done: SpotOrder = {
    ...order,
    state: 'revoked',
    fee: formatAmount(add(amountOf(order.fee), remainder)),
    held: '0',
    done_at: command.at,
    settled_by: command.seq,
  };
  const ref = String(order.id);
  const freed = subtract(amountOf(order.held), remainder);
  const owed = { from: held, to: fees, amount: remainder, reason: 'spot.rounding', ref };
  const data = { ...orderWire(done, fills), ...refusedWire(refused) };
  return {
    postings: [
      ...(remainder === ZERO ? [] : [owed]),
      ...(freed === ZERO ? [] : [{ from: held, to: available, amount: freed, reason: 'spot.release', ref }]),
    ],
    rows: [changeOf(ORDERS_TABLE, done)],
    events: [{ userId: order.user_id, book: order.book, kind: 'spot.order', data }],
  };
}
