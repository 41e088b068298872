import { figureOf } from '../../figures/in-force.ts';
import { internalCommands } from '../../kernel/internal-commands.ts';
import type { CommandInput, CoreState, Tick } from '../../kernel/types.ts';
import { nextFinancingAt } from './financing-schedule.ts';
import type { ContractOrder } from './order.ts';
import { type ContractsSlice, contractsOf, termsOfOrder } from './slice.ts';
import type { TriggerKind } from './trigger-index.ts';

/**
 * Entries looked at per time event, those of positions that have ended included, so that ticks get
 * their turn between the rounds of a busy day.
 */
const LOOKED_PER_ROUND = 2_000;

const COMMANDS: Readonly<Record<TriggerKind, string>> = {
  liquidation: 'contracts.liquidate',
  stopLoss: 'contracts.fire',
  takeProfit: 'contracts.fire',
  limit: 'contracts.open',
};

/**
 * What a tick fires on its instrument: liquidations, stops, targets, closes that were asked for,
 * then market and limit orders. An order is in one command at most, and one opened by this tick can
 * be closed by the next one at the earliest.
 */
export function onTick(state: CoreState, tick: Tick): CommandInput[] {
  const slice = contractsOf(state);
  const fired = slice.triggers.get(tick.code)?.take(tick) ?? [];
  const next = nextOf(slice, tick, new Set(fired.map(({ id }) => id)));
  if (fired.length === 0 && next.length === 0) return [];
  const commandsFor = (kind: TriggerKind): CommandInput[] => {
    const ids = fired.filter((one) => one.kind === kind).map(({ id }) => id);
    return internalCommands(ids, {
      type: COMMANDS[kind],
      live: slice.orders,
      bodyOf: (orders) => ({ tick, by: kind, orders }),
    });
  };
  const closing = next.filter(({ state }) => state === 'open').map(({ id }) => id);
  const opening = next.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const { orders: live } = slice;
  return [
    ...(['liquidation', 'stopLoss', 'takeProfit'] as const).flatMap(commandsFor),
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
    ...commandsFor('limit'),
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

/** Financing that is due, and limit orders that have waited too long. */
export function onTime(state: CoreState, at: number): CommandInput[] {
  const waited = waitingDue(state, at);
  const { orders: live } = contractsOf(state);
  const given = internalCommands(waited, { type: 'contracts.expire', live, bodyOf: (orders) => ({ orders }) });
  // After an outage a market order is both, and ends once.
  return [...financingDue(state, at), ...given, ...lapsed(state, at, new Set(waited))];
}

/** What waited for a tick for longer than a price stays fresh. */
function lapsed(state: CoreState, at: number, ended: ReadonlySet<number>): CommandInput[] {
  const slice = contractsOf(state);
  const due: number[] = [];
  for (const ids of slice.next.values()) {
    for (const id of ids) {
      if (LOOKED_PER_ROUND <= due.length) break;
      if (ended.has(id)) continue;
      const order = slice.orders.get(id) as ContractOrder;
      if ((order.closing_at ?? order.placed_at) + termsOfOrder(slice, order).stalenessMs < at) due.push(id);
    }
  }
  return internalCommands(due, {
    type: 'contracts.expire',
    live: slice.orders,
    bodyOf: (orders) => ({ orders }),
    suffix: `:${at}`,
  });
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
