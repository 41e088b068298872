import { code } from '@glasshouse/api/codes';
import { KYC_FILES, type KycPart, type KycReason } from '@glasshouse/api/schemas/kyc';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import { authorityOf, isBarred, parameterOf } from '../../authority/slice.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type {
  Command,
  CoreModule,
  CoreState,
  Outcome,
  Refusal,
  RowChange,
  UserEvent,
} from '../../kernel/core/types.ts';
import {
  ASSESSMENTS_TABLE,
  CASES_TABLE,
  ERASURES_TABLE,
  type KycCase,
  type KycLevel,
  type KycRows,
  type KycWithdrawal,
  type PartRefusal,
  SHARES_TABLE,
  STANDINGS_TABLE,
  WITHDRAWALS_TABLE,
} from './rows.ts';
import { emptySlice, KYC, type KycSlice, kycOf, levelOf, reduce, withLevel } from './slice.ts';

export type SubmitBody = { readonly level: KycLevel; readonly submission: string; readonly digest: string };
type Verdict = {
  readonly case: number;
  readonly decision: 'verify' | 'refuse';
  readonly code: KycReason | null;
  readonly refused: readonly PartRefusal[];
};
export type ReviewBody = OperatorBody<Verdict & { readonly noteDigest: string | null }>;
/** `decides`: the operator lets this provider's word close cases. */
export type AssessBody = Verdict & { readonly provider: string; readonly decides: boolean };
export type ShareBody = { readonly case: number; readonly provider: string };
export type ExpireBody = { readonly case: number; readonly level: KycLevel };

/** Takes back what verified the person; `case` is the one that counts at its level. */
export type WithdrawBody = OperatorBody<{
  readonly case: number;
  readonly level: KycLevel;
  readonly code: KycReason;
  readonly noteDigest: string | null;
}>;

