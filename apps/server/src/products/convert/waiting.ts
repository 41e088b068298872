import { code } from '@glasshouse/api/codes';
import { isWithinBand, leastReceived } from '@glasshouse/rules/convert';
import { type Amount, amountOf, formatAmount, formatRate, type Rate, rateOf } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { mergeEffects } from '../../kernel/core/effects.ts';
import { isHit } from '../../kernel/core/hits.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type {
  AccountKey,
  Command,
  CommandInput,
  CoreState,
  Effects,
  MarketView,
  Outcome,
  Posting,
  Tick,
} from '../../kernel/core/types.ts';
import { leadColumn } from '../../trading/lead.ts';
import { hasLive, liveOrdersOf } from '../../trading/live-orders.ts';
import { type ConvertBody, type ConvertFacts, conversionOf, leadOfAssets, priceNow, spreadLimitOf } from './price.ts';
import {
  type ConvertOrder,
  type Fill,
  type FirmQuote,
  fillChange,
  type KeptTick,
  type OrderReason,
  orderChange,
  PLAIN_FILL,
  type Priced,
} from './rows.ts';
import { awaitedBy, type ConvertSlice, convertOf } from './slice.ts';
import type { ConvertTerms } from './terms.ts';
import { fillWire, orderWire } from './view.ts';

export type MatchBody = { readonly tick: Tick; readonly orders: readonly number[] };
export type LapseBody = { readonly orders: readonly number[] };

/**
 * Takes a conversion that the next price makes; what is given is on hold until then. Refusals in
 * order: those of the price, then 11075 too many that wait, 11079 balance, 11080 no capacity in the
 * pool.
 */
export function order(state: CoreState, command: Command<ConvertBody, ConvertFacts>, slippage: Rate): Outcome {
  const { at, body, facts } = command;
  const priced = priceNow(state, { whose: command, body, facts, at, isFirm: false });
  if (!priced.ok) return priced;
  const least = formatAmount(leastReceived(priced.receive, slippage));
  return place(state, command, { ...priced.priced, ...NO_QUOTE, least });
}

const NO_QUOTE = { quote_id: null, quoted_at: null, band_rate: null } as const;

/** Takes a conversion at a firm price, which the next price of each coin must still allow. */
export function orderAtQuote(state: CoreState, command: Command, quote: FirmQuote): Outcome {
  const { user_id, book, expires_at, network, ...quoted } = quote;
  return place(state, command, { ...quoted, least: quote.receive });
}

type Placed = Omit<Priced, 'user_id' | 'book'> & Pick<ConvertOrder, 'least' | 'quote_id' | 'quoted_at' | 'band_rate'>;

/** Puts what is given on hold until the next price of each coin. */
function place(state: CoreState, command: Command, placed: Placed): Outcome {
  const { userId, book, at, seq } = command;
  const slice = convertOf(state);
  const amount = amountOf(placed.amount);
  const receive = amountOf(placed.receive);
  if (hasLive(slice, { userId, book, count: figureOf(state, 'convert.openOrdersMax') }))
    return refuse(code.tooManyOpenOrders);
  const { from_asset, to_asset } = placed;
  const account = userAccount(userId, book, from_asset, 'available');
  if (balanceOf(state, account) < amount) return refuse(code.coinBalanceInsufficient, 'amount');
  if (balanceOf(state, houseAccount(book, to_asset, 'pool.liquidity')) < receive)
    return refuse(code.poolFull, 'amount');
  const lead = leadOfAssets(slice, placed);
  const patience = [from_asset, to_asset].map((asset) => (slice.terms.get(asset) as ConvertTerms).stalenessMs);
  const made: ConvertOrder = {
    id: seq,
    ...placed,
    user_id: userId,
    book,
    next_from: null,
    next_to: null,
    first_by: null,
    state: 'waiting',
    reason: null,
    placed_at: at,
    lead_ms: leadColumn({ leadMs: lead }),
    lapses_at: at + lead + Math.max(...patience),
    closed_by: null,
    closed_at: null,
  };
  const shown = orderWire(made);
  const hold: Posting = {
    from: account,
    to: userAccount(userId, book, from_asset, 'held'),
    amount,
    reason: 'convert.hold',
    ref: String(seq),
  };
  return {
    ok: true,
    result: shown,
    postings: [hold],
    rows: [orderChange(made)],
    events: [{ userId, book, kind: 'convert.fill', data: shown }],
  };
}

/** The earliest time of a price that makes it. */
const pricedFrom = ({ placed_at, lead_ms }: ConvertOrder): number => placed_at + (lead_ms ?? 0);

