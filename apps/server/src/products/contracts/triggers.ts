import { internalCommands } from '../../kernel/internal-commands.ts';
import type { CommandInput, CoreState, Tick } from '../../kernel/types.ts';
import { nextFinancingAt } from './financing-schedule.ts';
import { contractsOf } from './slice.ts';
import { TRIGGER_KINDS, type TriggerKind } from './trigger-index.ts';

/**
 * Positions charged per time event, so that ticks get their turn between the rounds of a busy day.
 */
const FINANCED_PER_ROUND = 2_000;

const COMMANDS: Readonly<Record<TriggerKind, string>> = {
  liquidation: 'contracts.liquidate',
  stopLoss: 'contracts.fire',
  takeProfit: 'contracts.fire',
  limit: 'contracts.open',
};

/**
 * What a tick fires on its instrument: liquidations, stops, targets, then limit orders. An order is
 * in one command at most, and one opened by this tick can be closed by the next one at the
 * earliest.
 */
export function onTick(state: CoreState, tick: Tick): CommandInput[] {
  const slice = contractsOf(state);
  const fired = slice.triggers.get(tick.code)?.take(tick);
  if (fired === undefined || fired.length === 0) return [];
  return TRIGGER_KINDS.flatMap((kind) => {
    const ids = fired.filter((one) => one.kind === kind).map(({ id }) => id);
    return internalCommands(ids, {
      type: COMMANDS[kind],
      live: slice.orders,
      bodyOf: (orders) => ({ tick, by: kind, orders }),
    });
  });
}

/** Financing that is due. Positions that have ended are skipped. */
export function onTime(state: CoreState, at: number): CommandInput[] {
  const slice = contractsOf(state);
  const due: number[] = [];
  while (slice.financingDue.peekKey() <= at && due.length < FINANCED_PER_ROUND) {
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
