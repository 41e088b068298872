import type { ExpectedAccounts } from '../accounts.ts';
import { ofHouse, ofUser } from '../accounts.ts';
import { textOf } from '../figures.ts';
import type { ExpectedRow, Prediction } from '../prediction.ts';
import type { Entry, StoredTick } from '../stored.ts';
import { feeOn, otherSide, type Side, takerSum, valueDown } from './arithmetic.ts';
import {
  eventOf,
  fillRow,
  isBooked,
  isQueued,
  needOf,
  openOf,
  owedAtEnd,
  restsAt,
  rowOf,
  type SpotFill,
  type SpotOrder,
} from './order.ts';
import type { SpotTerms } from './terms.ts';

/** Recent trades kept per market. */
const RECENT_MAX = 50;

/** The effects of one entry on one market. */
export class SpotEffects {
  readonly #accounts: ExpectedAccounts;
  readonly #entry: Entry;
  readonly #touched = new Map<number, SpotOrder>();
  readonly #rows: ExpectedRow[] = [];
  /** Number of trades the market ever had. */
  number: number;
  counts: string[] = [];
  /** Codes by the orders that were refused at their trigger. */
  readonly refused = new Map<number, number>();

  readonly #roundsUp: boolean;

  constructor(accounts: ExpectedAccounts, entry: Entry, number: number, terms: SpotTerms | undefined) {
    this.#roundsUp = terms?.roundsUp === true;
    this.#accounts = accounts;
    this.#entry = entry;
    this.number = number;
  }

  touch(order: SpotOrder): void {
    this.#touched.set(order.id, order);
  }

  /**
   * A trade between two users. It passes through the clearing account, which is empty afterwards;
   * the rounding remainder is a fee.
   */
  meet(taker: SpotOrder, maker: SpotOrder, match: { price: number; steps: number }): void {
    const quantity = BigInt(match.steps) * taker.measure.step;
    const took = this.#take(taker, match.price, quantity, undefined);
    const made = this.#make(maker, quantity, undefined);
    const [buyer, bought, seller, sold] =
      taker.side === 'buy' ? [taker, took, maker, made] : [maker, made, taker, took];
    if (bought.amount !== sold.amount) this.counts.push('spot fill with a unit of rounding');
    const { book, base, quote } = { book: taker.book, ...taker.terms };
    const paysQuote = ofUser(buyer.user, book, quote, buyer === maker ? 'held' : 'available');
    const paysBase = ofUser(seller.user, book, base, seller === maker ? 'held' : 'available');
    const fees = ofHouse(book, quote, 'fees');
    const sellerGets = ofUser(seller.user, book, quote, 'available');
    this.#accounts.move(paysQuote, sellerGets, sold.amount);
    this.#accounts.move(paysQuote, fees, bought.amount - sold.amount);
    this.#accounts.fee(paysQuote, fees, bought.fee);
    this.#accounts.fee(sellerGets, fees, sold.fee);
    this.#accounts.move(paysBase, ofUser(buyer.user, book, base, 'available'), quantity);
    // The trade opens the clearing accounts and leaves nothing in them.
    this.#accounts.touch(ofHouse(book, base, 'clearing'));
    this.#accounts.touch(ofHouse(book, quote, 'clearing'));
    this.#remember(taker, taker.side, match.price, quantity);
  }

  /** A trade with the house: a taker trades at the quote, a resting order at its own price. */
  meetHouse(
    order: SpotOrder,
    role: 'maker' | 'taker',
    match: { price: number; steps: number; tick: StoredTick },
  ): void {
    const quantity = BigInt(match.steps) * order.measure.step;
    const sum =
      role === 'taker' ? this.#take(order, match.price, quantity, match.tick) : this.#make(order, quantity, match.tick);
    const { book, user } = order;
    const { base, quote } = order.terms;
    const from = role === 'maker' ? 'held' : 'available';
    const [gives, gets] = order.side === 'buy' ? [quote, base] : [base, quote];
    const [paid, got] = order.side === 'buy' ? [sum.amount, quantity] : [quantity, sum.amount];
    this.#accounts.move(ofUser(user, book, gives, from), ofHouse(book, gives, 'pool.liquidity'), paid);
    this.#accounts.move(ofHouse(book, gets, 'pool.liquidity'), ofUser(user, book, gets, 'available'), got);
    const feeFrom = order.side === 'buy' ? from : 'available';
    this.#accounts.fee(ofUser(user, book, quote, feeFrom), ofHouse(book, quote, 'fees'), sum.fee);
    this.#remember(order, role === 'taker' ? order.side : otherSide(order.side), match.price, quantity);
  }