/** Orders whose next price this tick is: made as soon as both of their prices have come. */
export function match(state: CoreState, command: Command<MatchBody>): Outcome {
  const { tick, orders } = command.body;
  const slice = convertOf(state);
  // What those before it in this command took out of a pool, or put into it.
  const moved = new Map<AccountKey, bigint>();
  const parts = orders.flatMap((id) => {
    const found = slice.orders.get(id);
    // A reset of the demo book may have ended it since it was hit.
    if (found === undefined) return [];
    if (!awaitedBy(found).includes(tick.code)) throw new Error(`conversion ${id} does not wait for ${tick.code}`);
    const effects = priceWith(state, { order: found, tick, command, moved });
    for (const { from, to, amount } of effects.postings) {
      moved.set(from, (moved.get(from) ?? 0n) - amount);
      moved.set(to, (moved.get(to) ?? 0n) + amount);
    }
    return effects;
  });
  return { ok: true, result: { orders: orders.length }, ...mergeEffects(parts) };
}

const keptAs = (seen: KeptTick, { code: instrument, seq, bid, ask, mid, at }: Tick): KeptTick => ({
  code: instrument,
  precision: seen.precision,
  seq,
  bid,
  ask,
  mid,
  at,
});

function priceWith(
  state: CoreState,
  context: {
    readonly order: ConvertOrder;
    readonly tick: Tick;
    readonly command: Command;
    readonly moved: ReadonlyMap<AccountKey, bigint>;
  },
): Effects {
  const { tick, command, moved } = context;
  const { from_tick, to_tick } = context.order;
  const next: ConvertOrder = {
    ...context.order,
    next_from: from_tick?.code === tick.code ? keptAs(from_tick, tick) : context.order.next_from,
    next_to: to_tick?.code === tick.code ? keptAs(to_tick, tick) : context.order.next_to,
  };
  if (0 < awaitedBy(next).length) {
    return { postings: [], rows: [orderChange({ ...next, first_by: command.seq })], events: [] };
  }
  if (next.quote_id !== null) return madeAtQuote(state, { order: next, command, moved });
  const result = conversionOf({
    amount: amountOf(next.amount),
    marginRate: next.margin_rate,
    fromTick: next.next_from,
    toTick: next.next_to,
  });
  if (spreadLimitOf(state) <= result.spreadRate) return cancelled(next, 'wide', command);
  if (result.receive < amountOf(next.least)) return cancelled(next, 'moved', command);
  if (lacksPool(state, next, result.receive, moved)) return cancelled(next, 'pool', command);
  const { receive, value, reference, price, spreadRate } = result;
  return filled(next, command, {
    receive: formatAmount(receive),
    value_usdt: formatAmount(value),
    reference,
    price,
    spread_rate: formatRate(spreadRate),
    from_tick: next.next_from,
    to_tick: next.next_to,
  });
}

/** At the firm price, unless the prices after its use would give less than its band allows. */
function madeAtQuote(
  state: CoreState,
  context: { readonly order: ConvertOrder; readonly command: Command; readonly moved: ReadonlyMap<AccountKey, bigint> },
): Effects {
  const { order: quoted, command, moved } = context;
  const now = { now_from: quoted.next_from, now_to: quoted.next_to };
  if (!isStillGood({ ...quoted, ...now })) return cancelled(quoted, 'moved', command);
  if (lacksPool(state, quoted, amountOf(quoted.receive), moved)) return cancelled(quoted, 'pool', command);
  const { quote_id, quoted_at, band_rate } = quoted;
  return filled(quoted, command, { ...now, quote_id, quoted_at, band_rate });
}

/** Whether the price of now would give at most the band less than the firm one. */
export function isStillGood(
  fill: Pick<Fill, 'amount' | 'receive' | 'margin_rate' | 'band_rate' | 'now_from' | 'now_to'>,
): boolean {
  const { receive } = conversionOf({
    amount: amountOf(fill.amount),
    marginRate: fill.margin_rate,
    fromTick: fill.now_from,
    toTick: fill.now_to,
  });
  return isWithinBand(amountOf(fill.receive), receive, rateOf(fill.band_rate ?? '0'));
}

function lacksPool(
  state: CoreState,
  { book, to_asset }: ConvertOrder,
  receive: Amount,
  moved: ReadonlyMap<AccountKey, bigint>,
): boolean {
  const pool = houseAccount(book, to_asset, 'pool.liquidity');
  return balanceOf(state, pool) + (moved.get(pool) ?? 0n) < receive;
}

function filled(order: ConvertOrder, command: Command, changes: Partial<Fill>): Effects {
  const { id, user_id: userId, book, from_asset, to_asset } = order;
  const {
    next_from,
    next_to,
    first_by,
    least,
    lapses_at,
    reason,
    state,
    placed_at,
    lead_ms,
    closed_by,
    closed_at,
    quote_id,
    quoted_at,
    band_rate,
    ...priced
  } = order;
  const made: Fill = {
    ...PLAIN_FILL,
    ...priced,
    ...changes,
    at: command.at,
    placed_at,
    lead_ms,
    filled_by: command.seq,
  };
  const receive = amountOf(made.receive);
  const pool = (asset: string): AccountKey => houseAccount(book, asset, 'pool.liquidity');
  const held = userAccount(userId, book, from_asset, 'held');
  const postings: Posting[] = [
    { from: held, to: pool(from_asset), amount: amountOf(order.amount), reason: 'convert.give', ref: String(id) },
    {
      from: pool(to_asset),
      to: userAccount(userId, book, to_asset, 'available'),
      amount: receive,
      reason: 'convert.receive',
      ref: String(id),
    },
  ];
  const ended: ConvertOrder = { ...order, state: 'filled', closed_by: command.seq, closed_at: command.at };
  return {
    postings,
    rows: [orderChange(ended), fillChange(made)],
    events: [{ userId, book, kind: 'convert.fill', data: fillWire(made) }],
  };
}

