import type { LimitLevel } from '@glasshouse/api/kyc-limits';
import { sliceOf } from '../kernel/core/state.ts';
import type { CoreState, TableSpec } from '../kernel/core/types.ts';

/** The module of identity checks, whose standings decide here what a person may do. */
export const KYC = { name: 'kyc' } as const;

export type KycLevel = 'basic' | 'full';
export type KycState = 'none' | 'pending' | 'verified' | 'notPassed';

/** Where a person stands. `since`: when the state was entered. */
export type KycStanding = {
  readonly user_id: number;
  readonly basic_state: KycState;
  readonly basic_case: number | null;
  readonly basic_attempts: number;
  readonly basic_since: number | null;
  readonly full_state: KycState;
  readonly full_case: number | null;
  readonly full_attempts: number;
  readonly full_since: number | null;
};

export const STANDINGS_TABLE = {
  table: 'kyc_states',
  key: ['user_id'],
  columns: {
    user_id: 'bigint',
    basic_state: 'text',
    basic_case: 'bigint',
    basic_attempts: 'integer',
    basic_since: 'timestamptz',
    full_state: 'text',
    full_case: 'bigint',
    full_attempts: 'integer',
    full_since: 'timestamptz',
  },
  live: 'true',
} as const satisfies TableSpec<KycStanding>;

interface Standings {
  readonly standings: ReadonlyMap<number, KycStanding>;
}

/** The full check counts only with the basic one. */
export function levelOfStanding(standing: KycStanding | undefined): LimitLevel {
  if (standing?.basic_state !== 'verified') return 'none';
  return standing.full_state === 'verified' ? 'full' : 'basic';
}

/** How far the person is identified. */
export const identityOf = (state: CoreState, userId: number): LimitLevel =>
  levelOfStanding(sliceOf<Standings>(state, KYC).standings.get(userId));

/** The basic check that says who the person is, and since when it does. */
export function verifiedBy(
  state: CoreState,
  userId: number,
): { readonly case: number; readonly since: number } | undefined {
  const standing = sliceOf<Standings>(state, KYC).standings.get(userId);
  if (standing?.basic_state !== 'verified') return undefined;
  const { basic_case, basic_since } = standing;
  return basic_case === null || basic_since === null ? undefined : { case: basic_case, since: basic_since };
}
