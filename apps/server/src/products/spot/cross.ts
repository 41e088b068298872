import { oppositeOf } from '@glasshouse/rules/spot';
import { figureOf } from '../../figures/in-force.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Tick } from '../../kernel/core/types.ts';
import { BOOKS } from '../../kernel/core/types.ts';
import { isWithinLead } from '../../trading/lead.ts';
import { SpotEffects } from './fills.ts';
import { houseLevels } from './ladder.ts';
import { BookCursor, type OrderBook, type Side } from './order-book.ts';
import type { SpotOrder } from './rows.ts';
import { bookOf, spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

export type CrossBody = { readonly tick: Tick };

/**
 * A tick moves the house's quotes. Resting orders they now reach are filled by an internal command
 * that carries the tick. A tick that reaches none costs two comparisons per book.
 */
export function crossings(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  const slice = spotOf(state);
  const pair = slice.pairs.get(tick.code);
  if (pair === undefined) return [];
  const commands: CommandInput[] = [];
  for (const book of BOOKS) {
    const orders = bookOf(slice, book, tick.code);
    if (orders.size === 0 || !mayCross(orders, tick)) continue;
    if (market.sessionEndsAt(tick.code, tick.at) === undefined) continue;
    if (!crosses(state, { pair, book: orders, tick, accountBook: book })) continue;
    const id = `spot.cross:${book}:${tick.code}:${tick.seq}`;
    commands.push({ id, userId: 0, book, type: 'spot.cross', body: { tick } });
  }
  return commands;
}

/** The best quotes are never better than the tick's bid and ask. */
function mayCross(orders: OrderBook, tick: Tick): boolean {
  const bid = orders.best('buy');
  const ask = orders.best('sell');
  return (bid !== undefined && tick.ask <= bid) || (ask !== undefined && ask <= tick.bid);
}

/** Only quotes that exist count: the house may have nothing to sell or to pay with. */
function crosses(
  state: CoreState,
  { pair, book, tick, accountBook }: { pair: SpotPair; book: OrderBook; tick: Tick; accountBook: Command['book'] },
): boolean {
  const { orders } = spotOf(state);
  return (['buy', 'sell'] as const).some((side) => {
    const best = bestNotHeld(orders, new BookCursor(book, side), tick);
    const quote = houseLevels(state, { pair, book: accountBook, tick, side: oppositeOf(side) })[0];
    return best !== undefined && quote !== undefined && isReached(side, best, quote.price);
  });
}

/**
 * The best price of an order that this tick may fill. Those that were placed within the lead are
 * passed over: no more than rest on one side, and for no longer than the lead.
 */
function bestNotHeld(
  orders: ReadonlyMap<number, SpotOrder>,
  cursor: BookCursor,
  { at }: Pick<Tick, 'at'>,
): number | undefined {
  while (cursor.order !== undefined && isWithinLead((orders.get(cursor.order.id) as SpotOrder).crosses_from, at))
    cursor.advance();
  return cursor.order?.level.price;
}

const isReached = (side: Side, limit: number, quote: number): boolean =>
  side === 'buy' ? quote <= limit : limit <= quote;

/**
 * Fills resting orders that the house's quotes of this tick reach, in price-time priority, each at
 * its own limit: it was there before the quote. What the quotes do not cover waits for the next
 * tick, and so does what was placed within the lead.
 */
export function cross(state: CoreState, command: Command<CrossBody>): Outcome {
  const { tick } = command.body;
  const { book } = command;
  const slice = spotOf(state);
  const pair = slice.pairs.get(tick.code);
  if (pair === undefined) throw new Error(`spot does not trade ${tick.code}`);
  const effects = new SpotEffects(state, { command, pair, tick });
  // A tick delayed beyond the staleness limit is no price to trade at.
  const isFresh = command.at - tick.at <= pair.terms.stalenessMs;
  const orders = bookOf(slice, book, tick.code);
  const most = figureOf(state, 'spot.fillsAtOnceMax');
  let filled = 0;
  if (isFresh) {
    for (const side of ['buy', 'sell'] as const) {
      const house = houseLevels(state, { pair, book, tick, side: oppositeOf(side) });
      const isHeld = (id: number): boolean => isWithinLead((slice.orders.get(id) as SpotOrder).crosses_from, tick.at);
      filled += crossSide(effects, { side, orders, house, fillsMax: most - filled, isHeld });
    }
  }
  return { ok: true, result: { fills: filled }, ...effects.toEffects() };
}

function crossSide(
  effects: SpotEffects,
  cross: {
    readonly side: Side;
    readonly orders: OrderBook;
    readonly house: readonly { price: number; steps: number }[];
    readonly fillsMax: number;
    readonly isHeld: (id: number) => boolean;
  },
): number {
  const { side, orders, house, fillsMax, isHeld } = cross;
  const cursor = new BookCursor(orders, side);
  let filled = 0;
  let index = 0;
  let offered = house[0]?.steps ?? 0;
  while (filled < fillsMax) {
    const { order } = cursor;
    const quote = house[index];
    if (order === undefined || quote === undefined) break;
    const { price } = order.level;
    if (!isReached(side, price, quote.price)) break;
    if (isHeld(order.id)) {
      cursor.advance();
      continue;
    }
    // One fill per order: it trades at its own price whichever quotes it takes.
    let steps = 0;
    while (steps < order.quantity) {
      const level = house[index];
      if (level === undefined || !isReached(side, price, level.price)) break;
      const crossed = Math.min(order.quantity - steps, offered);
      steps += crossed;
      offered -= crossed;
      if (offered === 0) {
        index += 1;
        offered = house[index]?.steps ?? 0;
      }
    }
    effects.tradeWithHouse({ order: order.id, role: 'maker', price, steps });
    filled += 1;
    if (steps < order.quantity) break;
    cursor.advance();
  }
  return filled;
}
