import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/postgres-store.ts';
import { ExpectedTicks } from '../../market-data/tape/expected-ticks.ts';
import type { Pool } from '../../platform/postgres.ts';
import { fillFaults } from './check-fills.ts';
import { FILLS_TABLE, ORDERS_TABLE, type SpotFill, type SpotOrder } from './order.ts';

const PAGE = 2_000;
/** Most trades reported whose two sides differ. */
const TORN_MAX = 50;

/**
 * Checks every spot order against the rules and the signed tape: fills must follow from prices,
 * quantities and the order's own rates, each trade between users must have two sides, and each
 * house quote must come from a tick of the tape.
 */
export class FillCheck {
  readonly #ticks = new ExpectedTicks();

  /** Reads the orders with their fills; call it before `ticks`. Returns the number of orders. */
  async load(pool: Pool): Promise<number> {
    let count = 0;
    for (let after = 0; ; ) {
      const { rows } = await pool.query<SpotOrder>(
        `select ${selectList(ORDERS_TABLE)} from spot_orders where id > $1 order by id limit ${PAGE}`,
        [after],
      );
      const last = rows.at(-1)?.id ?? after;
      const fills = await fillsBetween(pool, after, last);
      for (const order of rows) this.#check(order, fills.get(order.id) ?? []);
      count += rows.length;
      if (rows.length < PAGE) break;
      after = last;
    }
    await this.#twoSides(pool);
    return count;
  }

  /** Ticks of one closed minute of the tape; minutes come in order. */
  ticks(minuteAt: number, ticks: readonly HashedTick[]): void {
    this.#ticks.ticks(minuteAt, ticks);
  }

  finish(): readonly string[] {
    return this.#ticks.finish();
  }

  #check(order: SpotOrder, fills: readonly SpotFill[]): void {
    const who = `spot: order ${order.id}`;
    for (const fault of fillFaults(order, fills)) this.#ticks.find(`${who}: ${fault}`);
    for (const fill of fills) {
      if (fill.tick_seq === null) continue;
      const tick: HashedTick = {
        code: fill.code,
        seq: fill.tick_seq,
        bid: fill.tick_bid as number,
        ask: fill.tick_ask as number,
        mid: fill.tick_mid as number,
        precision: order.precision,
        at: fill.tick_at as number,
      };
      this.#ticks.expect(tick, `${who}: the house's tick`);
    }
  }

  /** What takers received and makers gave in one command, by price. */
  async #twoSides(pool: Pool): Promise<void> {
    const { rows } = await pool.query<{ seq: number; price: number }>(
      `select seq, price from spot_fills where not house group by seq, book, code, price
        having sum(case role when 'taker' then quantity else -quantity end) <> 0
            or count(distinct side) <> 2 order by seq limit ${TORN_MAX}`,
    );
    for (const { seq, price } of rows)
      this.#ticks.find(`spot: the two sides of entry ${seq} differ at ${price} points`);
  }
}

async function fillsBetween(pool: Pool, after: number, last: number): Promise<Map<number, SpotFill[]>> {
  const { rows } = await pool.query<SpotFill>(
    `select ${selectList(FILLS_TABLE)} from spot_fills where order_id > $1 and order_id <= $2 order by order_id, idx`,
    [after, last],
  );
  const fills = new Map<number, SpotFill[]>();
  for (const fill of rows) {
    const own = fills.get(fill.order_id);
    if (own === undefined) fills.set(fill.order_id, [fill]);
    else own.push(fill);
  }
  return fills;
}
