import { awaitsAction } from '../../corporate-actions/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { isHit } from '../../kernel/core/hits.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import type { CommandInput, CoreState, Json, MarketView, Tick } from '../../kernel/core/types.ts';
import { recordTrails } from '../../trading/record-trails.ts';
import { keptTick } from '../../trading/trailing-stops.ts';
import type { Rates } from './contract-effects.ts';
import { nextFinancingAt } from './financing-schedule.ts';
import type { FireBody } from './fire.ts';
import type { RateKind } from './rate-triggers.ts';
import type { ContractOrder } from './rows.ts';
import { type ContractsSlice, contractsOf, fillsFrom, termsOfOrder } from './slice.ts';
import { TRIGGER_KINDS, type TriggerKind } from './trigger-index.ts';

/**
 * Entries looked at per time event, those of positions that have ended included, so that ticks get
 * their turn between the rounds of a busy day.
 */
const LOOKED_PER_ROUND = 2_000;

/** Trailing stops recorded per time event. */
const RECORDED_PER_ROUND = 500;

const COMMANDS: Readonly<Record<TriggerKind, string>> = {
  liquidation: 'contracts.liquidate',
  raised: 'contracts.liquidate',
  stopLoss: 'contracts.fire',
  takeProfit: 'contracts.fire',
  stop: 'contracts.open',
  limit: 'contracts.open',
};

/**
 * What can fire more than once for an order has an id of its own each time: the steps of a ladder,
 * and a stop-limit order that waits for its limit after its stop.
 */
const SUFFIXES: Readonly<Record<TriggerKind, (tick: Tick) => string>> = {
  liquidation: () => '',
  raised: () => '',
  stopLoss: () => '',
  takeProfit: ({ seq }) => `:takeProfit:${seq}`,
  stop: () => ':stop',
  limit: () => '',
};

/**
 * What a tick fires: on its own instrument, and on those whose quote asset it converts. There only
 * what depends on the rate: liquidations and limits of profit of positions that are converted at
 * their close, and closes that waited for a rate.
 */
export function onTick(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  if (awaitsAction(state, tick)) return [];
  const slice = contractsOf(state);
  slice.trails.follow(tick);
  const rated = [...(slice.ratedBy.get(tick.code) ?? [])].filter((code) => code !== tick.code);
  return [...ownTick(state, tick, market), ...rated.flatMap((code) => rateTick(state, { code, rate: tick, market }))];
}

/** A trigger that was met. */
interface Fired {
  readonly kind: TriggerKind;
  readonly id: number;
}

/**
 * What a tick fires on its instrument: liquidations, stops, trailing stops, targets, closes that
 * were asked for, then market, stop and limit orders. An order is in one command at most, and one
 * opened by this tick can be closed by the next one at the earliest.
 */
