import { code } from '@glasshouse/api/codes';
import {
  type Amount,
  add,
  amountOf,
  divFloor,
  greater,
  mulPriceFloor,
  mulRateFloor,
  PRICE_DECIMALS,
  power10,
  priceOfPoints,
  rateOf,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { parameterOf } from '../../authority/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount, partsOf } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type {
  AccountKey,
  Book,
  Command,
  CoreState,
  Effects,
  Json,
  Outcome,
  RowChange,
} from '../../kernel/core/types.ts';
import type { NetworkFact } from '../../trading/network-share.ts';
import type { PromisedFact } from './promises.ts';
import { promisedOf } from './promises.ts';
import type { StockUsage } from './rows.ts';
import { HOUSE_STOCK, type Share, shareKey, stockOf } from './slice.ts';

type Columns = RowChange['row'];
type Decided = Effects & { readonly ok: true; readonly result: Json };

const STOCK = 'pool.liquidity';

/** Below zero where a network gave more than it took. */
export const amountTaken = ({ taken: amount }: Pick<StockUsage, 'taken'>): Amount => amountOf(amount);

/**
 * What the network has of the house's stock at a time: it fades to nothing, evenly, within the time
 * of the figure, as somebody who bought coins to keep them would fill the share for ever.
 */
export function takenAt(state: CoreState, share: Share, at: number): Amount {
  const row = stockOf(state).taken.get(shareKey(share));
  if (row === undefined) return ZERO;
  const fades = BigInt(figureOf(state, 'networks.stockMs'));
  const left = fades - BigInt(at - row.taken_at);
  // Rounded towards nothing, whether it took or gave.
  return (left <= 0n ? ZERO : (amountTaken(row) * left) / fades) as Amount;
}

/** The coin that an order brings its owner, and how much of it the order may still take. */
interface Claim {
  readonly asset: string;
  readonly amount: Amount;
}
/** Not open: the order ended in the entry that placed it. */
type PlacedClaim = Claim & { readonly isOpen: boolean };

const textOf = (value: Columns[string] | undefined): string => {
  if (typeof value !== 'string') throw new Error('an order lacks a column');
  return value;
};

/** Of a row of `convert_orders`. */
const claimOfConversion = (row: Columns): Claim => ({
  asset: textOf(row.to_asset),
  amount: amountOf(textOf(row.receive)),
});

/**
 * Of a row of `spot_orders`. Where the amount depends on a price, that of the order counts, or the
 * last one for an order without: what it takes in the end counts as it is.
 */
function claimOfOrder(row: Columns, seen: number): Claim {
  const points = [row.price, row.stop_points, seen].find((price) => typeof price === 'number') as number;
  const price = priceOfPoints(points, Number(row.precision));
  const isBuy = row.side === 'buy';
  const sized = (quantity: string): Amount => {
    const open = subtract(amountOf(quantity), amountOf(textOf(row.filled_quantity)));
    return isBuy ? open : mulPriceFloor(open, price);
  };
  const spending = (amount: string): Amount => {
    const left = subtract(subtract(amountOf(amount), amountOf(textOf(row.filled_amount))), amountOf(textOf(row.fee)));
    return divFloor(left * power10(PRICE_DECIMALS), price) as Amount;
  };
  return {
    asset: textOf(isBuy ? row.base : row.quote),
    amount: typeof row.quantity === 'string' ? sized(row.quantity) : spending(textOf(row.amount)),
  };
}

/** The order that the row is of, if it may take something of the stock, and whether it is open. */
export function orderIn({ table, row }: RowChange): { readonly id: number; readonly isOpen: boolean } | undefined {
  if (table === 'spot_orders') return { id: Number(row.id), isOpen: row.settled_by === null };
  return table === 'convert_orders' ? { id: Number(row.id), isOpen: row.state === 'waiting' } : undefined;
}

/** Orders that name their network, and the field that is too large. */
const FIELDS: Readonly<Record<string, (body: { readonly amount?: string | null }) => string>> = {
  'spot.submit': ({ amount }) => (amount == null ? 'quantity' : 'amount'),
  'convert.fill': () => 'amount',
};

/** The network that a new order of the stock came from. */
export const networkOf = ({ type, facts }: Pick<Command, 'type' | 'facts'>): string | undefined =>
  type in FIELDS ? (facts as NetworkFact | null)?.network : undefined;

/** What the order that the command placed claims; undefined where it placed none of the stock. */
export function claimOf(command: Command, { rows }: Pick<Effects, 'rows'>): PlacedClaim | undefined {
  for (const change of rows) {
    const order = orderIn(change);
    if (order?.id !== command.seq) continue;
    return { ...claimIn(change, command), isOpen: order.isOpen };
  }
  return undefined;
}

const claimIn = ({ table, row }: RowChange, { facts }: Command): Claim =>
  table === 'convert_orders'
    ? claimOfConversion(row)
    : claimOfOrder(row, (facts as { readonly tick: { readonly mid: number } }).tick.mid);

