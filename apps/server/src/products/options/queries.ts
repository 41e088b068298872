import type { ResultOf } from '@glasshouse/api/calls';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import type { Book } from '../../kernel/core/types.ts';
import { entriesAt } from '../../kernel/log/read-entries.ts';
import { type LogLine, logLinesOf } from '../../ledger/order-evidence.ts';
import type { PageRequest } from '../../platform/paging.ts';
import { pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { leadOf } from '../../trading/lead.ts';
import { type OrdersFilter, orderRows, ownOrderRow } from '../../trading/order-pages.ts';
import { type OptionOrder, ORDERS_TABLE } from './rows.ts';
import type { SettleBody } from './settle.ts';
import type { OptionTerms } from './terms.ts';
import { orderWire } from './view.ts';

export type OptionsOrderPage = ResultOf<'listOptionOrders'>;
export type OptionsOrderView = OptionsOrderPage['items'][number];

/** The display name of an instrument, which the core does not know. */
export type NameOf = (code: string) => string;

export const viewOf = (order: OptionOrder, nameOf: NameOf): OptionsOrderView => ({
  ...orderWire(order),
  name: nameOf(order.code),
});

const LIVE_STATES = ['waiting', 'open'];

/** The user's orders on one book, newest first. */
export async function ordersOf(
  pool: Pool,
  filter: OrdersFilter,
  page: PageRequest,
  nameOf: NameOf,
): Promise<OptionsOrderPage> {
  const rows = await orderRows<OptionOrder>(pool, { spec: ORDERS_TABLE, liveStates: LIVE_STATES }, filter, page);
  return pageOf(
    rows,
    page.limit,
    (order) => viewOf(order, nameOf),
    (order) => [order.id],
  );
}

/** One order of the user, on either book; undefined when it is not theirs or does not exist. */
export const orderById = (pool: Pool, key: { userId: number; id: number }): Promise<OptionOrder | undefined> =>
  ownOrderRow(pool, ORDERS_TABLE, key);

/**
 * The log entries that decided an order, oldest first, and the last feed gap that its settlement
 * knew of (0: none).
 */
export async function logOf(pool: Pool, order: OptionOrder): Promise<{ log: LogLine[]; lastGapEndedAt: number }> {
  const seqs = [order.id, order.entered_by, order.settled_by].filter((seq) => seq !== null);
  const [log, ended] = await Promise.all([
    logLinesOf(pool, seqs),
    order.settled_by === null ? [] : entriesAt(pool, [order.settled_by]),
  ]);
  const settled = ended.find(({ type }) => type === 'options.settle');
  const body = settled === undefined ? undefined : (parseEntry(settled.text).body as SettleBody);
  return { log, lastGapEndedAt: body?.lastGapEndedAt ?? 0 };
}

/** Terms in force, by instrument. */
export async function readTerms(pool: Pool): Promise<Map<string, OptionTerms>> {
  const { rows } = await pool.query<{ code: string; terms: OptionTerms }>('select code, terms from option_terms');
  return new Map(rows.map(({ code, terms }) => [code, terms]));
}

type MarketOptions = ResultOf<'getMarketInfo'>['options'];

/** Terms as `getMarketInfo` shows them; without terms nothing is offered. */
export function offerView(terms: OptionTerms | undefined, book: Book): MarketOptions {
  const isOff = book === 'real' && terms?.offOnReal === true;
  return {
    enabled: terms !== undefined && 0 < terms.periods.length && !isOff,
    termsVersion: terms?.version ?? 0,
    gapLimitMs: terms?.gapLimitMs ?? 0,
    ...leadOf(terms ?? {}),
    periods: (terms?.periods ?? []).map((period) => ({
      id: period.seconds,
      payoutRate: period.payoutRate,
      feeRate: period.feeRate,
      minStake: period.stakeMin,
      maxStake: period.stakeMax,
    })),
  };
}
