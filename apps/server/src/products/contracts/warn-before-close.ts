import { setImmediate as pause } from 'node:timers/promises';
import type { CoreState, MarketView } from '../../kernel/core/types.ts';
import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type CloseWarning, closeWarnings } from './close-warnings.ts';

const WARN_EVERY_MS = 60_000;
/** Written by one statement. */
const AT_ONCE = 500;
/** So long people find them in their list. */
const KEPT_MS = 90 * 86_400_000;

export interface WarnDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly state: () => CoreState;
  readonly market: MarketView;
  readonly now: () => number;
}

/**
 * Records whom the margin before a close will cost a position, so that they are told ahead: once
 * for a position and a close, and once more where one that was near has become short. Returns how
 * many are new.
 */
export async function warnBeforeClose(
  { pool, state, market, now }: WarnDeps,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const at = now();
  await pool.query('delete from contract_warnings where at < $1', [new Date(at - KEPT_MS)]);
  let written = 0;
  let found: CloseWarning[] = [];
  const write = async (): Promise<void> => {
    if (0 < found.length) written += await insert(pool, found, { at, seq: state().sequence });
    found = [];
  };
  for (const warning of closeWarnings(state(), market, at)) {
    if (isStopping()) return written;
    if (warning === undefined) await pause();
    else found.push(warning);
    if (AT_ONCE <= found.length) await write();
  }
  await write();
  return written;
}

/**
 * Those told of before are left out. Whoever was told that it is short need not read that it is
 * near.
 */
async function insert(
  pool: WarnDeps['pool'],
  warnings: readonly CloseWarning[],
  { at, seq }: { readonly at: number; readonly seq: number },
): Promise<number> {
  const rows = warnings.map(({ order, stage, closesAt, raisedAt, needed, equity }) => ({
    order_id: order.id,
    user_id: order.user_id,
    book: order.book,
    code: order.code,
    stage,
    needed,
    equity,
    closes_at: new Date(closesAt).toISOString(),
    raised_at: new Date(raisedAt).toISOString(),
  }));
  const { rowCount } = await pool.query(
    `insert into contract_warnings (order_id, closes_at, stage, user_id, book, code, needed, equity, raised_at, at, seq)
     select w.order_id, w.closes_at, w.stage, w.user_id, w.book, w.code, w.needed, w.equity, w.raised_at, $2, $3
       from jsonb_to_recordset($1::jsonb) as w (order_id bigint, closes_at timestamptz, stage text, user_id bigint,
              book text, code text, needed numeric, equity numeric, raised_at timestamptz)
      where w.stage = 'short' or not exists (select from contract_warnings o
              where o.order_id = w.order_id and o.closes_at = w.closes_at)
      order by w.order_id
         on conflict do nothing`,
    [JSON.stringify(rows), new Date(at), seq],
  );
  return rowCount ?? 0;
}

/** Warns every minute; the way to stop it. */
export const startCloseWarnings = (deps: WarnDeps, onFailure: (error: Error) => void): (() => Promise<void>) =>
  startJob({ everyMs: WARN_EVERY_MS, work: (isStopping) => warnBeforeClose(deps, isStopping), onFailure });
