import type { CostEntry } from '@glasshouse/rules/cost-steps';
import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import type { Book } from '../kernel/types.ts';
import type { PoolClient } from '../platform/postgres.ts';

/** What a ledger line belongs to, by its reason's prefix. Only spot and convert trade coins. */
export type CostKind = 'spot' | 'convert' | 'other';

/** Net effect of one order or conversion in one log entry. */
export interface LoggedEntry extends CostEntry {
  readonly seq: number;
  readonly ref: string | null;
  readonly kind: CostKind;
  readonly at: number;
}

export interface LinesPage {
  readonly entries: readonly LoggedEntry[];
  /** Every line up to this log entry is in `entries`. */
  readonly through: number;
  readonly isLast: boolean;
}

interface LineRow {
  readonly seq: number;
  readonly ref: string | null;
  readonly kind: CostKind;
  readonly asset: string;
  readonly at: number;
  readonly moved: string;
}

/**
 * The next ledger lines of a book after a log entry, oldest first, grouped. A page ends on a whole
 * log entry, which always has far fewer lines than a page (a hundred fills, or one user's
 * accounts). Accounts are read in the same statement, so that one opened meanwhile is in both or in
 * neither.
 */
export async function linesAfter(
  client: PoolClient,
  of: { readonly userId: number; readonly book: Book; readonly after: number; readonly limit: number },
): Promise<LinesPage> {
  const { userId, book, after, limit } = of;
  const { rows } = await client.query<LineRow>(
    `with own as materialized (select id from accounts where owner = $1 and book = $2)
     select seq, ref, case split_part(reason, '.', 1) when 'spot' then 'spot' when 'convert' then 'convert' else 'other' end as kind,
            asset, at, (case when to_id in (select id from own) then amount else 0 end
                      - case when from_id in (select id from own) then amount else 0 end)::text as moved
       from postings where user_id = $1 and user_id <> 0 and book = $2 and seq > $3 order by seq, idx limit $4`,
    [userId, book, after, limit],
  );
  const isLast = rows.length < limit;
  const cut = isLast ? Number.POSITIVE_INFINITY : (rows.at(-1)?.seq ?? after);
  const whole = rows.filter(({ seq }) => seq < cut);
  const through = whole.at(-1)?.seq ?? after;
  if (!isLast && through === after) throw new Error(`entry ${cut} has ${limit} lines of one person or more`);
  return { entries: await valued(client, entriesOf(whole)), through, isLast };
}

/** Net changes by order and log entry, in log order. Entries that moved only USDT are dropped. */
function entriesOf(rows: readonly LineRow[]): LoggedEntry[] {
  const groups = new Map<string, LoggedEntry & { coins: Map<string, Amount>; usdt: Amount }>();
  for (const { seq, ref, kind, at, asset, moved } of rows) {
    const key = `${seq}/${ref}/${kind}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { seq, ref, kind, at, isTrade: kind !== 'other', coins: new Map(), usdt: ZERO, value: null };
      groups.set(key, group);
    }
    const change = amountOf(moved);
    if (asset === 'USDT') group.usdt = add(group.usdt, change);
    else group.coins.set(asset, add(group.coins.get(asset) ?? ZERO, change));
  }
  for (const { coins } of groups.values()) {
    for (const [asset, change] of coins) if (change === ZERO) coins.delete(asset);
  }
  return [...groups.values()].filter(({ coins }) => 0 < coins.size);
}

/** A conversion between coins has the value that was given, at the mid. */
async function valued(client: PoolClient, entries: readonly LoggedEntry[]): Promise<readonly LoggedEntry[]> {
  const wanted = entries.filter(({ kind, coins }) => kind === 'convert' && coins.size === 2).map(({ seq }) => seq);
  if (wanted.length === 0) return entries;
  const { rows } = await client.query<{ id: number; value_usdt: string }>(
    'select id, value_usdt from convert_fills where id = any($1::bigint[])',
    [wanted],
  );
  const values = new Map(rows.map(({ id, value_usdt }) => [id, amountOf(value_usdt)]));
  return entries.map((entry) => {
    const value = entry.kind === 'convert' ? values.get(entry.seq) : undefined;
    return value === undefined || entry.coins.size !== 2 ? entry : { ...entry, value };
  });
}
