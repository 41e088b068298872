import { sameJson } from '../kernel/core/canonical-json.ts';
import { isoTime } from '../kernel/core/iso-time.ts';
import type { FiguresJson } from '../kernel/core/rules.ts';
import type { Pool } from '../platform/postgres.ts';
import { UNLOGGED } from './unlogged.ts';

/** Adoptions that are ever listed; a release is one. */
const EDITIONS_MAX = 1_000;

interface Edition {
  readonly edition: number;
  readonly version: number;
  readonly figures: FiguresJson;
  readonly adopted_by: number;
  readonly adopted_at: number;
}

/** Which rules and figures decided from when on: a line for each adoption, with what it changed. */
export async function editionLines(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<Edition>(
    `select edition, version, figures, adopted_by, (extract(epoch from adopted_at) * 1000)::bigint as adopted_at
       from rules_adopted order by edition limit ${EDITIONS_MAX}`,
  );
  return rows.map(({ version, figures, adopted_by, adopted_at }, index) => {
    const before: FiguresJson = rows[index - 1]?.figures ?? UNLOGGED;
    const names = [...new Set([...Object.keys(before), ...Object.keys(figures)])].sort();
    const changed = names
      .filter((name) => !sameJson(before[name] ?? null, figures[name] ?? null))
      .map((name) => `${name} ${JSON.stringify(before[name] ?? null)} → ${JSON.stringify(figures[name] ?? null)}`);
    const what = changed.length === 0 ? 'figures as before' : changed.join(', ');
    return `rules ${version} from entry ${adopted_by} on, ${isoTime(adopted_at)}: ${what}`;
  });
}
