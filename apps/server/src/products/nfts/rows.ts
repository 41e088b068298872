import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';

export type NftText = { readonly name: string; readonly text: string };
/** By language. */
export type Texts = { readonly [language: string]: NftText };

/** A row of `charities`. */
export type Charity = {
  readonly id: number;
  /** What it is written in: shown where a translation is missing. */
  readonly language: string;
  readonly texts: Texts;
  readonly registration: string | null;
  readonly website: string | null;
  /** Something of it was on sale. */
  readonly opened: boolean;
  readonly raised: string;
  readonly paid: string;
  readonly made_at: number;
};

export type ListingState = 'draft' | 'onSale' | 'offSale' | 'ended';

/** A row of `nft_listings`. */
export type Listing = {
  readonly id: number;
  readonly charity: number;
  readonly language: string;
  readonly texts: Texts;
  readonly image: string;
  readonly image_sha256: string;
  readonly asset: string;
  readonly price: string;
  readonly supply: number;
  readonly sold: number;
  readonly raised: string;
  readonly state: ListingState;
  /** Of what buyers are promised; null before it was first on sale. */
  readonly digest: string | null;
  readonly made_at: number;
  readonly opened_at: number | null;
  readonly ended_at: number | null;
};

/** A row of `nft_purchases`; its serials follow each other. */
export type Purchase = {
  readonly id: number;
  readonly listing: number;
  readonly charity: number;
  readonly user_id: number;
  readonly book: Book;
  readonly serial: number;
  readonly quantity: number;
  readonly price: string;
  readonly paid: string;
  readonly digest: string;
  readonly at: number;
};

/** A row of `nft_payouts`. */
export type Payout = {
  readonly id: number;
  readonly charity: number;
  readonly asset: string;
  readonly amount: string;
  readonly reference: string;
  readonly paid_on: string;
  readonly proof: string;
  readonly proof_sha256: string;
  readonly at: number;
};

export const CHARITIES_TABLE = {
  table: 'charities',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    language: 'text',
    texts: 'jsonb',
    registration: 'text',
    website: 'text',
    opened: 'boolean',
    raised: 'numeric',
    paid: 'numeric',
    made_at: 'timestamptz',
  },
  fixed: ['made_at'],
  live: 'true',
} as const satisfies TableSpec<Charity>;

export const LISTINGS_TABLE = {
  table: 'nft_listings',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    charity: 'bigint',
    language: 'text',
    texts: 'jsonb',
    image: 'text',
    image_sha256: 'text',
    asset: 'text',
    price: 'numeric',
    supply: 'integer',
    sold: 'integer',
    raised: 'numeric',
    state: 'text',
    digest: 'text',
    made_at: 'timestamptz',
    opened_at: 'timestamptz',
    ended_at: 'timestamptz',
  },
  fixed: ['made_at'],
  live: 'true',
} as const satisfies TableSpec<Listing>;

export const PURCHASES_TABLE = {
  table: 'nft_purchases',
  key: ['id'],
  born: 'appended',
  columns: {
    id: 'bigint',
    listing: 'bigint',
    charity: 'bigint',
    user_id: 'bigint',
    book: 'text',
    serial: 'integer',
    quantity: 'integer',
    price: 'numeric',
    paid: 'numeric',
    digest: 'text',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<Purchase>;

export const PAYOUTS_TABLE = {
  table: 'nft_payouts',
  key: ['id'],
  born: 'appended',
  columns: {
    id: 'bigint',
    charity: 'bigint',
    asset: 'text',
    amount: 'numeric',
    reference: 'text',
    paid_on: 'text',
    proof: 'text',
    proof_sha256: 'text',
    at: 'timestamptz',
  },
  live: 'false',
} as const satisfies TableSpec<Payout>;

export const charityChange = (row: Charity): RowChange => changeOf(CHARITIES_TABLE, row);
export const listingChange = (row: Listing): RowChange => changeOf(LISTINGS_TABLE, row);
