import { FEE_TIERS, feeTierForVolume } from '@glasshouse/rules/fee-tiers';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Book, CommandAnswer, CommandInput } from '../../kernel/types.ts';
import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ASSIGNMENTS_MAX, type Assignment } from './handlers.ts';
import { countVolume, windowStart } from './volume.ts';

/** Volume only grows during a day, so tiers rise within this interval and fall after midnight. */
export const FEE_TIERS_JOB_MS = 10 * 60_000;
/** Users per query. */
const PAGE = 5_000;

export interface FeeTiersJobDeps {
  readonly pool: Pool;
  readonly now: () => number;
  /** Internal: only the server itself assigns tiers. */
  readonly submit: (input: CommandInput) => Promise<CommandAnswer>;
}

/** Counts traded volume and submits the tiers that changed; returns their number. */
export async function assignFeeTiers({ pool, now, submit }: FeeTiersJobDeps): Promise<number> {
  const at = now();
  await countVolume(pool, at);
  let assigned = 0;
  for (const book of ['demo', 'real'] as const) {
    for (let after = 0; ; ) {
      const page = await candidates(pool, { book, at, after });
      const last = page.at(-1);
      const changed = page.flatMap(changeOf);
      for (let start = 0; start < changed.length; start += ASSIGNMENTS_MAX) {
        const assignments = changed.slice(start, start + ASSIGNMENTS_MAX);
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

/** Users of the book above tier 0, or with enough volume to be, by id. */
async function candidates(pool: Pool, of: { book: Book; at: number; after: number }): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>(
    `select user_id, trim_scale(coalesce(t.volume, 0))::text as volume, coalesce(l.level, 0) as level
       from (select user_id, sum(volume) as volume from traded_volume
              where book = $1 and day >= $2::date and user_id > $3 group by user_id having sum(volume) >= $4) t
       full join (select user_id, level from user_levels where book = $1 and user_id > $3 and level > 0) l using (user_id)
      order by user_id limit ${PAGE}`,
    [of.book, new Date(windowStart(of.at)).toISOString().slice(0, 10), of.after, formatAmount(FEE_TIERS[1]!.volume30d)],
  );
  return rows;
}

function changeOf({ user_id, volume, level }: Candidate): Assignment[] {
  const reached = feeTierForVolume(amountOf(volume));
  return reached === level ? [] : [{ userId: user_id, level: reached, volume }];
}

/** Returns a function that stops it. */
export const startFeeTiersJob = (deps: FeeTiersJobDeps, onFailure: (error: Error) => void): (() => Promise<void>) =>
  startJob({ work: () => assignFeeTiers(deps), everyMs: FEE_TIERS_JOB_MS, onFailure });
