import { Type } from 'typebox';
import { PASSWORD_LENGTH_MAX, USER_ACCOUNT_KINDS } from '../constants.ts';
import { amount, asset, book, identifier, language, list, nullable, strict, text, timestamp, words } from './common.ts';

export const username = () =>
  Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_.-]{2,31}$',
    maxLength: 32,
    'x-code': 'usernameWrong',
    description:
      'User name: a letter, then letters, digits, dot, dash or underscore; 3 to 32 in all. Case does not matter.',
  });
export const email = () =>
  Type.String({
    pattern:
      "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,8}$",
    maxLength: 254,
    'x-code': 'emailWrong',
    'x-missing': 'enterAccount',
    description: 'Email address.',
  });
/** At login: whatever the user chose long ago must still pass, so only its length is bounded. */
export const account = () =>
  Type.String({
    minLength: 1,
    maxLength: 254,
    'x-missing': 'enterAccount',
    description: 'User name or email address.',
  });
/** The strength of a new password is judged by the server (11021), not by this schema. */
export const password = (description = 'Password.') =>
  Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX, 'x-missing': 'enterPassword', description });
export const verificationCode = () =>
  Type.String({
    pattern: '^[0-9]{6}$',
    maxLength: 6,
    'x-code': 'codeWrong',
    'x-missing': 'enterCode',
    description: 'The six digits that were sent by email.',
  });

export const KYC_STATES = ['none', 'pending', 'verified', 'notPassed'] as const;

export const user = strict({
  id: identifier('Number of the user.'),
  username: nullable(words('User name; null for a guest and for those who registered by email.')),
  email: nullable(words('Email address; null when none is bound.')),
  displayName: words('What the page calls this person.'),
  guest: Type.Boolean({ description: 'Made by "try the demo"; has no login until upgraded.' }),
  status: Type.Enum(['active', 'frozen', 'disabled']),
  statusReason: nullable(words('Why the account is frozen or disabled.')),
  language: language(),
  inviteCode: nullable(words('What this user gives to friends.')),
  createdAt: timestamp(),
});

export const loginResult = strict({
  token: words('Opaque session token; send it as `Authorization`.'),
  expiresAt: timestamp('The session ends at this moment unless it is used.'),
  user,
});

export const balance = strict({
  book: book(),
  asset: asset(),
  available: amount('Free to use.'),
  held: amount('Held for orders that wait.'),
  margin: amount('Margin of open positions.'),
  inOptions: amount('Stakes of options that are not settled.'),
  plan: amount('In plans.'),
  collateral: amount('Pledged for loans.'),
  total: amount('Sum of the above.'),
  valueUsdt: nullable(amount('Total at the last price, in USDT; null when there is no price.')),
});

const kycPart = strict({
  state: Type.Enum([...KYC_STATES]),
  reason: nullable(words('Why it was not passed.')),
  submittedAt: nullable(timestamp()),
  reviewBy: nullable(timestamp('When the review is due: 48 hours after it was submitted.')),
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
    volume30d: amount('Traded in the last 30 days, USDT.'),
  }),
  security: strict({
    hasPassword: Type.Boolean(),
    emailBound: Type.Boolean(),
    totp: Type.Boolean(),
    passkeys: Type.Integer({ minimum: 0 }),
    withdrawalPassword: Type.Boolean(),
    sessions: Type.Integer({ minimum: 0, description: 'Devices that are logged in.' }),
  }),
  balances: list(balance, 200),
  unread: strict({
    notifications: Type.Integer({ minimum: 0 }),
    announcements: Type.Integer({ minimum: 0 }),
    support: Type.Integer({ minimum: 0 }),
  }),
});

export const session = strict({
  id: identifier('Number of the session.'),
  device: words('Browser and system, as told by the user agent.'),
  address: words('Network address it was last used from.'),
  createdAt: timestamp(),
  lastSeenAt: timestamp(),
  expiresAt: timestamp(),
  current: Type.Boolean({ description: 'The session that asks.' }),
});

export const STATEMENT_REASON = () => text(64, 'Why: `options.stake`, or all of a kind: `options`.');
/** One change of one of the user's accounts. A posting between two own accounts gives two lines. */
export const statementLine = strict({
  id: words('Unique: log sequence, place in it, and side.'),
  seq: identifier('Entry of the command log that made it.'),
  at: timestamp(),
  book: book(),
  asset: asset(),
  account: Type.Enum([...USER_ACCOUNT_KINDS]),
  amount: Type.String({ pattern: '^-?(?:0|[1-9][0-9]{0,13})(?:\\.[0-9]{1,8})?$', description: 'Signed change.' }),
  balanceAfter: amount('Balance of that account after the line.'),
  counterparty: words("The other account: `pool.options`, `fees`, or one of the user's own."),
  reason: words('Key that the page translates: `options.stake`.'),
  ref: nullable(words('What it belongs to: the number of an order.')),
});
