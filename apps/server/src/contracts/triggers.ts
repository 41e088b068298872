import type { CommandInput, CoreState, Json, Tick } from '../core/types.ts';
import { boundaryAfter } from './nights.ts';
import { TRIGGER_KINDS, type TriggerKind } from './price-levels.ts';
import { type ContractsSlice, contractsOf } from './slice.ts';

/** Orders in one internal command: keeps a log entry readable and one application short. */
const ORDERS_PER_COMMAND = 250;
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
    return chunked(slice, COMMANDS[kind], ids, (orders) => ({ ...body, orders }));
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
  return chunked(slice, 'contracts.finance', due, (orders) => ({ orders }), `:${at}`);
}

/** Orders of the two books never share a command: a command belongs to one book. */
function chunked(
  slice: ContractsSlice,
  type: string,
  ids: readonly number[],
  bodyOf: (orders: readonly number[]) => Json,
  suffix = '',
): CommandInput[] {
  const commands: CommandInput[] = [];
  for (const book of ['demo', 'real'] as const) {
    const own = ids.filter((id) => slice.orders.get(id)?.book === book);
    for (let start = 0; start < own.length; start += ORDERS_PER_COMMAND) {
      const orders = own.slice(start, start + ORDERS_PER_COMMAND);
      commands.push({ id: `${type}:${orders[0]}${suffix}`, userId: 0, book, type, body: bodyOf(orders) });
    }
  }
  return commands;
}
