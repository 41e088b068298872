import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Language } from '@glasshouse/api/constants';
import type { MarketRow } from '@glasshouse/api/schemas/market-row';
import type { Messages } from '@glasshouse/i18n';
import { loadMessagesOf } from '@glasshouse/i18n/server';

export type Layout = 'desktop' | 'mobile';

/** What a page is painted from, as `apps/web/src/app/painting/painted.ts` has it. */
export interface PaintedData {
  readonly at: number;
  readonly language: Language;
  readonly layout: Layout;
  readonly address: string;
  readonly rows: readonly MarketRow[];
  readonly isList: boolean;
  readonly queries: readonly (readonly [key: readonly unknown[], answer: unknown])[];
}

/** The program that `apps/web/vite.paint.config.ts` builds. */
export interface PaintProgram {
  readonly paint: (painting: {
    readonly data: PaintedData;
    readonly messages: Messages;
    readonly site: string;
  }) => Promise<string>;
  readonly layoutOf: (userAgent: string) => Layout;
}

const texts = new Map<Language, Messages>();

/** All texts of a language, read once. */
export function paintedMessages(language: Language): Messages {
  const known = texts.get(language) ?? loadMessagesOf(language);
  texts.set(language, known);
  return known;
}

/** Undefined where the app has been built without it, or not at all: then pages are not painted. */
export async function loadPaintProgram(path: string | undefined): Promise<PaintProgram | undefined> {
  if (path === undefined || !existsSync(path)) return undefined;
  return (await import(pathToFileURL(path).href)) as PaintProgram;
}