function ownTick(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  const slice = contractsOf(state);
  const closesAt = closesSoonAt(slice, tick, market);
  const closesInMs = closesAt === undefined ? undefined : closesAt - tick.at;
  const rates = ratesFor(slice, tick, market);
  const isTooSoon = (order: ContractOrder): boolean =>
    order.state === 'waiting' && 0 < (termsOfOrder(slice, order).leadMs ?? 0) && tick.at < fillsFrom(slice, order);
  const byPrice = slice.triggers.get(tick.code)?.take(tick, closesInMs, isTooSoon) ?? [];
  const byRate = [...(slice.rated.get(tick.code) ?? [])].flatMap(([code, triggers]) => {
    const rate = rates[code];
    return rate === undefined ? [] : triggers.take({ tick, rate, closesInMs });
  });
  const fired = merge(byPrice, byRate);
  // What liquidates it, or its fixed stop, comes first; both end it. Its targets come after.
  const first = new Set(fired.filter(({ kind }) => kind !== 'takeProfit').map(({ id }) => id));
  const trailed = slice.trails.take(tick).flatMap(({ peak, ids }) => {
    const own = ids.filter((id) => !first.has(id));
    return own.length === 0 ? [] : [{ peak, ids: own }];
  });
  const trailing = new Set(trailed.flatMap(({ ids }) => ids));
  const waited = nextOf(slice, { tick, rates, by: tick }, new Set([...trailing, ...fired.map(({ id }) => id)]));
  if (fired.length === 0 && trailed.length === 0 && waited.length === 0) return [];
  // After an outage the first tick may precede the time event; it is none for what waited too long.
  const isLate = (order: ContractOrder): boolean => waitsUntil(slice, order) < tick.at;
  const expired = waited.filter(isLate);
  const next = waited.filter((order) => !isLate(order));
  const firing: Firing = { slice, tick, rates, closesAt };
  const commandsFor = (kind: TriggerKind): CommandInput[] =>
    firedCommands(
      firing,
      kind,
      fired.filter((hit) => hit.kind === kind && !trailing.has(hit.id)).map(({ id }) => id),
    );
  const { orders: live } = slice;
  return [
    // First, because a liquidation may end what its owner asked to close.
    ...givenUp(
      slice,
      expired.map(({ id }) => id),
      `:late:${tick.seq}`,
    ),
    ...(['liquidation', 'raised', 'stopLoss'] as const).flatMap(commandsFor),
    ...trailed.flatMap(({ peak, ids }) =>
      internalCommands(ids, {
        type: 'contracts.fire',
        live,
        bodyOf: (orders): FireBody => ({ tick, by: 'trailingStop', peak, ...ratesIn(firing), orders }),
        suffix: ':trailingStop',
      }),
    ),
    ...commandsFor('takeProfit'),
    ...nextCommands(firing, next, `${tick.seq}`),
    ...(['stop', 'limit'] as const).flatMap(commandsFor),
  ];
}

/** What a tick of a rate fires on an instrument that trades, at the last price of that. */
function rateTick(
  state: CoreState,
  { code, rate, market }: { readonly code: string; readonly rate: Tick; readonly market: MarketView },
): CommandInput[] {
  const slice = contractsOf(state);
  const tick = market.lastTick(code);
  const staleness = slice.terms.get(code)?.stalenessMs ?? 0;
  const endsAt = market.sessionEndsAt(code, rate.at);
  const isTraded = endsAt !== undefined && market.heldBy(code, rate.at) === undefined;
  // Nothing closes at a price that nobody could trade at.
  if (tick === undefined || !isTraded || staleness < rate.at - tick.at) return [];
  const closesAt = closesSoonAt(slice, { code, at: rate.at }, market);
  const closesInMs = closesAt === undefined ? undefined : closesAt - rate.at;
  const rates = { ...ratesFor(slice, tick, market), [rate.code]: rate };
  const met = slice.rated.get(code)?.get(rate.code)?.take({ tick, rate, closesInMs }) ?? [];
  const fired = met.filter(({ id }) => !isHit(state, id));
  const gone = new Set(met.map(({ id }) => id));
  const next = nextOf(slice, { tick, rates, by: rate }, gone).filter(({ id }) => !isHit(state, id));
  if (fired.length === 0 && next.length === 0) return [];
  const firing: Firing = { slice, tick, rates, closesAt };
  const idsOf = (kind: RateKind): number[] => fired.filter((hit) => hit.kind === kind).map(({ id }) => id);
  return [
    ...(['liquidation', 'raised', 'takeProfit'] as const).flatMap((kind) => firedCommands(firing, kind, idsOf(kind))),
    ...nextCommands(
      firing,
      next.filter((order) => rate.at <= waitsUntil(slice, order)),
      `${tick.seq}:${rate.seq}`,
    ),
  ];
}

/** The market at which orders end or open. */
interface Firing {
  readonly slice: ContractsSlice;
  readonly tick: Tick;
  readonly rates: Rates;
  readonly closesAt: number | undefined;
}

/** Left out where no position of the instrument needs them. */
const ratesIn = ({ rates }: Firing): { readonly rates?: Rates } => (Object.keys(rates).length === 0 ? {} : { rates });

