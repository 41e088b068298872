import type { MarketRow } from '@glasshouse/client/live/market-snapshot';
import type { Language } from '@glasshouse/i18n/languages';
import type { Layout } from '../../parts/page/layout.ts';

/**
 * What a painted page was painted from. It travels in the page, as data that no browser executes,
 * so that the first rendering there is the same. Nothing in it is of one person.
 */
export interface PaintedData {
  /** When the figures were read, in milliseconds of the server. */
  readonly at: number;
  readonly language: Language;
  readonly layout: Layout;
  /** Path and query that were painted. */
  readonly address: string;
  /** The rows whose prices it shows, with the precision of each. */
  readonly rows: readonly MarketRow[];
  /** Whether they are the first of the list of the first type. */
  readonly isList: boolean;
  /** Answers of calls by the key of their query. */
  readonly queries: readonly (readonly [key: readonly unknown[], answer: unknown])[];
}

export const PAINTED_ID = 'painted';

/** Of the page that the server has sent; undefined where it sent the shell. */
export function readPainted(page: Pick<Document, 'getElementById'>): PaintedData | undefined {
  const text = page.getElementById(PAINTED_ID)?.textContent;
  return text ? (JSON.parse(text) as PaintedData) : undefined;
}
