import type { ResultOf } from '@glasshouse/api/calls';
import { formatPoints } from '@glasshouse/rules/money';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { answerFieldSql } from '../../kernel/log/read-entries.ts';
import type { PageRequest } from '../../platform/paging.ts';
import { pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { leadOf } from '../../trading/lead.ts';
import { type OrdersFilter, orderRows, ownOrderRow } from '../../trading/order-pages.ts';
import { FILLS_TABLE, ORDERS_TABLE, type SpotFill, type SpotOrder } from './rows.ts';
import { FILLS_SHOWN_MAX, type SpotTerms } from './terms.ts';
import { orderWire, refusedWire } from './view.ts';

export type SpotOrderPage = ResultOf<'listSpotOrders'>;
export type SpotOrderView = SpotOrderPage['items'][number];
export type SpotTermsView = NonNullable<ResultOf<'getMarketInfo'>['spot']>;

const LIVE_STATES = ['waiting', 'partlyFilled'];

/** The user's orders on one book with their newest fills, newest order first. */
export async function ordersOf(pool: Pool, filter: OrdersFilter, page: PageRequest): Promise<SpotOrderPage> {
  const rows = await orderRows<SpotOrder>(pool, { spec: ORDERS_TABLE, liveStates: LIVE_STATES }, filter, page);
  const fills = await fillsOf(
    pool,
    rows.filter((order) => 0 < order.fills).map((order) => order.id),
  );
  const refusals = await refusalsOf(pool, rows);
  return pageOf(
    rows,
    page.limit,
    (order) => ({ ...orderWire(order, fills.get(order.id) ?? []), ...refusedWire(refusals.get(order.id)) }),
    (order) => [order.id],
  );
}

/**
 * What those of the orders that ended at their trigger were refused for, from the entries that
 * ended them. Of entries in the archive only the order's own page tells.
 */
async function refusalsOf(pool: Pool, orders: readonly SpotOrder[]): Promise<Map<number, number>> {
  const ended = orders.filter(
    ({ state, triggered_by, queued_at, entered_by, settled_by }) =>
      state === 'revoked' &&
      ((triggered_by !== null && triggered_by === settled_by) ||
        // Refused by the price that it waited for, or by none.
        (queued_at !== null && (entered_by === null || entered_by === settled_by))),
  );
  if (ended.length === 0) return new Map();
  const { rows } = await pool.query<{ id: number; refused: number }>(
    `select * from (select id, ${answerFieldSql('settled_by', 'refused')}::int as refused
                      from unnest($1::bigint[], $2::bigint[]) as ended (id, settled_by)) told
      where refused is not null`,
    [ended.map(({ id }) => id), ended.map(({ settled_by }) => settled_by)],
  );
  return new Map(rows.map(({ id, refused }) => [id, refused]));
}

/** One order of the user, on either book; undefined when it is not theirs or does not exist. */
export const orderById = (pool: Pool, key: { userId: number; id: number }): Promise<SpotOrder | undefined> =>
  ownOrderRow(pool, ORDERS_TABLE, key);

/** The newest fills of each of these orders, oldest first. */
export async function fillsOf(pool: Pool, orders: readonly number[]): Promise<Map<number, SpotFill[]>> {
  const byOrder = new Map<number, SpotFill[]>();
  if (orders.length === 0) return byOrder;
  const { rows } = await pool.query<SpotFill>(
    `select ${selectList(FILLS_TABLE)} from unnest($1::bigint[]) as wanted (id)
     cross join lateral (
       select * from spot_fills where order_id = wanted.id order by idx desc limit ${FILLS_SHOWN_MAX}
     ) as newest order by order_id, idx`,
    [orders],
  );
  for (const fill of rows) {
    const own = byOrder.get(fill.order_id);
    if (own === undefined) byOrder.set(fill.order_id, [fill]);
    else own.push(fill);
  }
  return byOrder;
}

/** The terms an order was placed under. */
export async function termsAt(pool: Pool, key: { code: string; version: number }): Promise<SpotTerms | undefined> {
  const { rows } = await pool.query<{ terms: SpotTerms }>(
    'select terms from spot_terms where code = $1 and version = $2',
    [key.code, key.version],
  );
  return rows[0]?.terms;
}

/** Terms in force of one instrument. */
export async function termsInForce(pool: Pool, code: string): Promise<SpotTerms | undefined> {
  const { rows } = await pool.query<{ terms: SpotTerms }>(
    'select terms from spot_terms where code = $1 order by version desc limit 1',
    [code],
  );
  return rows[0]?.terms;
}

/** Terms in force, by instrument. */
export async function readSpotTerms(pool: Pool): Promise<Map<string, SpotTerms>> {
  const { rows } = await pool.query<{ code: string; terms: SpotTerms }>(
    'select distinct on (code) code, terms from spot_terms order by code, version desc',
  );
  return new Map(rows.map(({ code, terms }) => [code, terms]));
}

/** Terms as the API shows them; null where a pair is not traded. */
export const spotTermsView = (terms: SpotTerms | undefined): SpotTermsView | null =>
  terms === undefined ? null : termsView(terms);

export const termsView = (terms: SpotTerms): SpotTermsView => ({
  version: terms.version,
  base: terms.base,
  quote: terms.quote,
  tickSize: formatPoints(terms.tickPoints, terms.precision),
  quantityStep: terms.quantityStep,
  minQuantity: terms.minQuantity,
  maxQuantity: terms.maxQuantity,
  minAmount: terms.minAmount,
  bandRate: terms.bandRate,
  makerRate: terms.makerRate,
  takerRate: terms.takerRate,
  ...(terms.awaits === undefined ? {} : { awaits: [...terms.awaits] }),
  ...leadOf(terms),
  ...(terms.slippageRate === undefined ? {} : { slippageRate: terms.slippageRate }),
});
