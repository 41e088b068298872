import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { CONTENT_KINDS, CONTENT_TYPES, type ContentKind } from '@glasshouse/api/schemas/content';
import { type Decision, operatorHandler } from '../authority/action.ts';
import type { OperatorBody } from '../authority/stamp.ts';
import { figureOf } from '../figures/in-force.ts';
import { canonicalJson } from '../kernel/core/canonical-json.ts';
import { changeOf } from '../kernel/core/effects.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { Command, CoreState, Refusal } from '../kernel/core/types.ts';
import { ITEMS_TABLE, type Item, type Texts, VERSIONS_TABLE, type Version } from './rows.ts';
import { contentOf } from './slice.ts';

export type PublishBody = OperatorBody<{
  readonly id: number;
  readonly kind: string;
  readonly type: number;
  readonly category: string | null;
  readonly texts: Texts;
  /** Epoch ms; null: at once. */
  readonly from: number | null;
  readonly until: number | null;
}>;
export type WithdrawBody = OperatorBody<{ readonly id: number }>;

/** SHA-256 of the canonical texts of all languages, hex. */
export const textsHash = (texts: Texts): string => createHash('sha256').update(canonicalJson(texts)).digest('hex');

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

type Publication = Pick<Version, 'kind' | 'type' | 'category' | 'texts' | 'from_at' | 'until_at'>;

function nextVersion(
  state: CoreState,
  { seq, at, body }: Command<OperatorBody<{ readonly id: number }>>,
  publication: Publication,
): Decision | Refusal {
  const { items } = contentOf(state);
  const known = items.get(body.id);
  if (known === undefined && figureOf(state, 'content.itemsMax') <= items.size) return refuse(code.capacityReached);
  if (figureOf(state, 'content.versionsMax') <= (known?.version ?? 0)) return refuse(code.capacityReached);
  const { kind, type, category, texts, from_at, until_at } = publication;
  const version = (known?.version ?? 0) + 1;
  const hash = textsHash(texts);
  const item: Item = { id: body.id, kind, type, category, version };
  const row: Version = {
    item: body.id,
    version,
    seq,
    kind,
    type,
    category,
    texts,
    hash,
    from_at,
    until_at,
    published_at: at,
    published_by: body.by.operator,
  };
  return {
    ok: true,
    subject: `content ${body.id}`,
    before: { version: known?.version ?? 0 },
    after: {
      version,
      kind,
      hash,
      languages: Object.keys(texts),
      from: isoOrNull(from_at),
      until: isoOrNull(until_at),
    },
    postings: [],
    rows: [changeOf(ITEMS_TABLE, item), changeOf(VERSIONS_TABLE, row)],
    events: [],
  };
}

/**
 * Whether two persons publish it and take it off: legal documents, which people agree to, and
 * announcements, which everybody gets.
 */
const speaksForHouse = (state: CoreState, kind: string | undefined): boolean =>
  10 <= rulesOf(state) && (kind === 'document' || kind === 'announcement');

/**
 * The next version of an item, with its texts: what people could read is in the log. What Markdown
 * may hold is checked by the call, because a replay must not depend on the parser of its day; pages
 * show no text that they did not check themselves.
 */
export const publish = operatorHandler<PublishBody>({
  permission: 'content.write',
  secondPerson: (state, { body }) => speaksForHouse(state, body.kind),
  decide: (state, command) => {
    const { id, kind, type, category, texts, until } = command.body;
    const known = contentOf(state).items.get(id);
    const isKind = (CONTENT_KINDS as readonly string[]).includes(kind) && (known === undefined || known.kind === kind);
    if (!isKind) return refuse(code.outOfRange, 'kind');
    if (!(CONTENT_TYPES as readonly number[]).includes(type)) return refuse(code.outOfRange, 'type');
    // Whoever reads another language falls back to English.
    if (texts.en === undefined) return refuse(code.fieldRequired, 'texts');
    const from = Math.max(command.at, command.body.from ?? command.at);
    if (command.at + figureOf(state, 'terms.aheadMaxMs') < from) return refuse(code.outOfRange, 'from');
    if (until !== null && until <= from) return refuse(code.outOfRange, 'until');
    const publication = { kind: kind as ContentKind, type, category, texts, from_at: from, until_at: until };
    return nextVersion(state, command, publication);
  },
});

/** Takes it off the site; what was published stays in the log. */
export const withdraw = operatorHandler<WithdrawBody>({
  permission: 'content.write',
  secondPerson: (state, { body }) => speaksForHouse(state, contentOf(state).items.get(body.id)?.kind),
  decide: (state, command) => {
    const known = contentOf(state).items.get(command.body.id);
    if (known === undefined) return refuse(code.nothingFound, 'id');
    const { kind, type, category } = known;
    return nextVersion(state, command, { kind, type, category, texts: {}, from_at: command.at, until_at: null });
  },
});
