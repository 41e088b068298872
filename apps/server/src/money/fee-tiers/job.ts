import { type FeeTier, feeTierForFees } from '@glasshouse/rules/fee-tiers';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { SHIPPED } from '../../figures/figures.ts';
import type { Book, CommandAnswer, CommandInput } from '../../kernel/core/types.ts';
import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { Assignment } from './handlers.ts';
import { readFeeTiers } from './table.ts';
import { COUNTED_DAY, countVolume, type VolumeSource, windowStart } from './volume.ts';

/** Fees only grow during a day, so tiers rise within this interval and fall after midnight. */
export const FEE_TIERS_JOB_MS = 10 * 60_000;
/** Users per query. */
const PAGE = 5_000;

export interface FeeTiersJobDeps {
  readonly pool: Pool;
  readonly now: () => number;
  /** Internal: only the server itself assigns tiers. */
  readonly submit: (input: CommandInput) => Promise<CommandAnswer>;
  /** What counts; for tests. */
  readonly sources?: readonly VolumeSource[];
}

/** Counts fees paid and submits the tiers that changed; returns their number. */
export async function assignFeeTiers({ pool, now, submit, sources }: FeeTiersJobDeps): Promise<number> {
  const at = now();
  await countVolume(pool, at, sources);
  const tiers = await readFeeTiers(pool);
  const first = formatAmount(tiers[1]!.fees30d);
  let assigned = 0;
  for (const book of ['demo', 'real'] as const) {
    for (let after = 0; ; ) {
      const page = await candidates(pool, { book, at, after, first });
      const last = page.at(-1);
      const changed = page.flatMap((candidate) => changeOf(candidate, tiers));
      const most = SHIPPED['feeTiers.assignmentsMax'];
      for (let start = 0; start < changed.length; start += most) {
        const assignments = changed.slice(start, start + most);
        const id = `levels.assign:${book}:${at}:${assignments[0]?.userId}`;
        const answer = await submit({ id, userId: 0, book, type: 'levels.assign', body: { assignments } });
        if (answer.code !== 200) throw new Error(`fee tiers could not be assigned: ${answer.code}`);
        assigned += assignments.length;
      }
      if (page.length < PAGE || last === undefined) break;
      after = last.user_id;
    }
  }
  return assigned;
}

interface Candidate {
  readonly user_id: number;
  readonly volume: string;
  readonly level: number;
}

/** Users of the book above tier 0, or who paid enough to be, by id. */
async function candidates(
  pool: Pool,
  query: { readonly book: Book; readonly at: number; readonly after: number; readonly first: string },
): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>(
    `select user_id, trim_scale(trunc(coalesce(t.volume, 0), 8))::text as volume, coalesce(l.level, 0) as level
       from (select user_id, sum(fees) as volume from traded_volume
              where book = $1 and ${COUNTED_DAY} and user_id > $3 group by user_id having sum(fees) >= $4) t
       full join (select user_id, level from user_levels where book = $1 and user_id > $3 and level > 0) l using (user_id)
      order by user_id limit ${PAGE}`,
    [query.book, new Date(windowStart(query.at)).toISOString().slice(0, 10), query.after, query.first],
  );
  return rows;
}

function changeOf({ user_id, volume, level }: Candidate, tiers: readonly FeeTier[]): Assignment[] {
  const reached = feeTierForFees(amountOf(volume), tiers);
  return reached === level ? [] : [{ userId: user_id, level: reached, volume }];
}

/** Returns a function that stops it. */
export const startFeeTiersJob = (deps: FeeTiersJobDeps, onFailure: (error: Error) => void): (() => Promise<void>) =>
  startJob({ work: () => assignFeeTiers(deps), everyMs: FEE_TIERS_JOB_MS, onFailure });
