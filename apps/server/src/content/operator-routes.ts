import { code } from '@glasshouse/api/codes';
import { LANGUAGES, type Language } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { ContentKind } from '@glasshouse/api/schemas/content';
import type { CoreBus } from '../kernel/core/bus.ts';
import { isoTime } from '../kernel/core/iso-time.ts';
import { selectList } from '../kernel/core/postgres-store.ts';
import type { Json } from '../kernel/core/types.ts';
import { answerOf, done, refuse } from '../platform/call.ts';
import { type OperatorContext, type OperatorHandlers, operatorOf } from '../platform/operator-call.ts';
import type { Pool } from '../platform/postgres.ts';
import { DEFAULT_ITEMS, defaultHash, defaultTexts, type FaqCategory, OWN_IDS_FROM } from './defaults.ts';
import { readMarkdown } from './markdown.ts';
import { filled, fillOf, PLACEHOLDER_NAMES, readSiteFigures, unknownPlaceholders } from './placeholders.ts';
import { type Texts, VERSIONS_TABLE, type Version } from './rows.ts';

export interface ContentOperatorDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly now: () => number;
}

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };
type ListedItem = OperatorResultOf<'listContentItems'>[number];

interface Draft {
  readonly item: number;
  readonly kind: ContentKind;
  readonly type: 1 | 2 | 3;
  readonly category: FaqCategory | null;
  readonly texts: Texts;
  readonly saved_at: number;
}

const DRAFTS_MAX = 1_000;
const VERSIONS_MAX = 1_000;
const DRAFT_COLUMNS = 'item, kind, type, category, texts, (extract(epoch from saved_at) * 1000)::bigint as saved_at';

/** What a second person has published since is no draft any more. */
const IS_UNPUBLISHED = `not exists (select 1 from content_versions v where v.item = d.item and v.texts = d.texts
  and v.version = (select max(version) from content_versions where item = d.item))`;

const isoOrNull = (at: number | null | undefined): string | null => (at == null ? null : isoTime(at));

/** Codes of what a text may not hold. */
function problemsOf(content: string): number[] {
  const { problems } = readMarkdown(content);
  return unknownPlaceholders(content).length === 0 ? [...problems] : [...problems, code.contentPlaceholder];
}

const findDraft = async (pool: Pool, id: number): Promise<Draft | undefined> =>
  (await pool.query<Draft>(`select ${DRAFT_COLUMNS} from content_drafts d where item = $1 and ${IS_UNPUBLISHED}`, [id]))
    .rows[0];

const newestVersion = async (pool: Pool, id: number): Promise<Version | undefined> =>
  (
    await pool.query<Version>(
      `select ${selectList(VERSIONS_TABLE)} from content_versions where item = $1 order by version desc limit 1`,
      [id],
    )
  ).rows[0];

/** An item as the list has it, from what is known of it. */
function itemOf(
  id: number,
  {
    version,
    draft,
    language,
    now,
  }: { version: Version | undefined; draft: Draft | undefined; language: Language; now: number },
): ListedItem | undefined {
  const standard = DEFAULT_ITEMS.find((item) => item.id === id);
  const texts =
    draft?.texts ?? (version !== undefined && 0 < Object.keys(version.texts).length ? version.texts : undefined);
  const known = draft ?? version ?? standard;
  if (known === undefined) return undefined;
  const written = texts ?? (standard === undefined ? {} : defaultTexts(id));
  return {
    id,
    kind: known.kind,
    type: known.type as 1 | 2 | 3,
    category: known.category as FaqCategory | null,
    title: (written[language] ?? written.en ?? Object.values(written)[0])?.title ?? `${id}`,
    state: stateOf(version, standard !== undefined, now),
    version: version?.version ?? 0,
    languages: LANGUAGES.filter((language) => written[language] !== undefined),
    from: isoOrNull(version?.from_at),
    until: isoOrNull(version?.until_at),
    publishedAt: isoOrNull(version?.published_at),
    draftAt: isoOrNull(draft?.saved_at),
  };
}

function stateOf(version: Version | undefined, isStandard: boolean, now: number): ListedItem['state'] {
  if (version === undefined) return isStandard ? 'standard' : 'draft';
  if (Object.keys(version.texts).length === 0) return 'withdrawn';
  if (now < version.from_at) return 'scheduled';
  return version.until_at !== null && version.until_at <= now ? 'ended' : 'live';
}

