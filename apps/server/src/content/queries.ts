import { DEFAULT_LANGUAGE, type Language } from '@glasshouse/api/constants';
import type { ContentKind } from '@glasshouse/api/schemas/content';
import { LRUCache } from 'lru-cache';
import { isoTime } from '../kernel/core/iso-time.ts';
import type { Pool } from '../platform/postgres.ts';
import { DEFAULT_ITEMS, DEFAULTS_AT, defaultHash, defaultText, type FaqCategory } from './defaults.ts';
import { type Block, readMarkdown } from './markdown.ts';
import { type Fill, filled, fillOf, readSiteFigures } from './placeholders.ts';
import type { ContentText, Version } from './rows.ts';

const ITEMS_MAX = 1_100;
/** However many ask, a language is read once in this time. */
const SHOWN_MS = 1_000;
/** Parsed texts that are kept. */
const PARSED_MAX = 500;

/** What readers of one language see now. */
export interface PublishedItem {
  readonly id: number;
  readonly kind: ContentKind;
  readonly type: 1 | 2 | 3;
  readonly category: FaqCategory | null;
  readonly language: Language;
  readonly text: ContentText;
  readonly version: number;
  readonly seq: number | null;
  readonly hash: string;
  /** Since when it is shown; null: as the release has it. */
  readonly at: number | null;
}

export interface Site {
  readonly shown: readonly PublishedItem[];
  readonly fill: Fill;
}

type Row = Omit<Version, 'texts' | 'published_by'> & {
  readonly own: ContentText | null;
  readonly english: ContentText | null;
};

const parsed = new LRUCache<string, readonly Block[]>({ max: PARSED_MAX });

/** The blocks of a text, with figures in place. */
export function blocksOf(text: string, fill: Fill): Block[] {
  const known = parsed.get(text) ?? readMarkdown(text).blocks;
  parsed.set(text, known);
  return filled(known, fill);
}

/**
 * The version that decides is the highest that has begun. Ended or withdrawn, it is not replaced by
 * one from before; only a document of the release comes back, so that there are always terms.
 */
async function read(pool: Pool, language: Language, now: number): Promise<Site> {
  const [figures, { rows }] = await Promise.all([
    readSiteFigures(pool),
    pool.query<Row>(
      `select distinct on (item) item, version, seq, kind, type, category, hash, texts -> $1 as own, texts -> $2 as english,
              (extract(epoch from from_at) * 1000)::bigint as from_at,
              (extract(epoch from until_at) * 1000)::bigint as until_at
         from content_versions where from_at <= to_timestamp($3 / 1000.0) order by item, version desc limit ${ITEMS_MAX}`,
      [language, DEFAULT_LANGUAGE, now],
    ),
  ]);
  const published = new Map(rows.map((row) => [row.item, row]));
  const standard = DEFAULT_ITEMS.flatMap((item): PublishedItem[] => {
    const row = published.get(item.id);
    published.delete(item.id);
    const own = row === undefined ? undefined : shownOf(row, language, now);
    if (own !== undefined) return [own];
    if (row !== undefined && item.kind !== 'document') return [];
    const text = defaultText(item.id, language);
    return [{ ...item, language, text, version: 0, seq: null, hash: defaultHash(item.id), at: null }];
  });
  const own = [...published.values()].flatMap((row) => shownOf(row, language, now) ?? []);
  return { shown: [...standard, ...own], fill: fillOf(figures, language) };
}

function shownOf(row: Row, language: Language, now: number): PublishedItem | undefined {
  const text = row.own ?? row.english;
  if (text === null || (row.until_at !== null && row.until_at <= now)) return undefined;
  return {
    id: row.item,
    kind: row.kind,
    type: row.type as 1 | 2 | 3,
    category: row.category as FaqCategory | null,
    language: row.own === null ? DEFAULT_LANGUAGE : language,
    text,
    version: row.version,
    seq: row.seq,
    hash: row.hash,
    at: row.from_at,
  };
}

export type SiteReader = (language: Language) => Promise<Site>;

export function siteReader(pool: Pool, now: () => number): SiteReader {
  const sites = new Map<Language, { readonly at: number; readonly site: Promise<Site> }>();
  return (language) => {
    const at = now();
    const known = sites.get(language);
    if (known !== undefined && at - known.at < SHOWN_MS && known.at <= at) return known.site;
    const site = read(pool, language, at);
    sites.set(language, { at, site });
    site.catch(() => sites.delete(language));
    return site;
  };
}

/** The newest first; what the release has, in its order. */
export const listed = ({ shown }: Site, kind: ContentKind): PublishedItem[] => {
  const found = shown.filter((item) => item.kind === kind);
  return kind === 'document' || kind === 'faq' ? found : found.sort((left, right) => (right.at ?? 0) - (left.at ?? 0));
};

export const summaryOf = ({ id, kind, type, category, language, text, at }: PublishedItem, fill: Fill) => ({
  id,
  kind,
  type,
  category,
  lang: language,
  title: fill(text.title),
  publishedAt: at === null ? null : isoTime(at),
});

export const updatedAt = ({ at }: PublishedItem): string => isoTime(at ?? DEFAULTS_AT);
