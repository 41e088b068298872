import type { ContentKind } from '@glasshouse/api/schemas/content';
import type { TableSpec } from '../kernel/core/types.ts';

export type ContentText = { readonly title: string; readonly content: string };
/** By language. */
export type Texts = { readonly [language: string]: ContentText };

/** A row of `content_items`. */
export type Item = {
  readonly id: number;
  readonly kind: ContentKind;
  readonly type: number;
  readonly category: string | null;
  /** The last that was published. */
  readonly version: number;
};

export const ITEMS_TABLE = {
  table: 'content_items',
  key: ['id'],
  columns: { id: 'bigint', kind: 'text', type: 'integer', category: 'text', version: 'integer' },
  live: 'true',
} as const satisfies TableSpec<Item>;

/** A row of `content_versions`. */
export type Version = {
  readonly item: number;
  readonly version: number;
  readonly seq: number;
  readonly kind: ContentKind;
  readonly type: number;
  readonly category: string | null;
  /** Empty: withdrawn. */
  readonly texts: Texts;
  readonly hash: string;
  readonly from_at: number;
  readonly until_at: number | null;
  readonly published_at: number;
  readonly published_by: number;
};

export const VERSIONS_TABLE = {
  table: 'content_versions',
  key: ['item', 'version'],
  born: 'appended',
  columns: {
    item: 'bigint',
    version: 'integer',
    seq: 'bigint',
    kind: 'text',
    type: 'integer',
    category: 'text',
    texts: 'jsonb',
    hash: 'text',
    from_at: 'timestamptz',
    until_at: 'timestamptz',
    published_at: 'timestamptz',
    published_by: 'bigint',
  },
  live: 'false',
} as const satisfies TableSpec<Version>;
