import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { Json } from '@glasshouse/server/kernel/core/types';
import type { ContractOrderWire } from '@glasshouse/server/products/contracts/view';
import type { SpotOrderWire } from '@glasshouse/server/products/spot/view';
import { type LeadMarket, SOURCE_MS } from './lead-market.ts';
import type { Exit, Knowledge, LeadStrategy } from './lead-strategies.ts';
import { Tally } from './tally.ts';
import type { Venue } from './venue.ts';

const USERS = 20;
const BLOCK_MS = 5_000;
const ACCEPTED = 200;
const AMOUNT = '1000';
const QUANTITY = '0.2';
const LEVERAGE = 2;
/** An order or a stop that no tick has reached by then is taken back without a look. */
const PATIENCE_MS = 5_000;
/** A position that found no way out by then is closed. */
const HELD_MS = 60_000;
/** Of those who wait for the one tick that suits them. */
const HELD_LONGEST_MS = 600_000;

type OrderWire = SpotOrderWire | ContractOrderWire;

/** An order as it was last told, with what the source showed then. */
interface LastOrder {
  readonly order: OrderWire;
  readonly source: number;
}

interface Trade {
  readonly userId: number;
  readonly startedAt: number;
  readonly id: number;
  /** Where it rests, or its stop or target lies. */
  points?: number | undefined;
  /** Since when. */
  placedAt: number;
  /** What the purchase gained on the source. */
  entered?: number;
  quantity?: string;
  isLeaving?: boolean;
}

/**
 * One strategy with its own people, who buy and sell again, one after the other. What counts is
 * what they paid and got against what the source showed at that moment, which is what it is worth.
 */
export class LeadTrader {
  readonly strategy: LeadStrategy;
  readonly tally = new Tally(BLOCK_MS);
  count = 0;
  readonly #venue: Venue;
  readonly #market: LeadMarket;
  readonly #firstUser: number;
  readonly #lastOrders = new Map<number, LastOrder>();
  #turns = 0;
  #trade: Trade | undefined;

  constructor(
    strategy: LeadStrategy,
    context: { readonly venue: Venue; readonly market: LeadMarket; readonly firstUser: number },
  ) {
    this.strategy = strategy;
    this.#venue = context.venue;
    this.#market = context.market;
    this.#firstUser = context.firstUser;
    context.venue.onEvent((event) => this.#hears(event));
  }

  async open(): Promise<void> {
    for (let index = 0; index < USERS; index += 1) await this.#venue.submit(this.#nextUser(), 'books.open', {});
  }

  /** Just before a tick. */
  async look(known: Knowledge): Promise<void> {
    const trade = this.#trade;
    if (trade === undefined) await this.#enter(known);
    else if (trade.entered === undefined) await this.#entering(trade, known);
    else if (trade.isLeaving === true) this.#left(trade);
    else if (this.strategy.product === 'spot') await this.#sell(trade);
    else await this.#leave(trade, known);
  }

  #hears({ kind, userId, data }: SequencedUserEvent): void {
    const isOwn = this.#firstUser <= userId && userId < this.#firstUser + USERS;
    if (!isOwn || (kind !== 'spot.order' && kind !== 'contracts.order')) return;
    const order = data as unknown as OrderWire;
    this.#lastOrders.set(order.id, { order, source: this.#market.source });
  }

