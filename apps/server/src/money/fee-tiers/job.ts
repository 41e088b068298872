import { LEVELS, levelForVolume } from '@glasshouse/rules/fee-tiers';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import type { Book, CommandAnswer, CommandInput, Json } from '../../kernel/types.ts';
import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ASSIGNMENTS_MAX, type Assignment } from './handlers.ts';
import { countVolume, windowStart } from './volume.ts';

/** Volume only grows during a day, so levels rise within this time and fall after midnight. */
export const LEVELS_JOB_MS = 10 * 60_000;
/** Users looked at in one query. */
const PAGE = 5_000;

export interface LevelsJobDeps {
  readonly pool: Pool;
  readonly now: () => number;
  /** Only the server itself may assign levels. */
  readonly submit: (input: CommandInput) => Promise<CommandAnswer>;
}

/** Counts what was traded and submits the levels that have changed. Gives how many there were. */
export async function assignLevels({ pool, now, submit }: LevelsJobDeps): Promise<number> {
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
        const body = { assignments } as unknown as Json;
        const answer = await submit({ id, userId: 0, book, type: 'levels.assign', body });
        if (answer.code !== 200) throw new Error(`levels could not be assigned: ${answer.code}`);
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

/** Users of the book who are above level 0 or have traded enough to be, in order of their number. */
async function candidates(pool: Pool, of: { book: Book; at: number; after: number }): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>(
    `select user_id, trim_scale(coalesce(t.volume, 0))::text as volume, coalesce(l.level, 0) as level
       from (select user_id, sum(volume) as volume from traded_volume
              where book = $1 and day >= $2::date and user_id > $3 group by user_id having sum(volume) >= $4) t
       full join (select user_id, level from user_levels where book = $1 and user_id > $3 and level > 0) l using (user_id)
      order by user_id limit ${PAGE}`,
    [of.book, new Date(windowStart(of.at)).toISOString().slice(0, 10), of.after, formatAmount(LEVELS[1]!.volume30d)],
  );
  return rows;
}

function changeOf({ user_id, volume, level }: Candidate): Assignment[] {
  const reached = levelForVolume(amountOf(volume));
  return reached === level ? [] : [{ userId: user_id, level: reached, volume }];
}

/** Gives a function that ends it. */
export const startLevelsJob = (deps: LevelsJobDeps, onFailure: (error: Error) => void): (() => Promise<void>) =>
  startJob({ work: () => assignLevels(deps), everyMs: LEVELS_JOB_MS, onFailure });
