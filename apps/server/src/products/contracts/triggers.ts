import { figureOf } from '../../figures/in-force.ts';
import { internalCommands } from '../../kernel/internal-commands.ts';
import { recordTrails } from '../../kernel/record-trails.ts';
import type { CommandInput, CoreState, MarketView, Tick } from '../../kernel/types.ts';
import { nextFinancingAt } from './financing-schedule.ts';
import type { FireBody } from './fire.ts';
import type { ContractOrder } from './order.ts';
import { type ContractsSlice, contractsOf, termsOfOrder } from './slice.ts';
import type { TriggerKind } from './trigger-index.ts';

/**
 * Entries looked at per time event, those of positions that have ended included, so that ticks get
 * their turn between the rounds of a busy day.
 */
const LOOKED_PER_ROUND = 2_000;

/** Trailing stops recorded per time event. */
const RECORDED_PER_ROUND = 500;

const COMMANDS: Readonly<Record<TriggerKind, string>> = {
  liquidation: 'contracts.liquidate',
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
  stopLoss: () => '',
  takeProfit: ({ seq }) => `:takeProfit:${seq}`,
  stop: () => ':stop',
  limit: () => '',
};

/**
 * What a tick fires on its instrument: liquidations, stops, trailing stops, targets, closes that
 * were asked for, then market, stop and limit orders. An order is in one command at most, and one
 * opened by this tick can be closed by the next one at the earliest.
 */
export function onTick(state: CoreState, tick: Tick): CommandInput[] {
  const slice = contractsOf(state);
  slice.trails.follow(tick);
  const fired = slice.triggers.get(tick.code)?.take(tick) ?? [];
  // What liquidates it, or its fixed stop, comes first; both end it. Its targets come after.
  const first = new Set(fired.filter(({ kind }) => kind !== 'takeProfit').map(({ id }) => id));
  const trailed = slice.trails.take(tick).flatMap(({ peak, ids }) => {
    const own = ids.filter((id) => !first.has(id));
    return own.length === 0 ? [] : [{ peak, ids: own }];
  });
  const trailing = new Set(trailed.flatMap(({ ids }) => ids));
  const waited = nextOf(slice, tick, new Set([...trailing, ...fired.map(({ id }) => id)]));
  if (fired.length === 0 && trailed.length === 0 && waited.length === 0) return [];
  // After an outage the first tick may precede the time event; it is none for what waited too long.
  const isLate = (order: ContractOrder): boolean => waitsUntil(slice, order) < tick.at;
  const late = waited.filter(isLate);
  const next = waited.filter((order) => !isLate(order));
  const commandsFor = (kind: TriggerKind): CommandInput[] => {
    const ids = fired.filter((one) => one.kind === kind && !trailing.has(one.id)).map(({ id }) => id);
    return internalCommands(ids, {
      type: COMMANDS[kind],
      live: slice.orders,
      bodyOf: (orders) => ({ tick, by: kind, orders }),
      suffix: SUFFIXES[kind](tick),
    });
  };
  const closing = next.filter(({ state }) => state === 'open').map(({ id }) => id);
  const opening = next.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const { orders: live } = slice;
  return [
    // First, because a liquidation may end what its owner asked to close.
    ...givenUp(
      slice,
      late.map(({ id }) => id),
      `:late:${tick.seq}`,
    ),
    ...(['liquidation', 'stopLoss'] as const).flatMap(commandsFor),
    ...trailed.flatMap(({ peak, ids }) =>
      internalCommands(ids, {
        type: 'contracts.fire',
        live,
        bodyOf: (orders): FireBody => ({ tick, by: 'trailingStop', peak, orders }),
        suffix: ':trailingStop',
      }),
    ),
    ...commandsFor('takeProfit'),
    ...internalCommands(closing, {
      type: 'contracts.fire',
      live,
      bodyOf: (orders) => ({ tick, by: 'user', orders }),
      suffix: `:user:${tick.seq}`,
    }),
    ...internalCommands(opening, {
      type: 'contracts.open',
      live,
      bodyOf: (orders) => ({ tick, by: 'market', orders }),
      suffix: ':market',
    }),
    ...(['stop', 'limit'] as const).flatMap(commandsFor),
  ];
}

/** What this tick fills or closes because it is the first one after the acceptance. */
function nextOf(slice: ContractsSlice, tick: Tick, fired: ReadonlySet<number>): ContractOrder[] {
  return [...(slice.next.get(tick.code) ?? [])].flatMap((id) => {
    const order = slice.orders.get(id) as ContractOrder;
    const isOlder = tick.at < (order.closing_at ?? order.placed_at);
    return fired.has(id) || isOlder ? [] : [order];
  });
}

/** Until when a price is the next one for an order that waits for it: as long as one is valid. */
const waitsUntil = (slice: ContractsSlice, order: ContractOrder): number =>
  (order.closing_at ?? order.placed_at) + termsOfOrder(slice, order).stalenessMs;

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
