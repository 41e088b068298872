import { readFileSync } from 'node:fs';
import { escapeHtml } from '@glasshouse/api/escape-html';
import { MARK, NOTES, WIDE, widthOf } from '../checks/notes.ts';
import type { Pair } from '../checks/pairs.ts';
import { PLACEHOLDER } from '../checks/texts.ts';
import { type Language, languageInfo } from '../languages.ts';

/** Where a text was seen: a picture of it, and the page. */
export interface Sighting {
  readonly picture: string;
  readonly route: string;
}

export interface ReviewText extends Pair {
  readonly sighting: Sighting | undefined;
  /** Files that ask for it, where no screen showed it. */
  readonly usedIn: readonly string[];
}

/** Labels up to this width stand in narrow places. */
const LABEL_WIDTH = 44;
const LABEL_GROWTH = 2;

/** The width that a text may have, in Latin letters; undefined where it may wrap. */
export function limitOf(key: string, text: string): number | undefined {
  const noted = Number(NOTES.find((note) => note.key === key)?.longest ?? '');
  if (0 < noted) return noted;
  const width = widthOf(text);
  return width <= LABEL_WIDTH ? width + LABEL_GROWTH : undefined;
}

const noteOf = (key: string): string => NOTES.find((note) => note.key === key)?.note ?? '';

/** Texts that no page shows by itself. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  errors: 'A refusal, under its field or as a message.',
  emails: 'Part of an email.',
};

function unseenPlace({ key, usedIn }: ReviewText): string {
  const [namespace = ''] = key.split(':');
  const files = usedIn.length === 0 ? '' : ` Asked for in ${usedIn.join(', ')}.`;
  return `${ELSEWHERE[namespace] ?? 'Not on a page that was visited.'}${files}`;
}

/** One page with every text, its English, its place and a field for a better one. */
export function reviewPage(language: Language, texts: readonly ReviewText[]): string {
  const { locale, dir } = languageInfo(language);
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? language;
  const groups = Map.groupBy(texts, ({ key }) => key.split(':')[0] ?? '');
  const nav = [...groups].map(([group, { length }]) => `<a href="#${group}">${group} (${length})</a>`).join(' ');
  const body = [...groups].map(
    ([group, rows]) => `<h2 id="${group}">${group}</h2>\n${rows.map((row) => rowOf(row, locale, dir)).join('\n')}`,
  );
  const values: Readonly<Record<string, string>> = {
    TITLE: escapeHtml(`Texts in ${name}`),
    LANGUAGE: language,
    NAV: nav,
    ROWS: body.join('\n'),
    WIDE: WIDE.source,
    MARK: MARK.source,
    PLACEHOLDER: PLACEHOLDER.source,
  };
  const template = readFileSync(new URL('./page.html', import.meta.url), 'utf8');
  return template.replace(/%([A-Z]+)%/g, (sign, part: string) => values[part] ?? sign);
}

function rowOf(row: ReviewText, locale: string, dir: string): string {
  const { key, english, text, sighting } = row;
  const limit = limitOf(key, text);
  const note = noteOf(key);
  const place =
    sighting === undefined
      ? `<p class="unseen">${escapeHtml(unseenPlace(row))}</p>`
      : `<figure><img loading="lazy" src="${escapeHtml(sighting.picture)}" alt=""><figcaption>${escapeHtml(sighting.route)}</figcaption></figure>`;
  return `<article data-key="${escapeHtml(key)}" data-now="${escapeHtml(text)}">
${place}
<div><code>${escapeHtml(key)}</code>${note === '' ? '' : `<p class="note">${escapeHtml(note)}</p>`}
<p lang="en">${escapeHtml(english)}</p>
<textarea aria-label="${escapeHtml(key)}" lang="${locale}" dir="${dir}" rows="${Math.min(8, 1 + Math.ceil(widthOf(text) / 60))}">${escapeHtml(text)}</textarea>
<p class="limit"${limit === undefined ? '' : ` data-limit="${limit}"`}></p></div>
</article>`;
}
