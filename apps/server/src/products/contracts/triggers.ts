import { internalCommands } from '../../kernel/internal-commands.ts';
import type { CommandInput, CoreState, Json, Tick } from '../../kernel/types.ts';
import { boundaryAfter } from './financing-schedule.ts';
import { contractsOf } from './slice.ts';
import { TRIGGER_KINDS, type TriggerKind } from './trigger-index.ts';

/** Positions charged in one round of time, so that a night of many positions leaves room for ticks between the rounds. */
const FINANCED_PER_ROUND = 2_000;

const COMMANDS: Readonly<Record<TriggerKind, string>> = {
  liquidation: 'contracts.liquidate',
  stopLoss: 'contracts.fire',
  takeProfit: 'contracts.fire',
  limit: 'contracts.open',
};

/**
 * What a tick fires on its instrument: liquidations, stops, targets, then limit orders that open. An order is in one
 * command at most, and one that opens by this tick can be closed by the next one at the earliest.
 */
export function onTick(state: CoreState, tick: Tick): CommandInput[] {
  const slice = contractsOf(state);
  const fired = slice.levels.get(tick.code)?.take(tick);
  if (fired === undefined || fired.length === 0) return [];
  return TRIGGER_KINDS.flatMap((kind) => {
    const ids = fired.filter((one) => one.kind === kind).map(({ id }) => id);
    const body = { tick: tick as unknown as Json, by: kind };
    return internalCommands(ids, {
      type: COMMANDS[kind],
      live: slice.orders,
      bodyOf: (orders) => ({ ...body, orders }),
    });
  });
}

/** Nights that are due. Positions that ended in the meantime are passed over. */
export function onTime(state: CoreState, at: number): CommandInput[] {
  const slice = contractsOf(state);
  const due: number[] = [];
  while (slice.nights.peekKey() <= at && due.length < FINANCED_PER_ROUND) {
    const boundary = slice.nights.peekKey();
    const id = slice.nights.pop() as number;
    const night = slice.orders.get(id)?.financed_night ?? null;
    // An order that was charged on the way (by a partial close) has an entry of its own for the next night.
    if (night !== null && boundaryAfter(night) === boundary) due.push(id);
  }
  return internalCommands(due, {
    type: 'contracts.finance',
    live: slice.orders,
    bodyOf: (orders) => ({ orders }),
    suffix: `:${at}`,
  });
}
