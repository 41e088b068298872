import type { ResultOf } from '@glasshouse/api/calls';
import { UNLOGGED } from '../figures/unlogged.ts';
import { sameJson } from '../kernel/core/canonical-json.ts';
import { isoTime } from '../kernel/core/iso-time.ts';
import type { FiguresJson } from '../kernel/core/rules.ts';
import type { Pool } from '../platform/postgres.ts';

type InForce = ResultOf<'listFigures'>;
type Figure = InForce['figures'][number];

/** Releases that an installation ever runs. */
const EDITIONS_MAX = 1_000;
/** As many as the call may answer. */
const ANNOUNCED_MAX = 200;
/** What operators set: some of it is nobody else's business, the rest is shown where it applies. */
const OF_OPERATORS = 'parameter.';

interface Edition {
  readonly version: number;
  readonly figures: FiguresJson;
  readonly seq: number;
  readonly at: number;
}

interface Change {
  readonly seq: number;
  readonly product: string;
  readonly code: string;
  readonly fields: FiguresJson;
  readonly at: number;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const named = (fields: FiguresJson) => Object.entries(fields).map(([name, value]) => ({ name, value: textOf(value) }));

/**
 * Which figures decide, since which entry of the log each, and which changes of terms are decided
 * and not yet in force.
 */
export async function figuresInForce(pool: Pool): Promise<InForce> {
  const [editions, changes] = await Promise.all([
    pool.query<Edition>(
      `select version, figures, adopted_by as seq, (extract(epoch from adopted_at) * 1000)::bigint as at
         from rules_adopted order by edition limit ${EDITIONS_MAX}`,
    ),
    pool.query<Change>(
      `select id as seq, product, code, fields, (extract(epoch from effective_from) * 1000)::bigint as at
         from terms_changes where state = 'scheduled' order by effective_from, id limit ${ANNOUNCED_MAX}`,
    ),
  ]);
  return {
    rules: editions.rows.at(-1)?.version ?? 1,
    figures: figuresOf(editions.rows),
    announced: changes.rows.map(({ seq, product, code, fields, at }) => ({
      entry: seq,
      product,
      code,
      fields: named(fields),
      from: isoTime(at),
    })),
  };
}

/** Each value with the first entry since which it has been the same; null: since the beginning. */
function figuresOf(editions: readonly Edition[]): Figure[] {
  const newest: FiguresJson = editions.at(-1)?.figures ?? UNLOGGED;
  const names = Object.keys(newest).filter((name) => !name.startsWith(OF_OPERATORS));
  return names.sort().map((name) => {
    const value = newest[name] ?? null;
    const unlogged = (UNLOGGED as FiguresJson)[name] ?? null;
    const before = editions.findLastIndex(({ figures }) => !sameJson(figures[name] ?? unlogged, value));
    const isOldest = before === -1 && sameJson(unlogged, value);
    const since = isOldest ? undefined : editions[before + 1];
    return {
      name,
      value: textOf(value),
      entry: since?.seq ?? null,
      since: since === undefined ? null : isoTime(since.at),
    };
  });
}