/** What an order took out of the house's stock, or gave into it. */
export function* movesOf({ postings }: Pick<Effects, 'postings'>) {
  for (const { from, to, amount, ref } of postings) {
    const id = Number(ref);
    const source = partsOf(from);
    const target = partsOf(to);
    if (isStock(source)) yield { id, book: source.book, asset: source.asset, amount };
    if (isStock(target)) yield { id, book: target.book, asset: target.asset, amount: subtract(ZERO, amount) };
  }
}

const isStock = ({ owner, kind }: ReturnType<typeof partsOf>): boolean => owner === 0 && kind === STOCK;

/** What an order brought its owner of the coin that it claims, from whomever. */
export const gotBy = ({ postings }: Pick<Effects, 'postings'>, id: number, asset: string): Amount =>
  postings
    .filter(({ from, to, ref }) => Number(ref) === id && isGain(partsOf(from), partsOf(to), asset))
    .reduce((sum, { amount }) => add(sum, amount), ZERO);

const isGain = (from: ReturnType<typeof partsOf>, to: ReturnType<typeof partsOf>, asset: string): boolean =>
  from.owner === 0 && to.owner !== 0 && to.asset === asset;

/** All that a network may have of the stock: a share of what is there and what it took itself. */
function mostOf(state: CoreState, { book, asset }: { book: Book; asset: string }, consumed: Amount): Amount {
  const account: AccountKey = houseAccount(book, asset, STOCK);
  const whole = add(balanceOf(state, account), greater(consumed, ZERO));
  return mulRateFloor(whole, rateOf(parameterOf(state, 'networks.stock_share')));
}

const isAsked = (state: CoreState): boolean =>
  state.slices.has(HOUSE_STOCK.name) && rateOf(parameterOf(state, 'networks.stock_share')) !== rateOf('1');

/** What orders of the network have of a coin, and the most that they may. */
function sharedOf(state: CoreState, share: Share, at: number): { readonly has: Amount; readonly most: Amount } {
  const consumed = takenAt(state, share, at);
  const claimed = stockOf(state).claimed.get(shareKey(share)) ?? ZERO;
  return { has: add(consumed, claimed), most: mostOf(state, share, consumed) };
}

/**
 * What orders of the network may still take of a coin: less what prices that hold promise others of
 * it, save `without`. Undefined where no share is asked for.
 */
export function stockLeft(state: CoreState, share: Share, at: number, without?: number): Amount | undefined {
  if (!isAsked(state)) return undefined;
  const { has, most } = sharedOf(state, share, at);
  return greater(subtract(most, add(has, promisedOf(state, share, at, without))), ZERO);
}

type SharedFacts = NetworkFact & PromisedFact & { readonly quote?: NetworkFact | null };

/** A price that holds was given within the share of its network, which has been set aside since. */
const isPromised = ({ network, quote }: SharedFacts): boolean => quote != null && quote.network === network;

/**
 * The handler of an order that takes of the house's stock of a coin, within the share of the
 * network that it came from: 11236 beyond it. Decided last; what waits counts in full, and needs no
 * check when its price comes. What prices that hold promise others counts as well.
 */
export const withinStockShare =
  <Body extends Json, Facts extends Json>(handler: (state: CoreState, command: Command<Body, Facts>) => Outcome) =>
  (state: CoreState, command: Command<Body, Facts>): Outcome => {
    const outcome = handler(state, command);
    const network = networkOf(command);
    if (!outcome.ok || network === undefined || !isAsked(state)) return outcome;
    const claim = wantedBy(command, outcome);
    if (claim === undefined) return outcome;
    const facts = command.facts as unknown as SharedFacts;
    if (isPromised(facts)) return outcome;
    const { has, most } = sharedOf(state, { book: command.book, asset: claim.asset, network }, command.at);
    const promised = amountOf(facts.promised ?? '0');
    if (add(add(has, promised), claim.amount) <= most) return outcome;
    const field = FIELDS[command.type] as (typeof FIELDS)[string];
    return refuse(code.networkLimit, field(command.body as { readonly amount?: string }));
  };

/** What the command took at once and may take later; undefined where it cannot take anything. */
function wantedBy(command: Command, outcome: Decided): { asset: string; amount: Amount } | undefined {
  const claim = claimOf(command, outcome);
  const moves = [...movesOf(outcome)].filter(({ id, amount }) => id === command.seq && ZERO < amount);
  const asset = claim?.asset ?? moves[0]?.asset;
  if (asset === undefined) return undefined;
  const later = claim?.isOpen === true ? claim.amount : ZERO;
  const amount = moves.reduce((sum, move) => (move.asset === asset ? add(sum, move.amount) : sum), later);
  return ZERO < amount ? { asset, amount } : undefined;
}
