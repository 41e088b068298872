import type { Holding } from '@glasshouse/rules/average-cost';
import { type CostStep, costSteps } from '@glasshouse/rules/cost-steps';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Book } from '../kernel/core/types.ts';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { inTransaction, keep, undo } from '../platform/transaction.ts';
import { type LoggedEntry, linesAfter, type WorthThen } from './cost-lines.ts';

export interface BookOf {
  readonly userId: number;
  readonly book: Book;
}

/**
 * Ledger lines per transaction, and transactions per call: a longer history takes several calls.
 */
export const LINES_AT_ONCE = 5_000;
export const ROUNDS_MAX = 4;

/** Catches up with the ledger of one book; true once the newest line is counted. */
export type CostFollower = (ownBook: BookOf) => Promise<boolean>;

/**
 * Holdings and steps are kept beside the ledger and brought up to date on read
 * (docs/decisions/average-cost.md). Calls for one user and book take turns, and those waiting share
 * one run; the row lock of the head serialises processes.
 */
export function costFollower(
  pool: Pool,
  {
    lines = LINES_AT_ONCE,
    rounds = ROUNDS_MAX,
    worthThen = async () => null,
  }: { readonly lines?: number; readonly rounds?: number; readonly worthThen?: WorthThen } = {},
): CostFollower {
  const run = async (ownBook: BookOf): Promise<boolean> => {
    if (!(await isBehind(pool, ownBook))) return true;
    for (let round = 0; round < rounds; round += 1) {
      if (await followOn(pool, { ...ownBook, lines, worthThen })) return true;
    }
    return false;
  };
  const lanes = new Map<string, Lane>();
  const start = (key: string, ownBook: BookOf): Promise<boolean> => {
    const lane: Lane = { current: run(ownBook), next: undefined };
    lanes.set(key, lane);
    const ended = (): void => {
      if (lane.next === undefined) lanes.delete(key);
    };
    lane.current.then(ended, ended);
    return lane.current;
  };
  return (ownBook) => {
    const key = `${ownBook.userId}/${ownBook.book}`;
    const lane = lanes.get(key);
    if (lane === undefined) return start(key, ownBook);
    const follow = (): Promise<boolean> => start(key, ownBook);
    lane.next ??= lane.current.then(follow, follow);
    return lane.next;
  };
}

interface Lane {
  readonly current: Promise<boolean>;
  /** Queued while `current` was running, which may have missed the newest lines. */
  next: Promise<boolean> | undefined;
}

/** Reads only the newest posting: one index entry, however long the history. */
async function isBehind(pool: Pool, { userId, book }: BookOf): Promise<boolean> {
  const { rows } = await pool.query<{ newest: number | null; head: number | null }>(
    `select (select seq from postings where user_id = $1 and user_id <> 0 and book = $2 order by seq desc, idx desc limit 1) as newest,
            (select seq from cost_heads where user_id = $1 and book = $2) as head`,
    [userId, book],
  );
  const { newest = null, head = null } = rows[0] ?? {};
  return newest !== null && (head ?? 0) < newest;
}

interface MadeStep {
  readonly entry: LoggedEntry;
  /** Position among the steps of the log entry. */
  readonly idx: number;
  readonly step: CostStep;
}

function followOn(
  pool: Pool,
  request: BookOf & { readonly lines: number; readonly worthThen: WorthThen },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const after = await lockHead(client, request);
    const { entries, through, isLast } = await linesAfter(client, { ...request, after, limit: request.lines });
    if (through === after) return undo(isLast);
    const held = await readHoldings(client, request);
    const made = follow(entries, held);
    await writeSteps(client, request, made);
    await writeHoldings(client, request, new Map(made.map(({ step }) => [step.asset, step.after])));
    await client.query('update cost_heads set seq = $3 where user_id = $1 and book = $2', [
      request.userId,
      request.book,
      through,
    ]);
    return keep(isLast);
  });
}

/** Advances the holdings in place. */
function follow(entries: readonly LoggedEntry[], held: Map<string, Holding>): MadeStep[] {
  const made: MadeStep[] = [];
  for (const entry of entries) {
    for (const step of costSteps((asset) => held.get(asset), entry)) {
      const last = made.at(-1);
      made.push({ entry, idx: last?.entry.seq === entry.seq ? last.idx + 1 : 0, step });
      held.set(step.asset, step.after);
    }
  }
  return made;
}

async function lockHead(client: PoolClient, { userId, book }: BookOf): Promise<number> {
  await client.query('insert into cost_heads values ($1, $2, 0) on conflict do nothing', [userId, book]);
  const { rows } = await client.query<{ seq: number }>(
    'select seq from cost_heads where user_id = $1 and book = $2 for update',
    [userId, book],
  );
  return rows[0]?.seq as number;
}

async function readHoldings(client: PoolClient, { userId, book }: BookOf): Promise<Map<string, Holding>> {
  const { rows } = await client.query<{ asset: string; quantity: string; cost: string }>(
    'select asset, quantity, cost from cost_holdings where user_id = $1 and book = $2',
    [userId, book],
  );
  return new Map(
    rows.map(({ asset, quantity, cost }) => [asset, { quantity: amountOf(quantity), cost: amountOf(cost) }]),
  );
}

async function writeSteps(client: PoolClient, { userId, book }: BookOf, made: readonly MadeStep[]): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ entry, idx, step }) => ({
    seq: entry.seq,
    idx,
    asset: step.asset,
    kind: entry.kind,
    ref: entry.ref,
    basis: step.basis,
    quantity: formatAmount(step.quantity),
    value: formatAmount(step.value),
    cost: formatAmount(step.cost),
    quantity_after: formatAmount(step.after.quantity),
    cost_after: formatAmount(step.after.cost),
    at: entry.at,
  }));
  await client.query(
    `insert into cost_steps
     select $1, $2, seq, idx, asset, kind, ref, basis, quantity, value, cost, quantity_after, cost_after, to_timestamp(at / 1000.0)
       from jsonb_to_recordset($3::jsonb) as made (seq bigint, idx integer, asset text, kind text, ref text, basis text,
            quantity numeric, value numeric, cost numeric, quantity_after numeric, cost_after numeric, at bigint)`,
    [userId, book, JSON.stringify(rows)],
  );
}

async function writeHoldings(
  client: PoolClient,
  ownBook: BookOf,
  touched: ReadonlyMap<string, Holding>,
): Promise<void> {
  const gone = [...touched].filter(([, { quantity }]) => quantity === 0n).map(([asset]) => asset);
  const there = [...touched].filter(([, { quantity }]) => 0n < quantity);
  await client.query('delete from cost_holdings where user_id = $1 and book = $2 and asset = any($3::text[])', [
    ownBook.userId,
    ownBook.book,
    gone,
  ]);
  await client.query(
    `insert into cost_holdings select $1, $2, asset, quantity, cost
       from unnest($3::text[], $4::numeric[], $5::numeric[]) as now (asset, quantity, cost)
     on conflict (user_id, book, asset) do update set quantity = excluded.quantity, cost = excluded.cost`,
    [
      ownBook.userId,
      ownBook.book,
      there.map(([asset]) => asset),
      there.map(([, { quantity }]) => formatAmount(quantity)),
      there.map(([, { cost }]) => formatAmount(cost)),
    ],
  );
}