  /** Puts the rest of a limit order into the book, with its hold. */
  rest(order: SpotOrder): void {
    const { user, book, terms, side } = order;
    const asset = side === 'buy' ? terms.quote : terms.base;
    order.held = needOf(order, openOf(order));
    if (this.#roundsUp && side === 'buy' && isBooked(order)) order.rested = openOf(order);
    this.#accounts.move(ofUser(user, book, asset, 'available'), ofUser(user, book, asset, 'held'), order.held);
    this.counts.push(isBooked(order) ? 'spot rests' : isQueued(order) ? 'spot waits for a price' : 'spot waits');
  }

  /** Gives back what it holds. */
  release(order: SpotOrder): void {
    const owed = isBooked(order) ? owedAtEnd(order) : 0n;
    const { user, book, terms } = order;
    this.#accounts.move(ofUser(user, book, terms.quote, 'held'), ofHouse(book, terms.quote, 'fees'), owed);
    if (0n < owed) this.counts.push('spot remainder charged');
    this.#free(order, order.held - owed);
    order.fee += owed;
    order.held = 0n;
  }

  #free({ user, book, terms, side }: SpotOrder, amount: bigint): void {
    const asset = side === 'buy' ? terms.quote : terms.base;
    this.#accounts.move(ofUser(user, book, asset, 'held'), ofUser(user, book, asset, 'available'), amount);
  }

  row(row: ExpectedRow): void {
    this.#rows.push(row);
  }

  done(result: unknown): Prediction {
    const orders = [...this.#touched.values()];
    const ends = orders.filter(({ ended }) => ended?.seq === this.#entry.seq).map(({ state }) => `spot ${state}`);
    return {
      code: 200,
      result,
      rows: [...orders.map(rowOf), ...this.#rows],
      events: orders.map((order) => eventOf(order, this.refused.get(order.id) ?? null)),
      counts: [...this.counts, ...ends],
    };
  }

  #take(order: SpotOrder, price: number, quantity: bigint, tick: StoredTick | undefined) {
    const sum = takerSum(order.measure, { side: order.side, quantity, points: price, rate: order.takerRate });
    this.#fill(order, { role: 'taker', price, quantity, ...sum, tick });
    return sum;
  }

  /**
   * A resting buy pays the difference between its needs before and after; a resting sell receives
   * each fill rounded down.
   */
  #make(order: SpotOrder, quantity: bigint, tick: StoredTick | undefined) {
    const price = restsAt(order) as number;
    const before = openOf(order);
    const after = openOf(order) - quantity;
    let sum: { amount: bigint; fee: bigint };
    if (order.side === 'sell') {
      const amount = valueDown(order.measure, quantity, price);
      sum = { amount, fee: feeOn(amount, order.makerRate) };
    } else {
      const whole = takerSum(order.measure, { side: 'buy', quantity: before, points: price, rate: order.makerRate });
      const rest = takerSum(order.measure, { side: 'buy', quantity: after, points: price, rate: order.makerRate });
      sum = { amount: whole.amount - rest.amount, fee: whole.fee - rest.fee };
    }
    const held = needOf(order, after);
    // What one-cancels-other holds for its stop alone goes back with the part that filled.
    if (order.type === 'oco' && order.side === 'buy') {
      this.#free(order, order.held - held - sum.amount - sum.fee);
    }
    order.held = held;
    this.#fill(order, { role: 'maker', price, quantity, ...sum, tick });
    if (after === 0n) {
      order.state = 'filled';
      order.ended = { seq: this.#entry.seq, at: this.#entry.at };
    }
    return sum;
  }

  #fill(order: SpotOrder, trade: Omit<SpotFill, 'seq' | 'at'>): void {
    const fill = { ...trade, seq: this.#entry.seq, at: this.#entry.at };
    order.filled += fill.quantity;
    order.paid += fill.amount;
    order.fee += fill.fee;
    order.state = 'partlyFilled';
    order.fills.push(fill);
    this.#rows.push(fillRow(order, fill, order.fills.length));
    this.touch(order);
    this.counts.push(`spot fill as ${fill.role}${fill.tick === undefined ? '' : ' with the house'}`);
  }

  #remember({ book, terms }: SpotOrder, side: Side, price: number, quantity: bigint): void {
    this.number += 1;
    const { seq, at } = this.#entry;
    const slot = this.number % RECENT_MAX;
    const row = { book, code: terms.code, slot, number: this.number, seq, price, quantity: textOf(quantity), side, at };
    this.#rows.push({ table: 'spot_trades', row });
  }
}
