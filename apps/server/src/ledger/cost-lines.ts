import type { CostEntry } from '@glasshouse/rules/cost-steps';
import { type Amount, add, amountOf, ZERO } from '@glasshouse/rules/money';
import { reasonsOf, STATEMENT_KINDS, type StatementKind } from '@glasshouse/rules/statement-kinds';
import type { Book } from '../kernel/core/types.ts';
import type { PoolClient } from '../platform/postgres.ts';

/**
 * What a ledger line belongs to, by its reason's prefix. Only these trade coins; of loans, the
 * lines of a pledge that is sold.
 */
export type CostKind = 'spot' | 'convert' | 'loans' | 'other';

/** Net effect of one order or conversion in one log entry. */
export interface LoggedEntry extends CostEntry {
  readonly seq: number;
  readonly ref: string | null;
  readonly kind: CostKind;
  readonly at: number;
  /** Yield or a reward: it comes at what it was worth when it came. */
  readonly isIncome: boolean;
}

/** What a coin was worth in USDT at a time; null where nobody knows. */
export type WorthThen = (movement: {
  readonly asset: string;
  readonly amount: Amount;
  readonly at: number;
}) => Promise<Amount | null>;

const INCOME_REASONS = (Object.keys(STATEMENT_KINDS) as StatementKind[]).flatMap((kind) => reasonsOf(kind, ['income']));

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
  readonly income: boolean;
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
  query: {
    readonly userId: number;
    readonly book: Book;
    readonly after: number;
    readonly limit: number;
    readonly worthThen: WorthThen;
  },
): Promise<LinesPage> {
  const { userId, book, after, limit, worthThen } = query;
  const { rows } = await client.query<LineRow>(
    `with own as materialized (select id from accounts where owner = $1 and book = $2)
     select seq, ref, case when split_part(reason, '.', 1) in ('spot', 'convert') then split_part(reason, '.', 1)
                             when reason = any($5::text[]) then 'loans' else 'other' end as kind,
            asset, at, reason = any($6::text[]) as income, (case when to_id in (select id from own) then amount else 0 end
                      - case when from_id in (select id from own) then amount else 0 end)::text as moved
       from postings where user_id = $1 and user_id <> 0 and book = $2 and seq > $3 order by seq, idx limit $4`,
    [userId, book, after, limit, reasonsOf('loans', ['trade']), INCOME_REASONS],
  );
  const isLast = rows.length < limit;
  const cut = isLast ? Number.POSITIVE_INFINITY : (rows.at(-1)?.seq ?? after);
  const whole = rows.filter(({ seq }) => seq < cut);
  const through = whole.at(-1)?.seq ?? after;
  if (!isLast && through === after) throw new Error(`entry ${cut} has ${limit} lines of one person or more`);
  return { entries: await valued(client, entriesOf(whole), worthThen), through, isLast };
}

/** Net changes by order and log entry, in log order. Entries that moved only USDT are dropped. */
function entriesOf(rows: readonly LineRow[]): LoggedEntry[] {
  const groups = new Map<string, LoggedEntry & { coins: Map<string, Amount>; usdt: Amount }>();
  // A pledge of several coins is sold coin by coin, each followed by what it brought.
  const sales = new Map<string, number>();
  for (const { seq, ref, kind, at, asset, income, moved } of rows) {
    const whole = `${seq}/${ref}/${kind}`;
    if (kind === 'loans' && asset !== 'USDT') sales.set(whole, (sales.get(whole) ?? 0) + 1);
    const key = `${whole}/${income ? 'income' : (sales.get(whole) ?? 0)}`;
    let group = groups.get(key);
    if (group === undefined) {
      const about = { seq, ref, kind, at, isIncome: income };
      group = { ...about, isTrade: kind !== 'other', coins: new Map(), usdt: ZERO, value: null };
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

/**
 * A conversion between coins has the value that was given, at the mid; a coin that was paid in, or
 * that came back, has the value recorded then. Income has that of the last tick before it.
 */
async function valued(
  client: PoolClient,
  all: readonly LoggedEntry[],
  worthThen: WorthThen,
): Promise<readonly LoggedEntry[]> {
  const entries: LoggedEntry[] = [];
  for (const entry of all) {
    const [[asset, amount] = ['', ZERO] as const] = entry.coins;
    const value = entry.isIncome && ZERO < amount ? await worthThen({ asset, amount, at: entry.at }) : null;
    entries.push(value === null ? entry : { ...entry, value });
  }
  const converted = entries
    .filter(({ kind, coins }) => kind === 'convert' && coins.size === 2)
    .map(({ ref }) => Number(ref));
  const arrived = entries.filter(isArrival).map(({ ref }) => Number(ref));
  if (converted.length === 0 && arrived.length === 0) return entries;
  const { rows } = await client.query<{ key: string; value_usdt: string | null }>(
    `select 'fill ' || id as key, value_usdt from convert_fills where id = any($1::bigint[])
     union all select 'ref ' || id, value_usdt from deposits where id = any($2::bigint[])
     union all select 'ref ' || id, value_usdt from withdrawals where id = any($2::bigint[])`,
    [converted, arrived],
  );
  const values = new Map(rows.map(({ key, value_usdt }) => [key, value_usdt]));
  return entries.map((entry) => {
    const isConversion = entry.kind === 'convert' && entry.coins.size === 2;
    const key = isConversion ? `fill ${entry.ref}` : isArrival(entry) ? `ref ${entry.ref}` : '';
    const value = values.get(key);
    return value == null ? entry : { ...entry, value: amountOf(value) };
  });
}

/** References are numbers of what they belong to; only deposits and withdrawals have a value. */
function isArrival({ kind, coins, ref, isIncome }: LoggedEntry): boolean {
  const [change] = coins.values();
  return (
    kind === 'other' &&
    !isIncome &&
    coins.size === 1 &&
    change !== undefined &&
    ZERO < change &&
    /^[1-9][0-9]{0,15}$/.test(ref ?? '')
  );
}