export function contentOperatorCalls({ pool, bus, now }: ContentOperatorDeps) {
  const act = async (context: OperatorContext, type: string, fields: { readonly [field: string]: Json }) => {
    const body = { by: context.stamp(), ...fields };
    return answerOf<Outcome>(await bus.submit({ id: context.commandId, userId: 0, book: 'real', type, body }));
  };

  return {
    async listContentItems(_input, { language }) {
      const [versions, drafts] = await Promise.all([
        pool.query<Version>(
          `select distinct on (item) ${selectList(VERSIONS_TABLE)} from content_versions order by item, version desc limit ${DRAFTS_MAX}`,
        ),
        pool.query<Draft>(
          `select ${DRAFT_COLUMNS} from content_drafts d where ${IS_UNPUBLISHED} order by item limit ${DRAFTS_MAX}`,
        ),
      ]);
      const version = new Map(versions.rows.map((row) => [row.item, row]));
      const draft = new Map(drafts.rows.map((row) => [row.item, row]));
      const ids = new Set([...DEFAULT_ITEMS.map(({ id }) => id), ...version.keys(), ...draft.keys()]);
      return done(
        [...ids]
          .sort((left, right) => left - right)
          .slice(0, 2_000)
          .flatMap((id) => itemOf(id, { version: version.get(id), draft: draft.get(id), language, now: now() }) ?? []),
      );
    },

    async getContentItem({ params: { id } }, { language }) {
      const [{ rows }, draft] = await Promise.all([
        pool.query<Version & { readonly name: string | null }>(
          `select ${selectList(VERSIONS_TABLE)}, (select o.name from operators o where o.id = published_by) as name
             from content_versions where item = $1 order by version desc limit ${VERSIONS_MAX}`,
          [id],
        ),
        findDraft(pool, id),
      ]);
      const [newest] = rows;
      const item = itemOf(id, { version: newest, draft, language, now: now() });
      if (item === undefined) return refuse(code.nothingFound, 'id');
      const standard = id < OWN_IDS_FROM;
      const isPublished = newest !== undefined && 0 < Object.keys(newest.texts).length;
      const published = isPublished ? newest.texts : standard ? defaultTexts(id) : {};
      const versions = rows.map((row) => ({
        version: row.version,
        hash: row.hash,
        entry: row.seq,
        at: isoTime(row.published_at),
        by: { id: row.published_by, name: row.name ?? `${row.published_by}` },
        from: isoTime(row.from_at),
        until: isoOrNull(row.until_at),
        isWithdrawal: Object.keys(row.texts).length === 0,
      }));
      const shipped = {
        version: 0,
        hash: '',
        entry: null,
        at: null,
        by: null,
        from: null,
        until: null,
        isWithdrawal: false,
      };
      return done({
        ...item,
        texts: draft?.texts ?? published,
        placeholders: PLACEHOLDER_NAMES,
        versions: standard ? [...versions, { ...shipped, hash: defaultHash(id) }] : versions,
      });
    },

    async getContentVersion({ params: { id, version } }) {
      if (version === 0) {
        const isKnown = DEFAULT_ITEMS.some((item) => item.id === id);
        return isKnown ? done({ version, texts: defaultTexts(id) }) : refuse(code.nothingFound, 'version');
      }
      const { rows } = await pool.query<{ texts: Texts }>(
        'select texts from content_versions where item = $1 and version = $2',
        [id, version],
      );
      return rows[0] === undefined ? refuse(code.nothingFound, 'version') : done({ version, texts: rows[0].texts });
    },

    async previewContent({ body: { language, content } }) {
      const fill = fillOf(await readSiteFigures(pool), language);
      return done({ blocks: filled(readMarkdown(content).blocks, fill), problems: problemsOf(content).slice(0, 10) });
    },

    async saveContentDraft({ body }, context) {
      const { language, title, content, kind, type } = body;
      const category = kind === 'faq' ? (body.category ?? null) : null;
      if (kind === 'faq' && category === null) return refuse(code.fieldRequired, 'category');
      const [problem] = problemsOf(content);
      if (problem !== undefined) return refuse(problem, 'content');
      if (0 < unknownPlaceholders(title).length) return refuse(code.contentPlaceholder, 'title');
      const id = body.id ?? (await newId(pool));
      if (id === undefined) return refuse(code.capacityReached);
      const [draft, version] = await Promise.all([findDraft(pool, id), newestVersion(pool, id)]);
      const standard = DEFAULT_ITEMS.find((item) => item.id === id);
      const known = draft ?? version ?? standard;
      if (body.id !== undefined && known === undefined) return refuse(code.nothingFound, 'id');
      if (known !== undefined && known.kind !== kind) return refuse(code.outOfRange, 'kind');
      const published = version !== undefined && 0 < Object.keys(version.texts).length ? version.texts : undefined;
      const before = draft?.texts ?? published ?? (standard === undefined ? {} : defaultTexts(id));
      // One statement, so that two people who write in two languages keep both.
      await pool.query(
        `insert into content_drafts (item, kind, type, category, texts, saved_by, saved_at)
         values ($1, $2, $3, $4, $5::jsonb || $6::jsonb, $7, to_timestamp($8 / 1000.0))
         on conflict (item) do update set type = $3, category = $4, texts = content_drafts.texts || $6::jsonb,
           saved_by = $7, saved_at = to_timestamp($8 / 1000.0)`,
        [
          id,
          kind,
          type,
          category,
          JSON.stringify(before),
          JSON.stringify({ [language]: { title, content } }),
          operatorOf(context).id,
          now(),
        ],
      );
      return done({ id });
    },

    async publishContent({ params: { id }, body }, context) {
      const draft = await findDraft(pool, id);
      if (draft === undefined) return refuse(code.nothingFound, 'id');
      for (const { content } of Object.values(draft.texts)) {
        const [problem] = problemsOf(content);
        if (problem !== undefined) return refuse(problem, 'content');
      }
      const { kind, type, category, texts } = draft;
      const answer = await act(context, 'content.publish', {
        id,
        kind,
        type,
        category,
        texts,
        reason: body.reason,
        from: body.from === undefined ? null : Date.parse(body.from),
        until: body.until === undefined ? null : Date.parse(body.until),
      });
      // A draft that was changed in the meantime stays, as does one that waits for a second person.
      if (answer.ok && answer.result.state === 'done') {
        await pool.query('delete from content_drafts where item = $1 and texts = $2::jsonb', [
          id,
          JSON.stringify(texts),
        ]);
      }
      return answer;
    },

    withdrawContent: ({ params, body }, context) =>
      act(context, 'content.withdraw', { id: params.id, reason: body.reason }),
  } satisfies OperatorHandlers;
}

async function newId(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number; drafts: number }>(
    "select nextval('content_ids')::int as id, (select count(*)::int from content_drafts) as drafts",
  );
  const [row] = rows;
  return row === undefined || DRAFTS_MAX <= row.drafts ? undefined : row.id;
}
