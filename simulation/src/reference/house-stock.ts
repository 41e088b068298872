import { LATE_MAX_MS } from '../schedule.ts';
import { type ExpectedAccounts, ofHouse } from './accounts.ts';
import { CODE } from './codes.ts';
import { floorDiv, greatest, mustUnits, textOf, WHOLE_RATE } from './figures.ts';
import { isSetAside, NO_SHARE, networkFactOf, promisedFactOf } from './networks.ts';
import type { ExpectedRow, Prediction } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

type Row = Readonly<Record<string, unknown>>;

interface Share {
  readonly book: string;
  readonly asset: string;
  readonly network: string;
}
interface Claim extends Share {
  amount: bigint;
}
interface StockUse extends Share {
  readonly amount: bigint;
  readonly at: number;
}
interface Gain {
  readonly order: number;
  readonly got: readonly [asset: string, amount: bigint];
  readonly gave: readonly [asset: string, amount: bigint];
  readonly isHouse: boolean;
}

const SHARE = 'parameter.networks.stock_share';
const DAY_MS = 86_400_000;
const keyOf = ({ book, asset, network }: Share): string => `${book}/${asset}/${network}`;

/**
 * What orders of a network take of the house's stock of coins, read off the fills and orders that
 * other models predict.
 */
export class HouseStockModel implements Product {
  readonly types: Product['types'] = { 'stock.faded': (entry) => this.#faded(entry) };
  readonly #reference: Pick<Reference, 'figure' | 'findings'>;
  readonly #accounts: ExpectedAccounts;
  readonly #claims = new Map<number, Claim>();
  readonly #taken = new Map<string, StockUse>();

  constructor(reference: Pick<Reference, 'accounts' | 'figure' | 'findings'>) {
    this.#reference = reference;
    this.#accounts = reference.accounts;
  }

  /** Whether an order would have more than the share of its network. */
  beyond(entry: Entry, { asset, amount }: { readonly asset: string; readonly amount: bigint }): boolean {
    const { network } = networkFactOf(entry);
    const rate = mustUnits(this.#reference.figure(SHARE, NO_SHARE));
    if (network === undefined || amount === 0n || rate === WHOLE_RATE || isSetAside(entry)) return false;
    const { book, at } = entry;
    const used = this.#leftOf({ book, asset, network }, at);
    let sum = used + amount + mustUnits(promisedFactOf(entry).promised ?? '0');
    for (const claim of this.#claims.values()) {
      if (keyOf(claim) === keyOf({ book, asset, network })) sum += claim.amount;
    }
    const whole = this.#accounts.of(ofHouse(book, asset, 'pool.liquidity')) + greatest(used, 0n);
    return floorDiv(whole * rate, WHOLE_RATE) < sum;
  }

  /** What follows of an entry; called for every one. */
  follow(entry: Entry, prediction: Prediction): Prediction {
    if (prediction.code !== CODE.done) return prediction;
    const made = prediction.rows ?? [];
    const gains = made.flatMap((change) => this.#gainIn(change, made) ?? []);
    const own = ['spot.submit', 'convert.fill'].includes(entry.type) ? networkFactOf(entry).network : undefined;
    const networkOf = (id: number) => this.#claims.get(id)?.network ?? (id === entry.seq ? own : undefined);
    const rows = [...this.#takenRows(entry, gains, networkOf), ...this.#claimRows(entry, { made, gains, own })];
    if (rows.length === 0) return prediction;
    const counts = [...(prediction.counts ?? []), ...rows.map(({ table }) => `row of ${table}`)];
    return { ...prediction, rows: [...made, ...rows], counts };
  }

  /** Nothing is remembered of networks that have nothing any more. */
  checkNothingOverdue(at: number): void {
    for (const [key, { at: since }] of this.#taken) {
      const isOver = since + this.#window + LATE_MAX_MS < at;
      this.#reference.findings.check(!isOver, () => `${key} should have faded at ${at}`);
    }
  }

  get #window(): number {
    return this.#reference.figure('networks.stockMs', DAY_MS);
  }

  #leftOf(share: Share, at: number): bigint {
    const used = this.#taken.get(keyOf(share));
    if (used === undefined) return 0n;
    const left = greatest(0n, BigInt(this.#window - (at - used.at)));
    return (used.amount * left) / BigInt(this.#window);
  }

  #gainIn({ table, row }: ExpectedRow, made: readonly ExpectedRow[]): Gain | undefined {
    if (table === 'convert_fills') {
      const got = [String(row.to_asset), mustUnits(row.receive)] as const;
      return { order: Number(row.id), got, gave: [String(row.from_asset), mustUnits(row.amount)], isHouse: true };
    }
    if (table !== 'spot_fills') return undefined;
    const order = made.find((candidate) => candidate.table === 'spot_orders' && candidate.row.id === row.order_id)?.row;
    const base = [String(order?.base), mustUnits(row.quantity)] as const;
    const quote = [String(order?.quote), mustUnits(row.amount)] as const;
    const [got, gave] = row.side === 'buy' ? [base, quote] : [quote, base];
    return { order: Number(row.order_id), got, gave, isHouse: row.house === true };
  }

  #takenRows(
    entry: Entry,
    gains: readonly Gain[],
    networkOf: (id: number) => string | undefined,
  ): readonly ExpectedRow[] {
    const moved = new Map<string, { share: Share; amount: bigint }>();
    for (const { order, got, gave, isHouse } of gains) {
      const network = networkOf(order);
      if (!isHouse || network === undefined) continue;
      for (const [asset, amount] of [got, [gave[0], -gave[1]] as const]) {
        if (amount === 0n) continue;
        const share = { book: entry.book, asset, network };
        moved.set(keyOf(share), { share, amount: (moved.get(keyOf(share))?.amount ?? 0n) + amount });
      }
    }
    return [...moved.values()].map(({ share, amount }) => {
      const used = { ...share, amount: this.#leftOf(share, entry.at) + amount, at: entry.at };
      if (used.amount === 0n) this.#taken.delete(keyOf(share));
      else this.#taken.set(keyOf(share), used);
      return rowOfTaken(used);
    });
  }

  #claimRows(
    entry: Entry,
    changes: {
      readonly made: readonly ExpectedRow[];
      readonly gains: readonly Gain[];
      readonly own: string | undefined;
    },
  ): readonly ExpectedRow[] {
    return changes.made.flatMap(({ table, row }) => {
      if (table !== 'spot_orders' && table !== 'convert_orders') return [];
      const isOpen = table === 'spot_orders' ? row.settled_by === null : row.state === 'waiting';
      const id = Number(row.id);
      const claim = this.#claims.get(id);
      if (claim !== undefined) {
        const before = claim.amount;
        for (const { order, got } of changes.gains)
          if (order === id) claim.amount = greatest(claim.amount - got[1], 0n);
        if (!isOpen) this.#claims.delete(id);
        return isOpen && claim.amount === before ? [] : [rowOfClaim(id, claim, isOpen ? null : entry.seq)];
      }
      if (id !== entry.seq || changes.own === undefined || !isOpen) return [];
      const share = table === 'spot_orders' ? orderWants(row, entry) : conversionWants(row);
      const made: Claim = { ...share, book: entry.book, network: changes.own };
      this.#claims.set(id, made);
      return [rowOfClaim(id, made, null)];
    });
  }

  #faded(entry: Entry): Prediction {
    const { shares } = entry.body as { shares: readonly { readonly asset: string; readonly network: string }[] };
    const rows = shares.flatMap((share) => {
      const key = keyOf({ ...share, book: entry.book });
      const used = this.#taken.get(key);
      const isOver = used !== undefined && used.at + this.#window <= entry.at;
      this.#reference.findings.check(isOver, () => `entry ${entry.seq}: ${key} has not faded`);
      this.#taken.delete(key);
      return used === undefined ? [] : [rowOfTaken({ ...used, amount: 0n })];
    });
    return { code: CODE.done, result: { shares: shares.length }, rows };
  }
}

const rowOfTaken = ({ book, asset, network, amount, at }: StockUse): ExpectedRow => ({
  table: 'stock_taken',
  row: { book, asset, network, taken: textOf(amount), taken_at: at },
});

const rowOfClaim = (id: number, { book, asset, network, amount }: Claim, closedBy: number | null): ExpectedRow => ({
  table: 'stock_claims',
  row: { order_id: id, book, asset, network, amount: textOf(amount), closed_by: closedBy },
});

const conversionWants = (row: Row) => ({ asset: String(row.to_asset), amount: mustUnits(row.receive) });

function orderWants(row: Row, entry: Entry) {
  const { mid } = (entry.facts as { tick: { mid: number } }).tick;
  const open = {
    side: String(row.side),
    base: String(row.base),
    quote: String(row.quote),
    precision: Number(row.precision),
    price: row.price as number | null,
    stop: row.stop_points as number | null,
    mid,
    quantity: row.quantity === null ? null : mustUnits(row.quantity) - mustUnits(row.filled_quantity),
    amount: row.amount === null ? null : mustUnits(row.amount) - mustUnits(row.filled_amount) - mustUnits(row.fee),
  };
  return mayTake(open);
}

/** How much of which coin an order may still bring its owner, by its own price or the last one. */
export function mayTake(trade: {
  readonly side: string;
  readonly base: string;
  readonly quote: string;
  readonly precision: number;
  readonly price: number | null;
  readonly stop: number | null;
  readonly mid: number;
  readonly quantity: bigint | null;
  /** Left to spend. */
  readonly amount: bigint | null;
}): { readonly asset: string; readonly amount: bigint } {
  const points = BigInt(trade.price ?? trade.stop ?? trade.mid);
  const scale = 10n ** BigInt(trade.precision);
  if (trade.quantity === null) return { asset: trade.base, amount: floorDiv((trade.amount as bigint) * scale, points) };
  if (trade.side === 'buy') return { asset: trade.base, amount: trade.quantity };
  return { asset: trade.quote, amount: floorDiv(trade.quantity * points, scale) };
}
