import type { ResultOf } from '@glasshouse/api';
import { CUSTOMER } from '@glasshouse/app/testing/show.tsx';

type UserInfo = ResultOf<'getUserInfo'>;

const UNCHECKED = { state: 'none', reason: null, submittedAt: null, reviewBy: null } as const;

/** Somebody who registered by a user name: a password, and nothing else. */
export const SECURITY: UserInfo['security'] = {
  hasPassword: true,
  emailBound: false,
  totp: false,
  appServesFrom: null,
  recoveryCodesLeft: 0,
  passkeys: 0,
  withdrawalPassword: false,
  withdrawalsBlockedUntil: null,
  withdrawalsBlockedBy: null,
  step: null,
  sessions: 1,
};

/** Address, app and withdrawal password: nothing is missing. */
export const PROTECTED: UserInfo['security'] = {
  ...SECURITY,
  emailBound: true,
  totp: true,
  recoveryCodesLeft: 8,
  withdrawalPassword: true,
  step: 'totp',
};

export const userInfoOf = (
  security: UserInfo['security'] = SECURITY,
  user: Partial<UserInfo['user']> = {},
): UserInfo => ({
  user: { ...CUSTOMER, email: security.emailBound ? CUSTOMER.email : null, ...user },
  books: { demo: 'open', real: 'open' },
  kyc: { basic: UNCHECKED, full: UNCHECKED },
  level: { level: 0, fees30d: '0', feeDiscount: '0' },
  security,
  balances: [],
  unread: { notifications: 0, announcements: 0, support: 0 },
});
