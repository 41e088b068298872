import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import { meaningOf } from '@glasshouse/rules/statement-kinds';
import type { Book } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';

/** Net change of one asset for one reason, over all of a person's accounts of a book. */
export interface Move {
  /** First line of the statement that it is the sum of. */
  readonly line: string;
  readonly reason: string;
  readonly asset: string;
  readonly amount: Amount;
}

/** What one log entry did for one order, conversion, deposit or plan. */
export interface Group {
  readonly seq: number;
  readonly at: number;
  readonly ref: string | null;
  /** Part of the reasons before the dot. */
  readonly kind: string;
  readonly moves: readonly Move[];
  /** USDT at the tick recorded with it: of a conversion, a deposit, a withdrawal that came back. */
  readonly value: Amount | null;
}

export interface GroupsOf {
  readonly userId: number;
  readonly book: Book;
  /** Log entries after this one, up to `through`. */
  readonly after: number;
  readonly through: number;
}

/** Lines at a time: bounds the memory of a report, however long the history. */
const PAGE_LINES = 5_000;

interface LineRow {
  readonly seq: number;
  readonly idx: number;
  readonly at: number;
  readonly ref: string | null;
  readonly reason: string;
  readonly asset: string;
  readonly moved: string;
  readonly side: 0 | 1;
}

/**
 * Groups of a book in the order of the log, in pages. No connection is held in between; what the
 * log says up to `through` does not change.
 */
export async function* groupsOf(pool: Pool, query: GroupsOf): AsyncGenerator<readonly Group[]> {
  const { rows: accounts } = await pool.query<{ id: number }>(
    'select id from accounts where owner = $1 and book = $2',
    [query.userId, query.book],
  );
  const own = accounts.map(({ id }) => id);
  for (let after = query.after; ; ) {
    const { rows } = await pool.query<LineRow>(
      `select seq, idx, at, ref, reason, asset, case when to_id = any($3::bigint[]) then 1 else 0 end as side,
              (case when to_id = any($3::bigint[]) then amount else 0 end
             - case when from_id = any($3::bigint[]) then amount else 0 end)::text as moved
         from postings where user_id = $1 and user_id <> 0 and book = $2 and seq > $4 and seq <= $5
        order by seq, idx limit ${PAGE_LINES}`,
      [query.userId, query.book, own, after, query.through],
    );
    const isLast = rows.length < PAGE_LINES;
    const cut = isLast ? Number.POSITIVE_INFINITY : (rows.at(-1)?.seq ?? after);
    const whole = rows.filter(({ seq }) => seq < cut);
    if (0 < whole.length) yield await valued(pool, grouped(whole));
    if (isLast) return;
    const last = whole.at(-1)?.seq;
    if (last === undefined) throw new Error(`entry ${cut} has ${PAGE_LINES} lines of one person or more`);
    after = last;
  }
}

/** Kinds whose orders are of one coin: their fills and fees are one trade. */
const MERGED_KINDS: ReadonlySet<string> = new Set(['spot', 'convert']);

/** Moves between own accounts cancel out, and are dropped. */
function grouped(rows: readonly LineRow[]): Group[] {
  const groups = new Map<string, Group & { readonly moves: Move[] }>();
  const sales = new Map<string, number>();
  for (const { seq, idx, at, ref, reason, asset, moved, side } of rows) {
    const kind = reason.split('.')[0] as string;
    const amount = amountOf(moved);
    const whole = `${seq}/${ref}/${kind}`;
    // A pledge of several coins is sold coin by coin, each followed by what it brought.
    if (!MERGED_KINDS.has(kind) && asset !== 'USDT' && amount < ZERO && meaningOf(reason) === 'trade') {
      sales.set(whole, (sales.get(whole) ?? 0) + 1);
    }
    const key = meaningOf(reason) === 'trade' && !MERGED_KINDS.has(kind) ? `${whole}/${sales.get(whole) ?? 0}` : whole;
    let group = groups.get(key);
    if (group === undefined) {
      group = { seq, at: new Date(at).getTime(), ref, kind, moves: [], value: null };
      groups.set(key, group);
    }
    const index = group.moves.findIndex((move) => move.reason === reason && move.asset === asset);
    const known = group.moves[index];
    if (known === undefined) group.moves.push({ line: `${seq}.${idx}.${side}`, reason, asset, amount });
    else group.moves[index] = { ...known, amount: add(known.amount, amount) };
  }
  return [...groups.values()]
    .map((group) => ({ ...group, moves: group.moves.filter(({ amount }) => amount !== ZERO) }))
    .filter(({ moves }) => 0 < moves.length);
}

const VALUED_KINDS = ['convert', 'deposit', 'withdrawal'];

async function valued(pool: Pool, groups: readonly Group[]): Promise<readonly Group[]> {
  const refsOf = (kind: string): number[] =>
    groups
      .filter((group) => group.kind === kind && /^[1-9][0-9]{0,15}$/.test(group.ref ?? ''))
      .map(({ ref }) => Number(ref));
  const [converted, paidIn, cameBack] = VALUED_KINDS.map(refsOf);
  if ([converted, paidIn, cameBack].every((refs) => refs?.length === 0)) return groups;
  const { rows } = await pool.query<{ key: string; value_usdt: string | null }>(
    `select 'convert ' || id as key, value_usdt from convert_fills where id = any($1::bigint[])
     union all select 'deposit ' || id, value_usdt from deposits where id = any($2::bigint[])
     union all select 'withdrawal ' || id, value_usdt from withdrawals where id = any($3::bigint[])`,
    [converted, paidIn, cameBack],
  );
  const values = new Map(rows.map(({ key, value_usdt }) => [key, value_usdt]));
  return groups.map((group) => {
    const value = values.get(`${group.kind} ${group.ref}`);
    return value == null ? group : { ...group, value: amountOf(value) };
  });
}
