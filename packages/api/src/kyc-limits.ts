/** How far a person is identified, from nothing to everything. */
export const LIMIT_LEVELS = ['none', 'basic', 'full'] as const;
export type LimitLevel = (typeof LIMIT_LEVELS)[number];

/** Refusals of what a level does not allow: nothing before a check, or too little left. */
export const KYC_LIMIT_CODES = ['notVerified', 'identityLimitDay', 'identityLimitMonth', 'identityLimitTotal'] as const;

/** What each level limits on the real book. */
export const LIMIT_KINDS = ['deposit', 'trading', 'withdrawal', 'loan'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** The last 24 hours, the last 30 days, and everything ever. */
export const LIMIT_WINDOWS = ['day', 'month', 'total'] as const;
export type LimitWindow = (typeof LIMIT_WINDOWS)[number];

/** A limit as parameters name it: `deposit_day`. */
export type LimitName = `${LimitKind}_${LimitWindow}`;
export const LIMIT_NAMES: readonly LimitName[] = LIMIT_KINDS.flatMap((kind) =>
  LIMIT_WINDOWS.map((window): LimitName => `${kind}_${window}`),
);

/** USDT by name of the limit; a name that is missing is no limit, "0" allows nothing. */
export type LimitTable = { readonly [name: string]: string };
