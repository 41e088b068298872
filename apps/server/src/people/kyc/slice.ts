import { notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import { KYC } from '../../kyc-levels/standing.ts';
import type { KycCase, KycLevel, KycRows, KycStanding, KycState } from './rows.ts';

export { KYC } from '../../kyc-levels/standing.ts';

export interface KycSlice {
  readonly pending: Map<number, KycCase>;
  readonly standings: Map<number, KycStanding>;
}

export const emptySlice = (): KycSlice => ({ pending: new Map(), standings: new Map() });

export const kycOf = (state: CoreState): KycSlice => sliceOf<KycSlice>(state, KYC);

const NEVER = { state: 'none', case: null, attempts: 0, since: null } as const;

/** A person's standing at one level. */
export interface LevelStanding {
  readonly state: KycState;
  readonly case: number | null;
  readonly attempts: number;
  readonly since: number | null;
}

export function levelOf(standing: KycStanding | undefined, level: KycLevel): LevelStanding {
  if (standing === undefined) return NEVER;
  return {
    state: standing[`${level}_state`],
    case: standing[`${level}_case`],
    attempts: standing[`${level}_attempts`],
    since: standing[`${level}_since`],
  };
}

export function withLevel(
  standing: KycStanding | undefined,
  key: { readonly userId: number; readonly level: KycLevel },
  next: LevelStanding,
): KycStanding {
  const before: KycStanding = standing ?? {
    user_id: key.userId,
    basic_state: 'none',
    basic_case: null,
    basic_attempts: 0,
    basic_since: null,
    full_state: 'none',
    full_case: null,
    full_attempts: 0,
    full_since: null,
  };
  const { state, case: id, attempts, since } = next;
  return key.level === 'basic'
    ? { ...before, basic_state: state, basic_case: id, basic_attempts: attempts, basic_since: since }
    : { ...before, full_state: state, full_case: id, full_attempts: attempts, full_since: since };
}

export function reduce(slice: KycSlice, change: ChangeOf<KycRows>): void {
  switch (change.table) {
    case 'kyc_cases':
      if (change.row.state === 'pending') slice.pending.set(change.row.id, change.row);
      else slice.pending.delete(change.row.id);
      return;
    case 'kyc_states':
      slice.standings.set(change.row.user_id, change.row);
      return;
    case 'kyc_assessments':
    case 'kyc_erasures':
    case 'kyc_shares':
    case 'kyc_withdrawals':
      return;
    default:
      notOwned(KYC.name, change);
  }
}
