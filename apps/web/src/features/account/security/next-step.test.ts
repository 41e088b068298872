import { expect, test } from 'vitest';
import { missingOf, type SecurityState } from './next-step.ts';

const COMPLETE: SecurityState = {
  hasPassword: true,
  emailBound: true,
  totp: true,
  recoveryCodesLeft: 10,
  passkeys: 0,
  withdrawalPassword: true,
  step: 'totp',
  withdrawalsBlockedUntil: null,
  withdrawalsBlockedBy: null,
  appServesFrom: null,
  sessions: 1,
};

test.each<[string, Partial<SecurityState>, readonly string[]]>([
  ['everything is in place', {}, []],
  ['a passkey does instead of the app', { totp: false, recoveryCodesLeft: 0, passkeys: 1 }, []],
  ['neither app nor passkey', { totp: false, recoveryCodesLeft: 0 }, ['factor']],
  ['few recovery codes', { recoveryCodesLeft: 2 }, ['recovery']],
  [
    'a new account',
    { emailBound: false, totp: false, withdrawalPassword: false },
    ['email', 'factor', 'withdrawalPassword'],
  ],
])('%s', (_name, change, missing) => {
  expect(missingOf({ ...COMPLETE, ...change })).toEqual(missing);
});