/** Ends a conversion that waited, and gives back what was on hold. */
function cancelled(order: ConvertOrder, reason: OrderReason, command: Command): Effects {
  const { id, user_id: userId, book, from_asset } = order;
  const ended: ConvertOrder = {
    ...order,
    state: 'cancelled',
    reason,
    closed_by: command.seq,
    closed_at: command.at,
  };
  const posting: Posting = {
    from: userAccount(userId, book, from_asset, 'held'),
    to: userAccount(userId, book, from_asset, 'available'),
    amount: amountOf(order.amount),
    reason: 'convert.back',
    ref: String(id),
  };
  return {
    postings: [posting],
    rows: [orderChange(ended)],
    events: [{ userId, book, kind: 'convert.fill', data: orderWire(ended) }],
  };
}

/** Ends orders that no price came for. */
export function lapse(state: CoreState, command: Command<LapseBody>): Outcome {
  const slice = convertOf(state);
  const parts = command.body.orders.flatMap((id) => {
    const found = slice.orders.get(id);
    // A reset of the demo book may have ended it since it was found.
    if (found === undefined) return [];
    if (command.at <= found.lapses_at) throw new Error(`conversion ${id} has not lapsed`);
    return [cancelled(found, 'noPrice', command)];
  });
  return { ok: true, result: { orders: command.body.orders.length }, ...mergeEffects(parts) };
}

/** The demo reset ends what the user has waiting. */
export const endOrders = (state: CoreState, command: Command): Effects =>
  mergeEffects(
    liveOrdersOf(convertOf(state), command.userId, command.book).map((open) => cancelled(open, 'reset', command)),
  );

/** Waiting orders that this tick is the next price of. */
export function onTick(state: CoreState, tick: Tick): CommandInput[] {
  const slice = convertOf(state);
  const waiting = [...(slice.waiting.get(tick.code) ?? [])];
  const orderOf = (id: number): ConvertOrder => slice.orders.get(id) as ConvertOrder;
  // After an outage the first tick may precede the time event; it is none for who waited too long.
  // Hit by its other coin, it ends by that, or by the time: it cannot lapse twice.
  const lapsed = waiting.filter((id) => orderOf(id).lapses_at < tick.at && !isHit(state, id));
  // An older tick may have been known at the acceptance.
  const due = waiting.filter((id) => pricedFrom(orderOf(id)) <= tick.at && tick.at <= orderOf(id).lapses_at);
  return [
    ...lapsing(slice, lapsed, tick.code),
    ...internalCommands(due, {
      type: 'convert.match',
      live: onInstrument(slice, due, tick.code),
      bodyOf: (orders): MatchBody => ({ tick, orders }),
      suffix: `:${tick.code}`,
    }),
  ];
}

const lapsing = (slice: ConvertSlice, ids: readonly number[], instrument = ''): CommandInput[] =>
  internalCommands(ids, {
    type: 'convert.lapse',
    live: onInstrument(slice, ids, instrument),
    bodyOf: (orders): LapseBody => ({ orders }),
  });

/** Orders as those of the instrument whose tick decides them; one may wait for two. */
const onInstrument = (slice: ConvertSlice, ids: readonly number[], instrument: string) =>
  new Map(ids.map((id) => [id, { book: (slice.orders.get(id) as ConvertOrder).book, code: instrument }]));

/** Looked at per time event: ticks get their turn between the rounds. */
const LAPSED_PER_ROUND = 2_000;

/**
 * Those that no price came for in time, O(log n) each. One of that time may still be on its way
 * from a live source.
 */
export function lapsesDue(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const slice = convertOf(state);
  const due: number[] = [];
  const later: (readonly [at: number, id: number])[] = [];
  for (let looked = 0; looked < LAPSED_PER_ROUND && slice.lapses.peekKey() < at; looked += 1) {
    const id = slice.lapses.pop() as number;
    const found = slice.orders.get(id);
    if (found === undefined) continue;
    const lateMs = Math.max(...awaitedBy(found).map((code) => market.lateMs?.(code) ?? 0));
    // One that its price has hit is about to be made.
    if (isHit(state, id)) later.push([at, id]);
    else if (at <= found.lapses_at + lateMs) later.push([found.lapses_at + lateMs, id]);
    else due.push(id);
  }
  for (const [from, id] of later) slice.lapses.push(from, id);
  return lapsing(slice, due);
}
