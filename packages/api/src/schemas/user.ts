import { Type } from 'typebox';
import { CREDENTIAL_CHANGES, PASSWORD_LENGTH_MAX, USER_ACCOUNT_KINDS } from '../constants.ts';
import { EMAIL_LENGTH_MAX, EMAIL_PATTERN } from '../email.ts';
import {
  amount,
  asset,
  book,
  identifier,
  language,
  list,
  nullable,
  PLAIN_TEXT,
  rate,
  strict,
  text,
  timestamp,
  words,
} from './common.ts';

export const username = () =>
  Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_.-]{2,31}$',
    maxLength: 32,
    'x-code': 'usernameWrong',
    description:
      'User name: a letter, then letters, digits, dots, dashes or underscores; 3 to 32 characters, case-insensitive.',
  });
export const email = () =>
  Type.String({
    pattern: EMAIL_PATTERN,
    maxLength: EMAIL_LENGTH_MAX,
    'x-typed': 'email',
    'x-code': 'emailWrong',
    'x-missing': 'enterAccount',
    description: 'Email address.',
  });
/** For login. Names registered under older rules must still pass, so only the length is checked. */
export const account = () =>
  Type.String({
    minLength: 1,
    maxLength: 254,
    pattern: PLAIN_TEXT,
    'x-typed': 'email',
    'x-missing': 'enterAccount',
    description: 'User name or email address.',
  });
/** The server checks the strength of a new password (11021), not this schema. */
export const password = (description = 'Password.') =>
  Type.String({
    minLength: 1,
    maxLength: PASSWORD_LENGTH_MAX,
    pattern: PLAIN_TEXT,
    'x-missing': 'enterPassword',
    description,
  });
export const verificationCode = () =>
  Type.String({
    pattern: '^[0-9]{6}$',
    maxLength: 6,
    'x-typed': 'code',
    'x-code': 'codeWrong',
    'x-missing': 'enterCode',
    description: 'Six-digit code sent by email.',
  });

export const KYC_STATES = ['none', 'pending', 'verified', 'notPassed'] as const;

export const user = strict({
  id: identifier('User number.'),
  username: nullable(words('User name; null for guests and users registered by email.')),
  email: nullable(words('Email address; null when none is bound.')),
  displayName: words('Name shown to the user.'),
  guest: Type.Boolean({ description: 'Created by "try the demo"; cannot log in until upgraded.' }),
  status: Type.Enum(['active', 'frozen', 'disabled']),
  statusReason: nullable(words('Why the account is frozen or disabled.')),
  language: language(),
  inviteCode: nullable(words('Code to invite friends with.')),
  createdAt: timestamp(),
});

export const loginResult = strict({
  token: words('Opaque session token; send it as `Authorization`.'),
  device: words('Token of this device. Sent with later logins, it keeps them apart from the guesses of strangers.'),
  expiresAt: timestamp('Expiry; use extends the session.'),
  user,
});

export const balance = strict({
  book: book(),
  asset: asset(),
  available: amount('Free to use.'),
  held: amount('Held for waiting orders.'),
  margin: amount('Margin of open positions.'),
  inOptions: amount('Stakes of unsettled options.'),
  plan: amount('In plans.'),
  collateral: amount('Pledged for loans.'),
  total: amount('Sum of the above.'),
  valueUsdt: nullable(amount('Total in USDT at the last price; null without a price.')),
});

const kycPart = strict({
  state: Type.Enum([...KYC_STATES]),
  reason: nullable(words('Why it was rejected.')),
  submittedAt: nullable(timestamp()),
  reviewBy: nullable(timestamp('Review due: 48 hours after submission.')),
});

export const userInfo = strict({
  user,
  books: strict({
    demo: Type.Enum(['open', 'disabled']),
    real: Type.Enum(['open', 'closed']),
  }),
  kyc: strict({ basic: kycPart, full: kycPart }),
  level: strict({
    level: Type.Integer({ minimum: 0, maximum: 5 }),
    fees30d: amount('Traded in the last 30 days, USDT.'),
    feeDiscount: rate('Share that the tier takes off trading fees.'),
  }),
  security: strict({
    hasPassword: Type.Boolean(),
    emailBound: Type.Boolean(),
    totp: Type.Boolean({ description: 'Login asks for a code of an authenticator app.' }),
    recoveryCodesLeft: Type.Integer({ minimum: 0, description: 'Unused recovery codes.' }),
    passkeys: Type.Integer({ minimum: 0 }),
    withdrawalPassword: Type.Boolean(),
    step: nullable(
      Type.Enum(['email', 'totp'], {
        description:
          'By which code withdrawals and a first withdrawal password are confirmed: an app serves a day after it was added.',
      }),
    ),
    withdrawalsBlockedUntil: nullable(timestamp('24 hours after a change of what protects the account.')),
    withdrawalsBlockedBy: nullable(Type.Enum([...CREDENTIAL_CHANGES], { description: 'The newest such change.' })),
    appServesFrom: nullable(
      timestamp('From when a new authenticator app confirms withdrawals; null when it does, or is off.'),
    ),
    sessions: Type.Integer({ minimum: 0, description: 'Logged-in devices.' }),
  }),
  balances: list(balance, 200),
  unread: strict({
    notifications: Type.Integer({ minimum: 0 }),
    announcements: Type.Integer({ minimum: 0 }),
    support: Type.Integer({ minimum: 0 }),
  }),
});

export const session = strict({
  id: identifier('Session number.'),
  device: words('Browser and system, from the user agent.'),
  address: words('IP address last used from.'),
  createdAt: timestamp(),
  lastSeenAt: timestamp(),
  expiresAt: timestamp(),
  current: Type.Boolean({ description: 'The session of this request.' }),
});

export const STATEMENT_REASON = () => text(64, 'Reason: `options.stake`, or all of a kind: `options`.');
/** One change of one of the user's accounts. A posting between two of them gives two lines. */
export const statementLine = strict({
  id: words('Unique: log sequence number, index within the entry, and side.'),
  seq: identifier('Command log entry.'),
  at: timestamp(),
  book: book(),
  asset: asset(),
  account: Type.Enum([...USER_ACCOUNT_KINDS]),
  amount: Type.String({ pattern: '^-?(?:0|[1-9][0-9]{0,13})(?:\\.[0-9]{1,8})?$', description: 'Signed change.' }),
  balanceAfter: amount('Balance of the account after this line.'),
  counterparty: words("The other account: `pool.options`, `fees`, or one of the user's own."),
  reason: words('Translation key: `options.stake`.'),
  ref: nullable(words('Order number.')),
});
