import type { ResultOf } from '@glasshouse/api';

export type SecurityState = ResultOf<'getUserInfo'>['security'];

/** What is recommended, the most urgent first. */
export const RECOMMENDED = ['email', 'factor', 'withdrawalPassword', 'recovery'] as const;
export type Recommended = (typeof RECOMMENDED)[number];

/** Fewer recovery codes than this are soon none. */
const RECOVERY_CODES_MIN = 3;

/** What is missing, in the order in which it should be done. */
export function missingOf(state: SecurityState): readonly Recommended[] {
  const isMissing: Readonly<Record<Recommended, boolean>> = {
    email: !state.emailBound,
    factor: !state.totp && state.passkeys === 0,
    withdrawalPassword: !state.withdrawalPassword,
    recovery: state.totp && state.recoveryCodesLeft < RECOVERY_CODES_MIN,
  };
  return RECOMMENDED.filter((step) => isMissing[step]);
}