export type KycCommands = {
  readonly 'kyc.submit': { readonly body: SubmitBody; readonly facts: null };
  readonly 'kyc.review': { readonly body: ReviewBody; readonly facts: null };
  readonly 'kyc.withdraw': { readonly body: WithdrawBody; readonly facts: null };
  readonly 'kyc.assess': { readonly body: AssessBody; readonly facts: null };
  readonly 'kyc.share': { readonly body: ShareBody; readonly facts: null };
  readonly 'kyc.expire': { readonly body: ExpireBody; readonly facts: null };
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OF_DOCUMENT: ReadonlySet<KycPart> = new Set<KycPart>(['idFront', 'idBack']);
/** Parts that only the full check has. */
const FULL_ONLY: ReadonlySet<KycPart> = new Set([...KYC_FILES, 'income']);

/**
 * Refusals in order: 10008 frozen, 11120 full before basic, 10019 pending, verified or refused too
 * often.
 */
function submit(state: CoreState, command: Command<SubmitBody>): Outcome {
  const { userId, seq, at, book, body } = command;
  if (isBarred(state, userId)) return refuse(code.userStatusWrong);
  const standing = kycOf(state).standings.get(userId);
  if (body.level === 'full' && levelOf(standing, 'basic').state !== 'verified') return refuse(code.basicKycFirst);
  const before = levelOf(standing, body.level);
  const isOpen = before.state === 'none' || before.state === 'notPassed';
  if (!isOpen || figureOf(state, 'kyc.attemptsMax') <= before.attempts) return refuse(code.authenticationStatusWrong);
  const attempt = before.attempts + 1;
  const reviewBy = at + parameterOf(state, 'kyc.review_hours') * HOUR_MS;
  const opened: KycCase = {
    id: seq,
    user_id: userId,
    level: body.level,
    attempt,
    state: 'pending',
    submission: body.submission,
    digest: body.digest,
    submitted_at: at,
    review_by: reviewBy,
    reviewed_at: null,
    reviewer: null,
    reason: null,
    refused: [],
    note_digest: null,
    closed_by: null,
  };
  const next = withLevel(
    standing,
    { userId, level: body.level },
    { state: 'pending', case: seq, attempts: attempt, since: at },
  );
  return {
    ok: true,
    result: { state: 'pending', submittedAt: isoTime(at), reviewBy: isoTime(reviewBy) },
    postings: [],
    rows: [changeOf(CASES_TABLE, opened), changeOf(STANDINGS_TABLE, next)],
    events: [kycEvent(opened, book)],
  };
}

const kycEvent = ({ user_id: userId, level, state }: KycCase, book: UserEvent['book']): UserEvent => ({
  userId,
  book,
  kind: 'kyc',
  data: { level, state },
});

/** Verified asks for nothing more; refused names a reason, and only parts that the level has. */
function problemOf(
  state: CoreState,
  kase: KycCase | undefined,
  command: Pick<Command, 'userId'>,
  verdict: Verdict,
): Refusal | undefined {
  const { userId } = command;
  if (kase === undefined || kase.user_id !== userId) return refuse(code.nothingFound, 'id');
  const { decision, code: why, refused } = verdict;
  if (decision === 'verify') return why === null && refused.length === 0 ? undefined : refuse(code.wrongFormat, 'code');
  if (why === null) return refuse(code.fieldRequired, 'code');
  const parts = refused.map(({ part }) => part);
  // A basic check has pictures of the document where the installation asks for them.
  const hasPart = (part: KycPart) => !FULL_ONLY.has(part) || (10 <= rulesOf(state) && OF_DOCUMENT.has(part));
  const isFitting = parts.every((part) => kase.level === 'full' || hasPart(part));
  return isFitting && new Set(parts).size === parts.length ? undefined : refuse(code.wrongFormat, 'refused');
}

/** The case closed as the verdict says, with the person's new standing. */
function closed(
  state: CoreState,
  command: Command,
  closing: {
    readonly kase: KycCase;
    readonly verdict: Verdict;
    readonly reviewer: string;
    readonly noteDigest: string | null;
  },
): { readonly row: KycCase; readonly rows: readonly RowChange[]; readonly events: readonly UserEvent[] } {
  const { kase, verdict } = closing;
  const isVerified = verdict.decision === 'verify';
  const row: KycCase = {
    ...kase,
    state: isVerified ? 'verified' : 'notPassed',
    reviewed_at: command.at,
    reviewer: closing.reviewer,
    reason: verdict.code,
    refused: verdict.refused,
    note_digest: closing.noteDigest,
    closed_by: command.seq,
  };
  const standing = kycOf(state).standings.get(kase.user_id);
  const { attempts } = levelOf(standing, kase.level);
  const next = withLevel(
    standing,
    { userId: kase.user_id, level: kase.level },
    { state: row.state, case: kase.id, attempts: isVerified ? 0 : attempts, since: command.at },
  );
  return {
    row,
    rows: [changeOf(CASES_TABLE, row), changeOf(STANDINGS_TABLE, next)],
    events: [kycEvent(row, command.book)],
  };
}

/** A reviewer's decision. */
const review = operatorHandler<ReviewBody>({
  permission: 'kyc.review',
  decide: (state, command): Decision | Refusal => {
    const { body } = command;
    const kase = kycOf(state).pending.get(body.case);
    const problem = problemOf(state, kase, command, body);
    if (problem !== undefined || kase === undefined) return problem ?? refuse(code.nothingFound, 'id');
    const reviewer = `operator ${body.by.operator}`;
    const { row, rows, events } = closed(state, command, {
      kase,
      verdict: body,
      reviewer,
      noteDigest: body.noteDigest,
    });
    const after = { state: row.state, reason: row.reason, refused: row.refused };
    const subject = `kyc ${kase.id} (${kase.level})`;
    return { ok: true, subject, before: { state: kase.state }, after, postings: [], rows, events };
  },
});

/**
 * Takes a verification back; a second person always decides, because the person loses what they
 * had. Without the basic check nothing of the full one counts either, nor what waits of it. 10019
 * when the case is not what verifies the person now.
 */
const withdraw = operatorHandler<WithdrawBody>({
  permission: 'kyc.review',
  secondPerson: () => true,
  decide: (state, { body, userId, seq, at, book }): Decision | Refusal => {
    const { standings, pending } = kycOf(state);
    const standing = standings.get(userId);
    const counting = levelOf(standing, body.level);
    if (counting.state !== 'verified' || counting.case !== body.case) return refuse(code.authenticationStatusWrong);
    const full = levelOf(standing, 'full');
    const waiting = body.level === 'basic' && full.case !== null ? pending.get(full.case) : undefined;
    const fallen = { state: 'notPassed', since: at } as const;
    let next = withLevel(standing, { userId, level: body.level }, { ...counting, ...fallen });
    if (waiting !== undefined || (body.level === 'basic' && full.state === 'verified')) {
      next = withLevel(next, { userId, level: 'full' }, { ...full, ...fallen });
    }
    const closedCase = waiting && {
      ...waiting,
      state: 'notPassed' as const,
      reviewed_at: at,
      reviewer: `operator ${body.by.operator}`,
      reason: body.code,
      closed_by: seq,
    };
    const withdrawn: KycWithdrawal = {
      case_id: body.case,
      user_id: userId,
      level: body.level,
      seq,
      operator: body.by.operator,
      reason: body.code,
      note_digest: body.noteDigest,
      at,
    };
    return {
      ok: true,
      subject: `kyc ${body.case} (${body.level})`,
      before: { basic: levelOf(standing, 'basic').state, full: full.state },
      after: { basic: next.basic_state, full: next.full_state, reason: body.code },
      postings: [],
      rows: [
        changeOf(WITHDRAWALS_TABLE, withdrawn),
        ...(closedCase === undefined ? [] : [changeOf(CASES_TABLE, closedCase)]),
        changeOf(STANDINGS_TABLE, next),
      ],
      events: [{ userId, book, kind: 'kyc', data: { level: body.level, state: 'notPassed' } }],
    };
  },
});

/** The data of a case is about to be passed to an outside provider. */
function share(state: CoreState, command: Command<ShareBody>): Outcome {
  const { body, userId, seq, at } = command;
  if (kycOf(state).pending.get(body.case)?.user_id !== userId) return refuse(code.nothingFound, 'id');
  const row = changeOf(SHARES_TABLE, { seq, case_id: body.case, user_id: userId, provider: body.provider, at });
  return { ok: true, result: null, postings: [], rows: [row], events: [] };
}

/**
 * What an outside provider found: kept beside the case, and its end where the operator wants that.
 */
function assess(state: CoreState, command: Command<AssessBody>): Outcome {
  const { body, userId, seq, at } = command;
  const kase = kycOf(state).pending.get(body.case);
  const problem = problemOf(state, kase, command, body);
  if (problem !== undefined || kase === undefined) return problem ?? refuse(code.nothingFound, 'id');
  const { provider, decision: outcome, code: reason, refused } = body;
  const assessment = { seq, case_id: kase.id, user_id: userId, provider, outcome, reason, refused, at };
  const change = changeOf(ASSESSMENTS_TABLE, assessment);
  if (!body.decides) return { ok: true, result: { state: 'pending' }, postings: [], rows: [change], events: [] };
  const { row, rows, events } = closed(state, command, {
    kase,
    verdict: body,
    reviewer: `provider ${provider}`,
    noteDigest: null,
  });
  return { ok: true, result: { state: row.state }, postings: [], rows: [change, ...rows], events };
}

/**
 * The personal data of a case is deleted: what was refused or replaced, or everything of a closed
 * account, once the retention period is over. Never of a case that waits or counts.
 */
function expire(state: CoreState, command: Command<ExpireBody>): Outcome {
  const { body, userId, seq, at } = command;
  const { standings, pending } = kycOf(state);
  const level = levelOf(standings.get(userId), body.level);
  if (pending.has(body.case) || level.case === null) return refuse(code.authenticationStatusWrong);
  const account = authorityOf(state).standings.get(userId);
  const closedAt = account?.status === 'disabled' ? account.since : undefined;
  const isCounting = level.case === body.case && level.state === 'verified';
  const since = closedAt ?? (isCounting ? undefined : (level.since ?? undefined));
  const retention = parameterOf(state, 'kyc.retention_days') * DAY_MS;
  if (since === undefined || at < since + retention) return refuse(code.authenticationStatusWrong);
  const row = changeOf(ERASURES_TABLE, { case_id: body.case, user_id: userId, seq, at });
  return { ok: true, result: { case: body.case }, postings: [], rows: [row], events: [] };
}

/**
 * Identity checks: who is verified at which level, decided in the log; what they submitted is not
 * in it.
 */
export const kycModule: CoreModule<KycCommands, KycRows, KycSlice> = {
  name: KYC.name,
  initial: emptySlice,
  tables: [CASES_TABLE, STANDINGS_TABLE, ASSESSMENTS_TABLE, ERASURES_TABLE, SHARES_TABLE, WITHDRAWALS_TABLE],
  reduce,
  handlers: {
    'kyc.submit': submit,
    'kyc.review': review,
    'kyc.withdraw': withdraw,
    'kyc.assess': assess,
    'kyc.share': share,
    'kyc.expire': expire,
  },
  gather: {},
};
