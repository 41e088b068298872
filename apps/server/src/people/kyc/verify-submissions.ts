import type { MasterKey } from '../../platform/master-key.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type PagesVerified, verifyPages } from '../../platform/verify-pages.ts';
import { digestOf, SUBMISSION_PURPOSE, submissionContext } from './submissions.ts';

const PAGE = 500;

interface Row {
  readonly id: number;
  readonly user_id: number;
  readonly submission: string;
  readonly digest: string;
  readonly sealed: Buffer | null;
}

const SUBMITTED_SQL = `select c.id, c.user_id, c.submission, c.digest, s.sealed
    from kyc_cases c left join kyc_submissions s on s.id = c.submission
         left join kyc_erasures e on e.case_id = c.id
   where c.id > $1 and e.case_id is null order by c.id limit ${PAGE}`;

/**
 * Whether each identity check still has what was submitted, unchanged, unless the log says that it
 * was deleted. Without a master key only that it is there.
 */
export const verifySubmissions = (pool: Pool, master: MasterKey | undefined): Promise<PagesVerified> =>
  verifyPages<Row>(pool, {
    sql: SUBMITTED_SQL,
    what: 'identity check',
    problemOf: (row) => problemOf(row, master),
  });

function problemOf({ user_id, submission, digest, sealed }: Row, master: MasterKey | undefined): string | undefined {
  if (sealed === null) return 'what was submitted is missing, and no deletion is in the log';
  if (master === undefined) return undefined;
  const plain = master.open(SUBMISSION_PURPOSE, sealed, submissionContext(submission, user_id));
  if (plain === undefined) return 'what was submitted does not open';
  return digestOf(JSON.parse(plain.toString()) as object) === digest
    ? undefined
    : 'what was submitted differs from its digest';
}
