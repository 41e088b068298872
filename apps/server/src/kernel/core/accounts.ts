import type { USER_ACCOUNT_KINDS } from '@glasshouse/api/constants';
import type { AccountKey, AccountScope, Book } from './types.ts';

interface AccountKind {
  readonly owner: 'user' | 'house';
  /** Only what came from, or went to, the outside may be owed, and play money. */
  readonly mayBeNegative?: true;
}

/**
 * Every kind of account. A user's are also part of the API: its list and this one must agree to
 * compile.
 */
const ACCOUNT_KINDS = {
  /** Free to use. */
  available: { owner: 'user' },
  /** Held for waiting orders and open options. */
  held: { owner: 'user' },
  /** Margin of open contracts. */
  margin: { owner: 'user' },
  plan: { owner: 'user' },
  collateral: { owner: 'user' },
  fees: { owner: 'house' },
  /** The operator's own money, not behind any promise. */
  capital: { owner: 'house' },
  /** The outside: money that really came or went, and nothing else. */
  external: { owner: 'house', mayBeNegative: true },
  /** Where play money comes from: demo balances, and the house's funds on seeded books. */
  playMoney: { owner: 'house', mayBeNegative: true },
  /** Passes trades between users; empty after every command. */
  clearing: { owner: 'house' },
  'pool.options': { owner: 'house' },
  /** Profits promised on live options. */
  'reserve.options': { owner: 'house' },
  'pool.contracts': { owner: 'house' },
  /** Pays the pool what a gap costs beyond a position's margin. */
  'pool.insurance': { owner: 'house' },
  /** The house's side of spot fills and conversions. */
  'pool.liquidity': { owner: 'house' },
  /** Lent to people against a pledge. */
  'pool.lending': { owner: 'house' },
  /** Promised by open quotes. */
  'reserve.convert': { owner: 'house' },
} as const satisfies Readonly<Record<UserKind, { readonly owner: 'user' }>> & Readonly<Record<string, AccountKind>>;

export type UserKind = (typeof USER_ACCOUNT_KINDS)[number];
/** Of a plan: what operators funded for its yield, and what of that is promised. */
type PlanKind = `${'pool' | 'reserve'}.plan${number}`;
/** `charity.<number>`: what was given to one charity and not paid out to it yet. */
type CharityKind = `charity.${number}`;
export type HouseKind = Exclude<keyof typeof ACCOUNT_KINDS, UserKind> | PlanKind | CharityKind;

export const userAccount = (userId: number, book: Book, asset: string, kind: UserKind): AccountKey =>
  `u${userId}/${book}/${asset}/${kind}` as AccountKey;

export const houseAccount = (book: Book, asset: string, kind: HouseKind): AccountKey =>
  `house/${book}/${asset}/${kind}` as AccountKey;

export interface AccountParts extends AccountScope {
  /** 0 is the house. */
  readonly owner: number;
  readonly kind: string;
}

export function partsOf(key: AccountKey): AccountParts {
  const [, book, asset, kind] = key.split('/') as [string, Book, string, string];
  return { owner: ownerOf(key), book, asset, kind };
}

export function keyOf(parts: AccountParts): AccountKey {
  const owner = parts.owner === 0 ? 'house' : `u${parts.owner}`;
  return `${owner}/${parts.book}/${parts.asset}/${parts.kind}` as AccountKey;
}

export function ownerOf(key: AccountKey): number {
  return key.startsWith('house/') ? 0 : Number.parseInt(key.slice(1), 10);
}

/** No account may be negative unless its kind says so, nor one of an unlisted kind. */
export function mayBeNegative({ owner, kind }: AccountParts): boolean {
  const known: AccountKind | undefined = (ACCOUNT_KINDS as Readonly<Record<string, AccountKind>>)[kind];
  return owner === 0 && known?.owner === 'house' && known.mayBeNegative === true;
}

/** One per book and asset. */
const scopes = new Map<string, AccountScope>();

/** Book and asset of an account as one shared object, compared by identity instead of text. */
export function scopeOf({ book, asset }: AccountScope): AccountScope {
  const name = `${book}/${asset}`;
  let scope = scopes.get(name);
  if (scope === undefined) {
    scope = { book, asset };
    scopes.set(name, scope);
  }
  return scope;
}
