import type { LimitKind } from '@glasshouse/api/kyc-limits';
import { notOwned } from '../kernel/core/effects.ts';
import { sliceOf } from '../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../kernel/core/types.ts';
import type { DepositHold, Usage } from './rows.ts';

export const KYC_LEVELS_MODULE = { name: 'identityLevels' } as const;

export type KycLevelRows = { readonly identity_usage: Usage; readonly deposit_holds: DepositHold };

export interface KycLevelsSlice {
  /** By `kind:user`; a row of at most 25 hours and 31 days for each. */
  readonly usage: Map<string, Usage>;
  /** Deposits that are held, by number. */
  readonly holds: Map<number, DepositHold>;
  readonly holdsByUser: Map<number, Set<number>>;
}

export const usageKey = (userId: number, kind: LimitKind): string => `${kind}:${userId}`;

export const emptySlice = (): KycLevelsSlice => ({ usage: new Map(), holds: new Map(), holdsByUser: new Map() });

export const levelsOf = (state: CoreState): KycLevelsSlice => sliceOf<KycLevelsSlice>(state, KYC_LEVELS_MODULE);

export function reduce(slice: KycLevelsSlice, change: ChangeOf<KycLevelRows>): void {
  switch (change.table) {
    case 'identity_usage':
      slice.usage.set(usageKey(change.row.user_id, change.row.kind), change.row);
      return;
    case 'deposit_holds':
      reduceHold(slice, change.row);
      return;
    default:
      notOwned(KYC_LEVELS_MODULE.name, change);
  }
}

function reduceHold(slice: KycLevelsSlice, hold: DepositHold): void {
  const mine = slice.holdsByUser.get(hold.user_id) ?? new Set<number>();
  if (hold.closed_at === null) {
    slice.holds.set(hold.deposit, hold);
    slice.holdsByUser.set(hold.user_id, mine.add(hold.deposit));
    return;
  }
  slice.holds.delete(hold.deposit);
  mine.delete(hold.deposit);
  if (mine.size === 0) slice.holdsByUser.delete(hold.user_id);
}

/** The hold of a deposit, while there is one; also where a part of the core runs without limits. */
export const holdOf = (state: CoreState, deposit: number): DepositHold | undefined =>
  state.slices.has(KYC_LEVELS_MODULE.name) ? levelsOf(state).holds.get(deposit) : undefined;
