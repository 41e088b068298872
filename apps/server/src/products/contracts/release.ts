import { amountOf } from '@glasshouse/rules/money';
import type { CoreState, Tick } from '../../kernel/core/types.ts';
import { liveOrdersOf } from '../../trading/live-orders.ts';
import { ended } from './close.ts';
import { accountsOf, type ContractEffects } from './contract-effects.ts';
import type { ContractOrder } from './rows.ts';
import { contractsOf } from './slice.ts';

/** Returns the hold of a waiting order. */
export function release(effects: ContractEffects, order: ContractOrder): void {
  const { available, held } = accountsOf(order);
  effects.post({ from: held, to: available, amount: amountOf(order.held), reason: 'contracts.release', order });
}

/**
 * One of a group has opened: the others are cancelled at the same tick. One that this tick has hit
 * as well comes too late.
 */
export function cancelOthers(
  state: CoreState,
  effects: ContractEffects,
  { order, tick }: { readonly order: ContractOrder; readonly tick: Tick },
): ContractOrder[] {
  if (order.oco_group === null) return [];
  const others = liveOrdersOf(contractsOf(state), order.user_id, order.book).flatMap((candidate) => {
    if (candidate.id === order.id || candidate.oco_group !== order.oco_group) return [];
    const current = effects.current(candidate);
    return current?.state === 'waiting' ? [current] : [];
  });
  for (const sibling of others) {
    release(effects, sibling);
    effects.step(sibling, 'cancelled', tick, { lots: sibling.open_lots });
    effects.save(ended(sibling, { state: 'cancelled', by: 'oco', effects }), tick);
  }
  return others;
}
