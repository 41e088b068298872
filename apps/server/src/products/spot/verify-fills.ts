import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { ReliedTicks, tickColumns } from '../../market-data/tape/relied-ticks.ts';
import type { TapeCheck } from '../../market-data/tape/tape-check.ts';
import type { TapeWalk } from '../../market-data/tape/tape-walk.ts';
import { TrailedTicks, type TrailRow } from '../../market-data/tape/trailed-ticks.ts';
import { GroupedRows } from '../../platform/grouped-rows.ts';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import { fillFaults } from './check-fills.ts';
import { FILLS_TABLE, ORDERS_TABLE, type SpotFill, type SpotOrder } from './rows.ts';

const FINDINGS_MAX = 50;

type FillTick = HashedTick & { readonly order_id: number };

/**
 * Trailing stops up to the tick that triggered them; of others, up to the last one that was
 * recorded.
 */
const TRAILS = `
  select id as order_id, side, trail_points as points, trail_rate as rate, null as activation, trail_from as start,
         case when peak_seq is null then null
              else jsonb_build_object('code', code, 'seq', peak_seq, 'bid', peak_bid, 'ask', peak_ask, 'mid', peak_mid,
                                      'at', (extract(epoch from peak_at) * 1000)::bigint) end as peak,
         seen_seq as until, triggered_by is not null as fired,
         case when crosses_from is null then '[]'::jsonb
              else jsonb_build_array(jsonb_build_object('after', 0, 'until', (extract(epoch from crosses_from) * 1000)::bigint))
              end as held
    from spot_orders where trail_from is not null order by (trail_from ->> 'at')::bigint, id`;

/**
 * Checks every spot order against the rules and the signed tape: fills must follow from prices,
 * quantities and the order's own rates, each trade between users must have two sides, and each
 * house quote must come from a tick of the tape. Orders come with their fills by number, ticks by
 * time; a page of each is in memory.
 */
export class FillCheck implements TapeCheck {
  readonly #reader: Reader;
  readonly #pageRows: number | undefined;
  readonly #ticks: readonly TapeCheck[];
  readonly #findings: string[] = [];

  constructor(reader: Reader, pageRows?: number) {
    this.#reader = reader;
    this.#pageRows = pageRows;
    const house = new PagedRows<FillTick>(
      reader,
      `select f.order_id, f.code, o.precision, ${tickColumns('f.tick')}
         from spot_fills f join spot_orders o on o.id = f.order_id
        where f.tick_seq is not null order by f.tick_at, f.order_id, f.idx`,
      pageRows,
    );
    const own = (prefix: 'peak' | 'trigger' | 'entry') =>
      new PagedRows<FillTick>(
        reader,
        `select id as order_id, code, precision, ${tickColumns(prefix)}
           from spot_orders where ${prefix}_seq is not null order by ${prefix}_at, id`,
        pageRows,
      );
    this.#ticks = [
      new ReliedTicks(house, ({ order_id }) => `spot: order ${order_id}: the house's tick`),
      new ReliedTicks(own('peak'), ({ order_id }) => `spot: order ${order_id}: its best tick`),
      new ReliedTicks(own('trigger'), ({ order_id }) => `spot: order ${order_id}: the tick that triggered it`),
      new ReliedTicks(own('entry'), ({ order_id }) => `spot: order ${order_id}: the tick that it waited for`),
      new TrailedTicks(new PagedRows<TrailRow>(reader, TRAILS, pageRows), {
        who: (id) => `spot: order ${id}`,
        prices: { buy: ({ mid }) => mid, sell: ({ mid }) => mid },
      }),
    ];
  }

  /** Orders and their fills, by the rules alone. Returns the number of orders. */
  async histories(): Promise<number> {
    const orders = new PagedRows<SpotOrder>(
      this.#reader,
      `select ${selectList(ORDERS_TABLE)} from spot_orders order by id`,
      this.#pageRows,
    );
    const fills = new GroupedRows(
      new PagedRows<SpotFill>(
        this.#reader,
        `select ${selectList(FILLS_TABLE)} from spot_fills order by order_id, idx`,
        this.#pageRows,
      ),
      ({ order_id }) => order_id,
    );
    let count = 0;
    for await (const order of orders.all()) {
      count += 1;
      for (const fault of fillFaults(order, await fills.of(order.id))) this.#find(`order ${order.id}: ${fault}`);
    }
    await fills.finish();
    if (0 < fills.strangers) this.#find(`${fills.strangers} fills belong to no order`);
    await this.#twoSides();
    return count;
  }

  async minute(walk: TapeWalk): Promise<void> {
    for (const ticks of this.#ticks) await ticks.minute(walk);
  }

  async finish(walk: TapeWalk): Promise<readonly string[]> {
    const findings = [...this.#findings];
    for (const ticks of this.#ticks) findings.push(...(await ticks.finish(walk)));
    return findings;
  }

  /** What takers received and makers gave in one command, by price. */
  async #twoSides(): Promise<void> {
    const { rows } = await this.#reader.query<{ seq: number; price: number }>(
      `select seq, price from spot_fills where not house group by seq, book, code, price
        having sum(case role when 'taker' then quantity else -quantity end) <> 0
            or count(distinct side) <> 2 order by seq limit ${FINDINGS_MAX}`,
    );
    for (const { seq, price } of rows) this.#find(`the two sides of entry ${seq} differ at ${price} points`);
  }

  #find(sentence: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(`spot: ${sentence}`);
  }
}
