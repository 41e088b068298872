import { code } from '@glasshouse/api/codes';
import { DEFAULT_LANGUAGE } from '@glasshouse/api/constants';
import { languageOf } from '@glasshouse/i18n';
import { isoTime } from '../kernel/core/iso-time.ts';
import { type CallHandlers, done, refuse } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import { blocksOf, listed, siteReader, summaryOf, updatedAt } from './queries.ts';

const ANNOUNCEMENTS_MAX = 100;

export function contentCalls({ pool, now }: { readonly pool: Pool; readonly now: () => number }) {
  const site = siteReader(pool, now);
  return {
    async listContents({ params, query }) {
      const kind = query.kind ?? 'document';
      const read = await site(languageOf(params.lang) ?? DEFAULT_LANGUAGE);
      // Documents and notices are opened one at a time; questions are searched and read in place.
      const blocks = (text: string) => (kind === 'faq' ? blocksOf(text, read.fill) : []);
      return done(
        listed(read, kind).map((item) => ({ ...summaryOf(item, read.fill), blocks: blocks(item.text.content) })),
      );
    },
    async getContent({ params, query }, { language }) {
      const { shown, fill } = await site(query.lang ?? language);
      const found = shown.find(({ id }) => id === params.id);
      if (found === undefined) return refuse(code.nothingFound, 'id');
      return done({
        ...summaryOf(found, fill),
        content: fill(found.text.content),
        blocks: blocksOf(found.text.content, fill),
        updatedAt: updatedAt(found),
        version: found.version,
        hash: found.hash,
        entry: found.seq,
      });
    },
    async listAnnouncements({ query }, { language }) {
      const read = await site(query.lang ?? language);
      return done(
        listed(read, 'announcement')
          .slice(0, ANNOUNCEMENTS_MAX)
          .map(({ id, version, language: lang, text, at }) => ({
            id,
            version: Math.max(1, version),
            lang,
            title: read.fill(text.title),
            content: read.fill(text.content),
            blocks: blocksOf(text.content, read.fill),
            publishedAt: isoTime(at ?? 0),
          })),
      );
    },
  } satisfies CallHandlers;
}
