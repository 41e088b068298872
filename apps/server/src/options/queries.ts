import type { ResultOf } from '@glasshouse/contract/calls';
import { parseEntry } from '../core/log-entry.ts';
import { selectList } from '../core/postgres-store.ts';
import type { Book } from '../core/types.ts';
import type { PageRequest } from '../platform/paging.ts';
import { pageOf } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import { type OptionOrder, ORDERS_TABLE } from './order.ts';
import type { SettleBody } from './settle.ts';
import type { OptionTerms } from './terms.ts';
import { orderWire } from './wire.ts';

export type OptionsOrderPage = ResultOf<'listOptionsOrder'>;
export type OptionsOrderView = OptionsOrderPage['items'][number];

/** What the core does not know: how an instrument is called. */
export type NameOf = (code: string) => string;

export const ORDERS_CURSOR_PARTS = 1;

const COLUMNS = selectList(ORDERS_TABLE);

export interface OrdersFilter {
  readonly userId: number;
  readonly book: Book;
  readonly states?: readonly string[] | undefined;
  readonly code?: string | undefined;
}

export const viewOf = (order: OptionOrder, nameOf: NameOf): OptionsOrderView =>
  ({ ...(orderWire(order) as object), name: nameOf(order.code) }) as OptionsOrderView;

/** The user's orders on one book, newest first. */
export async function ordersOf(
  pool: Pool,
  filter: OrdersFilter,
  page: PageRequest,
  nameOf: NameOf,
): Promise<OptionsOrderPage> {
  const before = page.after?.[0] ?? Number.MAX_SAFE_INTEGER;
  // A list of what is live is served by the index of live orders, whatever else the user ever did.
  const live = filter.states?.every((state) => state === 'waiting' || state === 'open') === true;
  const { rows } = await pool.query<OptionOrder>(
    `select ${COLUMNS} from option_orders
     where user_id = $1 and book = $2 and id < $3 ${live ? 'and settled_by is null' : ''}
       and ($4::text[] is null or state = any($4)) and ($5::text is null or code = $5)
       and ($6::timestamptz is null or placed_at >= $6) and ($7::timestamptz is null or placed_at < $7)
     order by id desc limit $8`,
    [
      filter.userId,
      filter.book,
      before,
      filter.states ?? null,
      filter.code ?? null,
      page.from,
      page.to,
      page.limit + 1,
    ],
  );
  return pageOf(
    rows,
    page.limit,
    (order) => viewOf(order, nameOf),
    (order) => [order.id],
  );
}

/** One order of the user, on either book; undefined when it is not theirs or does not exist. */
export async function orderById(pool: Pool, of: { userId: number; id: number }): Promise<OptionOrder | undefined> {
  const { rows } = await pool.query<OptionOrder>(
    `select ${COLUMNS} from option_orders where id = $1 and user_id = $2`,
    [of.id, of.userId],
  );
  return rows[0];
}

export interface LogLine {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly hash: string;
}

/**
 * The entries of the command log that made an order what it is, oldest first, and the last gap of the feed that the
 * settlement knew of (0: none).
 */
export async function logOf(pool: Pool, order: OptionOrder): Promise<{ log: LogLine[]; lastGapEndedAt: number }> {
  const seqs = [order.id, order.entered_by, order.settled_by].filter((seq) => seq !== null);
  const { rows } = await pool.query<{ seq: number; type: string; at: number; hash: Buffer; entry: string }>(
    'select seq, type, at, hash, entry from command_log where seq = any($1::bigint[]) order by seq',
    [seqs],
  );
  const settled = rows.find(({ type }) => type === 'options.settle');
  const body = settled === undefined ? undefined : (parseEntry(settled.entry).body as unknown as SettleBody);
  const log = rows.map(({ seq, type, at, hash }) => ({
    seq,
    type,
    at: new Date(at).toISOString(),
    hash: hash.toString('hex'),
  }));
  return { log, lastGapEndedAt: body?.lastGapEndedAt ?? 0 };
}

/** What is offered now, by instrument, as the core has it in force. */
export async function readTerms(pool: Pool): Promise<Map<string, OptionTerms>> {
  const { rows } = await pool.query<{ code: string; terms: OptionTerms }>('select code, terms from option_terms');
  return new Map(rows.map(({ code, terms }) => [code, terms]));
}

type MarketOptions = ResultOf<'getMarketInfo'>['options'];

/** Terms as `getMarketInfo` shows them; nothing is offered where there are none. */
export function offerView(terms: OptionTerms | undefined): MarketOptions {
  return {
    enabled: terms !== undefined && 0 < terms.periods.length,
    termsVersion: terms?.version ?? 0,
    gapLimitMs: terms?.gapLimitMs ?? 0,
    periods: (terms?.periods ?? []).map((period) => ({
      id: period.seconds,
      payoutRate: period.payoutRate,
      feeRate: period.feeRate,
      minStake: period.stakeMin,
      maxStake: period.stakeMax,
    })),
  };
}