function firedCommands(firing: Firing, kind: TriggerKind, ids: readonly number[]): CommandInput[] {
  const { slice, tick, closesAt } = firing;
  const isRaised = kind === 'raised';
  const by = isRaised ? 'liquidation' : kind;
  const type = COMMANDS[kind];
  const more = { ...(type === 'contracts.open' ? {} : ratesIn(firing)), ...(isRaised ? { closesAt } : {}) };
  return internalCommands(ids, {
    type,
    live: slice.orders,
    bodyOf: (orders) => ({ tick, by, ...more, orders }) as Json,
    suffix: SUFFIXES[kind](tick),
  });
}

/** Closes that were asked for, then market orders. */
function nextCommands(firing: Firing, next: readonly ContractOrder[], seq: string): CommandInput[] {
  const { slice, tick } = firing;
  const { orders: live } = slice;
  const closing = next.filter(({ state }) => state === 'open').map(({ id }) => id);
  const opening = next.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  return [
    ...internalCommands(closing, {
      type: 'contracts.fire',
      live,
      bodyOf: (orders): FireBody => ({ tick, by: 'user', ...ratesIn(firing), orders }),
      suffix: `:user:${seq}`,
    }),
    ...internalCommands(opening, {
      type: 'contracts.open',
      live,
      bodyOf: (orders) => ({ tick, by: 'market', ...(seq === `${tick.seq}` ? {} : ratesIn(firing)), orders }) as Json,
      suffix: ':market',
    }),
  ];
}

/** Both in the order of one tick; an order once, for what comes first. */
function merge(byPrice: readonly Fired[], byRate: readonly Fired[]): readonly Fired[] {
  if (byRate.length === 0) return byPrice;
  const seen = new Set<number>();
  return TRIGGER_KINDS.flatMap((kind) =>
    [...byRate, ...byPrice].filter((hit) => {
      if (hit.kind !== kind || seen.has(hit.id)) return false;
      seen.add(hit.id);
      return true;
    }),
  );
}

/** The prices that convert positions of the tick's instrument; empty where none needs one. */
function ratesFor(slice: ContractsSlice, tick: Tick, market: MarketView): Rates {
  const rates: { [code: string]: Tick } = {};
  for (const [code, triggers] of slice.rated.get(tick.code) ?? []) {
    const rate = code === tick.code ? tick : market.lastTick(code);
    if (rate !== undefined && 0 < triggers.size) rates[code] = keptTick(rate);
  }
  return rates;
}

/** When the session ends, once positions may need more margin because of it. */
function closesSoonAt(
  slice: ContractsSlice,
  { code, at }: Pick<Tick, 'code' | 'at'>,
  market: MarketView,
): number | undefined {
  const within = slice.closingMs.get(code);
  if (within === undefined) return undefined;
  const endsAt = market.sessionEndsAt(code, at);
  return endsAt !== undefined && Number.isFinite(endsAt) && endsAt - at <= within ? endsAt : undefined;
}

/** A market as a tick leaves it: its last price, those that convert, and the newest of all. */
interface NextMarket {
  readonly tick: Tick;
  readonly rates: Rates;
  readonly by: Tick;
}

/**
 * What this market fills or closes because it is the first one after the acceptance. A position
 * that is converted at its close waits for a price and a rate that are both newer than the wish to
 * close it: at an older rate its owner would know what it gains.
 */
function nextOf(slice: ContractsSlice, market: NextMarket, fired: ReadonlySet<number>): ContractOrder[] {
  const isOwn = market.by.code === market.tick.code;
  return [...(slice.next.get(market.tick.code) ?? [])].flatMap((id) => {
    const order = slice.orders.get(id) as ContractOrder;
    const since = fillsFrom(slice, order);
    if (fired.has(id) || market.tick.at < since) return [];
    // It is given up, as no price is the next one any more.
    if (isOwn && waitsUntil(slice, order) < market.tick.at) return [order];
    const code = waitsForRate(slice, order);
    if (code === undefined) return isOwn ? [order] : [];
    return areNewer(market, { code, since }) ? [order] : [];
  });
}