  async #enter(known: Knowledge): Promise<void> {
    const { product, enters } = this.strategy;
    const entry = enters === undefined ? ({ type: 'market' } as const) : enters(known);
    if (entry === undefined) return;
    const { code, minLots } = this.#market.instrument;
    const userId = this.#nextUser();
    const text = entry.type === 'market' ? null : this.#market.textOf(entry.points);
    const common = { code, side: 'buy', type: entry.type };
    const made =
      product === 'spot'
        ? await this.#send(userId, 'spot.submit', {
            ...common,
            price: entry.type === 'limit' ? text : null,
            ...(entry.type === 'stop' ? { stopPrice: text } : {}),
            ...(entry.type === 'limit' ? { amount: null, quantity: QUANTITY } : { amount: AMOUNT, quantity: null }),
            timeInForce: null,
          })
        : await this.#send(userId, 'contracts.buy', {
            ...common,
            ...(entry.type === 'limit' ? { price: text } : entry.type === 'stop' ? { stopPrice: text } : {}),
            lots: minLots,
            leverage: LEVERAGE,
          });
    if (made === undefined) return;
    const { now } = this.#venue;
    const points = entry.type === 'market' ? undefined : entry.points;
    this.#trade = { userId, startedAt: now, id: made.id, points, placedAt: now };
  }

  async #entering(trade: Trade, known: Knowledge): Promise<void> {
    const last = this.#lastOrders.get(trade.id);
    if (last === undefined) return this.#takeBackEntry(trade, known);
    const { order, source } = last;
    if (isBought(order)) {
      trade.entered = 1 - paidOf(order) / source;
      if ('filledQuantity' in order) trade.quantity = order.filledQuantity;
      trade.points = undefined;
      trade.placedAt = this.#venue.now;
      return this.look(known);
    }
    if (isWaiting(order)) return this.#takeBackEntry(trade, known);
    // Nothing was bought: nothing gained or lost, but an order all the same.
    this.#record(trade, 0);
  }

  async #takeBackEntry(trade: Trade, known: Knowledge): Promise<void> {
    if (!this.#isTakenBack(trade, known)) return;
    await this.#send(trade.userId, `${this.strategy.product}.cancel`, { id: trade.id });
  }

  #isTakenBack({ points, placedAt }: Trade, known: Knowledge): boolean {
    if (points === undefined) return false;
    const waited = this.#venue.now - placedAt;
    if (PATIENCE_MS <= waited) return true;
    // Until its lead is over no tick reaches it.
    const { leadMs = 0 } = this.#market.instrument;
    return leadMs <= waited + SOURCE_MS && this.strategy.takesBack?.(known, points) === true;
  }

  async #sell(trade: Trade): Promise<void> {
    const { userId, quantity = '0' } = trade;
    const { code } = this.#market.instrument;
    const order = { code, side: 'sell', type: 'market', price: null, timeInForce: null, quantity, amount: null };
    const made = await this.#send(userId, 'spot.submit', order);
    if (made !== undefined) this.#trade = { ...trade, id: made.id, isLeaving: true };
  }

  /** A position that is still open: closed, protected, or left as it is. */
  async #leave(trade: Trade, known: Knowledge): Promise<void> {
    const last = this.#lastOrders.get(trade.id) as LastOrder;
    if (last.order.state !== 'open') return this.#left(trade);
    const { userId, id, points } = trade;
    const { leaves, takesBack } = this.strategy;
    const heldMs = takesBack === undefined ? HELD_MS : HELD_LONGEST_MS;
    const hasTime = this.#venue.now < trade.startedAt + heldMs;
    if (points !== undefined) {
      if (!this.#isTakenBack(trade, known)) return;
      await this.#send(userId, 'contracts.stops', { id, stopLoss: null, takeProfit: null });
      trade.points = undefined;
      return;
    }
    const exit: Exit | undefined = leaves !== undefined && hasTime ? leaves(known) : { type: 'close' };
    if (exit === undefined) return;
    if (exit.type === 'close') {
      if ((await this.#send(userId, 'contracts.close', { id })) !== undefined) trade.isLeaving = true;
      return;
    }
    const made = await this.#send(userId, 'contracts.stops', { id, [exit.type]: this.#market.textOf(exit.points) });
    if (made === undefined) return;
    trade.points = exit.points;
    trade.placedAt = this.#venue.now;
  }

  #left(trade: Trade): void {
    const last = this.#lastOrders.get(trade.id);
    if (last === undefined || isWaiting(last.order) || last.order.state === 'open') return;
    const got = gotOf(last.order);
    if (got === undefined) this.#trade = undefined;
    else this.#record(trade, (trade.entered ?? 0) + got / last.source - 1);
  }

  async #send(userId: number, type: string, body: Json): Promise<OrderWire | undefined> {
    const answer = await this.#venue.submit(userId, type, body);
    return answer.code === ACCEPTED ? (answer.result as unknown as OrderWire) : undefined;
  }

  #record({ startedAt }: Trade, value: number): void {
    this.#trade = undefined;
    this.count += 1;
    this.tally.add(startedAt, value);
  }

  #nextUser(): number {
    this.#turns += 1;
    return this.#firstUser + (this.#turns % USERS);
  }
}

const isWaiting = ({ state }: OrderWire): boolean => state === 'waiting' || state === 'partlyFilled';

const isBought = (order: OrderWire): boolean =>
  'filledQuantity' in order ? !isWaiting(order) && 0 < Number(order.filledQuantity) : order.openPrice !== null;

/** For one unit, with the fee. */
const paidOf = (order: OrderWire): number =>
  'filledQuantity' in order
    ? (Number(order.filledAmount) + Number(order.fee)) / Number(order.filledQuantity)
    : Number(order.openPrice) * (1 + Number(order.feeRate));

function gotOf(order: OrderWire): number | undefined {
  if ('filledQuantity' in order) {
    const quantity = Number(order.filledQuantity);
    return quantity === 0 ? undefined : (Number(order.filledAmount) - Number(order.fee)) / quantity;
  }
  return order.closePrice === null ? undefined : Number(order.closePrice) * (1 - Number(order.feeRate));
}
