import type { CostEntry } from '@glasshouse/rules/cost-steps';
import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import type { Book } from '../kernel/types.ts';
import type { PoolClient } from '../platform/postgres.ts';

/** What a line of the ledger belongs to: the part of its reason before the dot. All but the two are not trades of coins. */
export type CostKind = 'spot' | 'convert' | 'other';

/** What one order or conversion did in one entry of the log. */
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
 * The next lines of a book after a log entry, oldest first, as entries. A page ends with a whole entry of the log; one entry has far
 * fewer lines than a page (a hundred fills, or the accounts of one person). Accounts are read with the lines in one statement, so
 * that one which is opened meanwhile is in both or in neither.
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

/** Net changes by order and entry of the log, in the order of the log. What moved USDT alone is none of a coin's. */
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

/** A conversion of coin into coin keeps the mid that what was given counted at. */
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
