import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Pool } from '../../platform/postgres.ts';
import { masked } from './forms.ts';
import {
  CASES_TABLE,
  type KycCase,
  type KycLevel,
  type KycStanding,
  type KycWithdrawal,
  STANDINGS_TABLE,
  WITHDRAWALS_TABLE,
} from './rows.ts';
import { levelOf } from './slice.ts';
import type { SubmissionStore } from './submissions.ts';

type KycStatus = ResultOf<'getKyc'>;
type KycSummary = ResultOf<'getUserInfo'>['kyc'];

export const CASE_COLUMNS = selectList(CASES_TABLE);

export async function caseById(pool: Pool, id: number): Promise<KycCase | undefined> {
  const { rows } = await pool.query<KycCase>(`select ${CASE_COLUMNS} from kyc_cases where id = $1`, [id]);
  return rows[0];
}

async function standingOf(pool: Pool, userId: number): Promise<KycStanding | undefined> {
  const { rows } = await pool.query<KycStanding>(
    `select ${selectList(STANDINGS_TABLE)} from kyc_states where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** What was taken back of a case, by itself or with the basic check. */
export async function withdrawalOf(pool: Pool, { id, user_id, level }: KycCase): Promise<KycWithdrawal | undefined> {
  const { rows } = await pool.query<KycWithdrawal>(
    `select ${selectList(WITHDRAWALS_TABLE)} from kyc_withdrawals
      where user_id = $1 and (case_id = $2 or (level = 'basic' and $3 = 'full' and seq > $2)) order by seq limit 1`,
    [user_id, id, level],
  );
  return rows[0];
}

/** A verified case as it counts since it was taken back: everything has to be sent again. */
async function withdrawn(pool: Pool, kase: KycCase): Promise<KycCase> {
  const found = await withdrawalOf(pool, kase);
  if (found === undefined) return kase;
  const { reason, note_digest, at } = found;
  return { ...kase, state: 'notPassed', reason, note_digest, reviewed_at: at, refused: [] };
}

/** The case that counts at each level. */
export async function currentCases(
  pool: Pool,
  userId: number,
): Promise<{ readonly [Level in KycLevel]: KycCase | undefined }> {
  const standing = await standingOf(pool, userId);
  const caseOf = async (level: KycLevel): Promise<KycCase | undefined> => {
    const { case: id, state } = levelOf(standing, level);
    const kase = id === null ? undefined : await caseById(pool, id);
    return kase?.state === 'verified' && state !== 'verified' ? withdrawn(pool, kase) : kase;
  };
  const [basic, full] = await Promise.all([caseOf('basic'), caseOf('full')]);
  return { basic, full };
}

export const reasonText = (language: Language, reason: KycCase['reason']): string | null =>
  reason === null ? null : translatorFor(language).t(`emails:kyc.reason.${reason}`);

async function sharedWith(pool: Pool, caseId: number): Promise<string | null> {
  const { rows } = await pool.query<{ provider: string }>(
    'select provider from kyc_shares where case_id = $1 order by seq desc limit 1',
    [caseId],
  );
  return rows[0]?.provider ?? null;
}

/** For `getUserInfo`. */
export async function kycSummary(pool: Pool, userId: number, language: Language): Promise<KycSummary> {
  const { basic, full } = await currentCases(pool, userId);
  const part = (kase: KycCase | undefined): KycSummary['basic'] => ({
    state: kase?.state ?? 'none',
    reason: reasonText(language, kase?.reason ?? null),
    submittedAt: kase === undefined ? null : isoTime(kase.submitted_at),
    reviewBy: kase?.state === 'pending' ? isoTime(kase.review_by) : null,
  });
  return { basic: part(basic), full: part(full) };
}

/** For the page of identity checks. */
export async function kycStatus(
  deps: { readonly pool: Pool; readonly store: SubmissionStore },
  query: { readonly userId: number; readonly language: Language; readonly now: number },
): Promise<KycStatus> {
  const cases = await currentCases(deps.pool, query.userId);
  const level = async (name: KycLevel): Promise<KycStatus['basic']> => {
    const kase = cases[name];
    const draft = await deps.store.draft({ userId: query.userId, level: name }, query.now);
    const submission = kase === undefined ? undefined : await deps.store.open(kase.submission);
    return {
      state: kase?.state ?? 'none',
      submittedAt: kase === undefined ? null : isoTime(kase.submitted_at),
      reviewBy: kase?.state === 'pending' ? isoTime(kase.review_by) : null,
      reviewedAt: kase === undefined || kase.reviewed_at === null ? null : isoTime(kase.reviewed_at),
      reason: kase?.reason ?? null,
      text: reasonText(query.language, kase?.reason ?? null),
      note: (await deps.store.note(kase?.note_digest ?? null)) ?? null,
      refused: (kase?.refused ?? []).map(({ part, reason }) => ({
        part,
        reason,
        text: reasonText(query.language, reason) ?? '',
      })),
      sharedWith: kase === undefined ? null : await sharedWith(deps.pool, kase.id),
      submitted: submission === undefined ? null : masked(submission.form),
      draft:
        draft === undefined
          ? null
          : {
              form: draft.form as NonNullable<KycStatus['basic']['draft']>['form'],
              savedAt: isoTime(draft.savedAt),
              expiresAt: isoTime(draft.expiresAt),
            },
    };
  };
  return { basic: await level('basic'), full: await level('full') };
}