/** By what those are converted that close, and those that open as such a position closes. */
function waitsForRate(slice: ContractsSlice, order: ContractOrder): string | undefined {
  const closing =
    order.state === 'open' ? order : order.reverses === null ? undefined : slice.orders.get(order.reverses);
  return closing?.converts_by?.code;
}

/** The price that came now may be of the very moment; the other one was known by then. */
function areNewer({ tick, rates, by }: NextMarket, { code, since }: { code: string; since: number }): boolean {
  const rate = rates[code];
  if (rate === undefined || (by.code !== tick.code && by.code !== code)) return false;
  if (code === tick.code) return since <= tick.at;
  const [now, known] = by.code === code ? [rate, tick] : [tick, rate];
  return since <= now.at && since < known.at;
}

/** Until when a price is the next one for an order that waits for it: as long as one is valid. */
const waitsUntil = (slice: ContractsSlice, order: ContractOrder): number =>
  fillsFrom(slice, order) + termsOfOrder(slice, order).stalenessMs;

const givenUp = (slice: ContractsSlice, ids: readonly number[], suffix = ''): CommandInput[] =>
  internalCommands(ids, {
    type: 'contracts.expire',
    live: slice.orders,
    bodyOf: (orders) => ({ orders }),
    suffix,
  });

/** Financing that is due, and limit orders that have waited too long. */
export function onTime(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const waited = waitingDue(state, at);
  // After an outage a market order is both, and ends once.
  const lapsed = lapsedBy(state, { at, ended: new Set(waited), market });
  const slice = contractsOf(state);
  return [
    ...financingDue(state, at),
    ...givenUp(slice, waited),
    ...givenUp(slice, lapsed, `:${at}`),
    ...peaksDue(slice, at),
  ];
}

/**
 * What waited for a tick for longer than a price stays fresh. One of that time may still be on its
 * way from a live source.
 */
function lapsedBy(
  state: CoreState,
  { at, ended, market }: { readonly at: number; readonly ended: ReadonlySet<number>; readonly market: MarketView },
): number[] {
  const slice = contractsOf(state);
  const due: number[] = [];
  for (const [code, ids] of slice.next) {
    const come = at - (market.lateMs?.(code) ?? 0);
    for (const id of ids) {
      if (LOOKED_PER_ROUND <= due.length) break;
      if (!ended.has(id) && waitsUntil(slice, slice.orders.get(id) as ContractOrder) < come) due.push(id);
    }
  }
  return due;
}

function waitingDue(state: CoreState, at: number): number[] {
  const slice = contractsOf(state);
  const due: number[] = [];
  const since = at - figureOf(state, 'contracts.waitingMaxMs');
  for (let looked = 0; looked < LOOKED_PER_ROUND && slice.waitingDue.peekKey() < since; looked += 1) {
    const id = slice.waitingDue.pop() as number;
    if (slice.orders.get(id)?.state === 'waiting') due.push(id);
  }
  return due;
}

/** Best ticks of trailing stops that are to be recorded. */
function peaksDue({ trails, orders: live }: ContractsSlice, at: number): CommandInput[] {
  const due = trails.due(at, RECORDED_PER_ROUND);
  return recordTrails(due, { type: 'contracts.trail', at, live, progressOf: (order) => trails.progressOf(order) });
}

/** Positions that have ended are skipped. */
function financingDue(state: CoreState, at: number): CommandInput[] {
  const slice = contractsOf(state);
  const due: number[] = [];
  for (let looked = 0; looked < LOOKED_PER_ROUND && slice.financingDue.peekKey() <= at; looked += 1) {
    const dueAt = slice.financingDue.peekKey();
    const id = slice.financingDue.pop() as number;
    const charged = slice.orders.get(id)?.financed_night ?? null;
    // One charged in the meantime, by a partial close, has its own entry for the next day.
    if (charged !== null && nextFinancingAt(charged) === dueAt) due.push(id);
  }
  return internalCommands(due, {
    type: 'contracts.finance',
    live: slice.orders,
    bodyOf: (orders) => ({ orders }),
    suffix: `:${at}`,
  });
}
