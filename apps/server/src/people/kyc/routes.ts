import { code } from '@glasshouse/api/codes';
import { KYC_FILES } from '@glasshouse/api/schemas/kyc';
import { keepUnused } from '../../files/file-rows.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import {
  answerOf,
  type CallAnswer,
  type CallContext,
  type CallHandlers,
  callerOf,
  done,
  refuse,
} from '../../platform/call.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/postgres.ts';
import { filesOf, formProblem, type KycForm, keptParts, tidied, withoutParts } from './forms.ts';
import { currentCases, kycStatus } from './queries.ts';
import type { KycCase, KycLevel } from './rows.ts';
import type { Submission, SubmissionStore } from './submissions.ts';

export interface KycCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly store: SubmissionStore;
  /** Countries whose residents are not served. */
  readonly refusedCountries: () => Promise<readonly string[]>;
  /** Whether the basic check asks for pictures of the document. */
  readonly basicDocument: () => Promise<boolean>;
}

type Submitted = { readonly state: 'pending'; readonly submittedAt: string; readonly reviewBy: string };

const DRAFT_MS = 30 * 86_400_000;

export function kycCalls(deps: KycCallsDeps) {
  const { pool, store, clock } = deps;
  return {
    submitBasicKyc: ({ body }, context) => submit(deps, 'basic', tidied(body), context),
    submitFullKyc: ({ body }, context) => submit(deps, 'full', tidied(body), context),
    async getKyc(_input, context) {
      const { userId } = callerOf(context);
      return done(await kycStatus({ pool, store }, { userId, language: context.language, now: clock.now() }));
    },
    async saveKycDraft({ body }, context) {
      const { userId, kind } = callerOf(context);
      if (kind === 'guest') return refuse(code.guestMustUpgrade);
      const now = clock.now();
      const files = filesOf(body.form);
      const until = now + DRAFT_MS;
      if (!(await keepUnused(pool, { userId, ids: files.map(({ id }) => id), until }))) {
        return refuse(code.fileNotFound, ...files.map(({ part }) => part));
      }
      await store.saveDraft({ userId, level: body.level, form: body.form }, now, until);
      return done(null);
    },
  } satisfies CallHandlers;
}

/** What was submitted before and still counts at this level. */
interface Earlier {
  readonly form: KycForm;
  /** The submission whose files may be used again. */
  readonly submission: string | undefined;
}

async function earlierOf(
  store: SubmissionStore,
  level: KycLevel,
  { basic, full }: { readonly basic: KycCase | undefined; readonly full: KycCase | undefined },
): Promise<Earlier> {
  const nothing: Earlier = { form: {}, submission: undefined };
  const opened = async (kase: KycCase | undefined): Promise<Submission | undefined> =>
    kase === undefined ? undefined : store.open(kase.submission);
  const own = level === 'basic' ? basic : full;
  // Without named parts everything has to be sent again; what the basic check verified stays.
  if (own?.state === 'notPassed' && 0 < own.refused.length) {
    const form = (await opened(own))?.form;
    const refused = own.refused.map(({ part }) => part);
    return form === undefined ? nothing : { form: withoutParts(form, refused), submission: own.submission };
  }
  if (level === 'basic') return nothing;
  // Its pictures stay with it: the full check has its own.
  return { form: withoutParts((await opened(basic))?.form ?? {}, KYC_FILES), submission: undefined };
}

/**
 * Seals the form first and asks the core then: a case without its data could not be reviewed, data
 * without a case is found and deleted.
 */
async function submit(
  deps: KycCallsDeps,
  level: KycLevel,
  sent: KycForm,
  context: CallContext,
): Promise<CallAnswer<Submitted>> {
  const { userId, status, kind } = callerOf(context);
  const { pool, store, bus, clock } = deps;
  if (status === 'frozen') return refuse(code.userStatusWrong);
  if (kind === 'guest') return refuse(code.guestMustUpgrade);
  const cases = await currentCases(pool, userId);
  if (level === 'full' && cases.basic?.state !== 'verified') return refuse(code.basicKycFirst);
  if (cases[level]?.state === 'pending' || cases[level]?.state === 'verified')
    return refuse(code.authenticationStatusWrong);

  const earlier = await earlierOf(store, level, cases);
  const form: KycForm = { ...earlier.form, ...sent };
  const now = clock.now();
  const [refusedCountries, basicDocument] = await Promise.all([deps.refusedCountries(), deps.basicDocument()]);
  const problem = formProblem(form, { level, now, refusedCountries, basicDocument });
  if (problem !== undefined) return refuse(problem.code, ...problem.fields);

  const unchanged = keptParts(earlier.form, sent);
  const added = await store.add({ userId, level, form, kept: unchanged, earlier: earlier.submission }, now);
  if (!added.ok) return refuse(code.fileNotFound, ...added.fields);
  const answer = answerOf<Submitted>(
    await bus.submit({
      id: `${userId}:kyc:${added.id}`,
      userId,
      book: 'real',
      type: 'kyc.submit',
      body: { level, submission: added.id, digest: added.digest },
    }),
  );
  if (!answer.ok) {
    const files = filesOf(earlier.form).map(({ id }) => id);
    await store.withdraw(
      added.id,
      earlier.submission === undefined ? undefined : { id: earlier.submission, files },
      now,
    );
    return answer;
  }
  await store.dropDraft({ userId, level });
  return done(answer.result, code.submittedForReview);
}
