import type { AccountKey, AccountScope, Book } from './types.ts';

export const USER_KINDS = ['available', 'held', 'margin', 'plan', 'collateral'] as const;
export type UserKind = (typeof USER_KINDS)[number];

/** House kinds: plain ones, and named pools with what is reserved out of them. */
export type HouseKind = 'fees' | 'capital' | 'external' | 'clearing' | `pool.${string}` | `reserve.${string}`;

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

/** Only money that came from, or went to, the outside may be owed: every other account holds what it has. */
export const mayBeNegative = (key: AccountKey): boolean => key.startsWith('house/') && key.endsWith('/external');

/** As many as there are assets on the books. */
const scopes = new Map<string, AccountScope>();

/** Book and asset of an account, the same object for all accounts of the two, so that they are compared without reading text. */
export function scopeOf({ book, asset }: AccountScope): AccountScope {
  const name = `${book}/${asset}`;
  let scope = scopes.get(name);
  if (scope === undefined) {
    scope = { book, asset };
    scopes.set(name, scope);
  }
  return scope;
}
