import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { FileVault } from '../../files/file-vault.ts';
import type { ImageTaskResult } from '../../files/images/image-processes.ts';
import type { ImageTask } from '../../files/images/work.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { answerOf, type CallAnswer, done, type FileResult, refuse } from '../../platform/call.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ageOf, filesOf, type KycForm } from './forms.ts';
import { caseById, casesPage, historyOf, QUEUE_CURSOR_PARTS, viewsOf, withAssessments } from './operator-queries.ts';
import { withdrawalOf } from './queries.ts';
import type { KycCase } from './rows.ts';
import type { SubmissionStore } from './submissions.ts';

export interface KycOperatorDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly store: SubmissionStore;
  readonly vault: Pick<FileVault, 'open'>;
  readonly images: { run(task: ImageTask): Promise<ImageTaskResult> };
  /** Countries whose residents are not served. */
  readonly refusedCountries: () => Promise<readonly string[]>;
  /** A person's standing changed: their sessions are read again, and they are told. */
  readonly reviewed: (userId: number) => Promise<void>;
}

type CaseView = OperatorResultOf<'getKycCase'>;
type Outcome = OperatorResultOf<'reviewKyc'>;

const TICKET_MS = 5 * 60_000;
const SAME_DOCUMENT_MAX = 20;

export function kycOperatorCalls(deps: KycOperatorDeps) {
  const { pool, bus, clock, store } = deps;
  // Lives as long as the process: a ticket is for minutes.
  const ticketKey = randomBytes(32);
  const ticketFor = (context: OperatorContext, fileId: string, expiresAt: number): string => {
    const { operator, session } = context.stamp();
    const text = `${operator} ${session} ${fileId} ${expiresAt}`;
    return `${expiresAt}.${createHmac('sha256', ticketKey).update(text).digest('base64url')}`;
  };
  const isTicket = (context: OperatorContext, fileId: string, ticket: string): boolean => {
    const expiresAt = Number(/^(\d{1,15})\./.exec(ticket)?.[1] ?? 0);
    const expected = Buffer.from(ticketFor(context, fileId, expiresAt));
    const ticketBytes = Buffer.from(ticket);
    return clock.now() < expiresAt && ticketBytes.length === expected.length && timingSafeEqual(ticketBytes, expected);
  };

  /** What was looked at is in the log before it is shown. */
  const look = (
    context: OperatorContext,
    view: { readonly userId: number; readonly kind: string; readonly subject: string },
  ) =>
    bus.submit({
      id: `view:${randomBytes(12).toString('hex')}`,
      userId: view.userId,
      book: 'real',
      type: 'view.record',
      body: { by: context.stamp(), kind: view.kind, subject: view.subject },
    });

  const noteOf = ({ submission }: KycCase, text: string, command: string): Promise<string | undefined> =>
    store.addNote({ submission, text, command }, clock.now());

  return {
    async listKycQueue({ query }) {
      const page = readPage(query, QUEUE_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      return done(
        await casesPage(pool, { state: query.state ?? 'pending', level: query.level, userId: query.userId }, page),
      );
    },

    async getKycCase({ params }, context) {
      const kase = await caseById(pool, params.id);
      if (kase === undefined) return refuse(code.nothingFound, 'id');
      const looked = answerOf(
        await look(context, { userId: kase.user_id, kind: 'identity', subject: `kyc ${kase.id}` }),
      );
      if (!looked.ok) return looked;
      const [submission, [item], earlier, views, note, withdrawal] = await Promise.all([
        store.open(kase.submission),
        withAssessments(pool, [kase]),
        historyOf(pool, kase),
        viewsOf(pool, kase.user_id),
        store.note(kase.note_digest),
        kase.state === 'verified' ? withdrawalOf(pool, kase) : undefined,
      ]);
      const sameDocument = await store.othersWithDocument(
        { userId: kase.user_id, submission: kase.submission },
        SAME_DOCUMENT_MAX,
      );
      const expiresAt = clock.now() + TICKET_MS;
      const view: CaseView = {
        ...item!,
        refused: [...kase.refused],
        note: note ?? null,
        withdrawn: withdrawal === undefined ? null : { at: isoTime(withdrawal.at), reason: withdrawal.reason },
        form: submission === undefined ? null : formView(submission.form, clock.now()),
        files: filesOf(submission?.form ?? {}).map(({ part, id }) => ({
          part,
          id,
          ticket: ticketFor(context, id, expiresAt),
        })),
        kept: [...(submission?.kept ?? [])] as CaseView['kept'],
        sameDocument,
        earlier,
        views,
      };
      return done(view);
    },

    async getKycFile({ params, query }, context) {
      if (!isTicket(context, params.id, query.ticket)) return refuse(code.nothingFound, 'ticket');
      const file = await deps.vault.open(params.id);
      const found = /^kyc:(.+)$/.exec(file?.usedBy ?? '')?.[1];
      if (file === undefined || file.userId === null || found === undefined) return refuse(code.nothingFound, 'id');
      const looked = answerOf(
        await look(context, { userId: file.userId, kind: 'documents', subject: `kyc ${file.purpose}` }),
      );
      if (!looked.ok) return looked;
      const { name = '', id } = context.operator ?? { id: 0 };
      const at = isoTime(clock.now()).slice(0, 16).replace('T', ' ');
      const marked = await deps.images.run({ kind: 'mark', bytes: file.bytes, lines: [`${name} #${id}`, `${at} UTC`] });
      if (!marked.ok) return refuse(code.coreUnavailable);
      const image: FileResult = { name: `${file.purpose}.jpg`, type: 'image/jpeg', chunks: once(marked.bytes) };
      return done(image);
    },

    async reviewKyc({ params, body }, context): Promise<CallAnswer<Outcome>> {
      const kase = await caseById(pool, params.id);
      if (kase === undefined) return refuse(code.nothingFound, 'id');
      if (body.decision === 'verify' && (await isOfRefusedCountry(deps, kase))) {
        return refuse(code.countryNotServed, 'decision');
      }
      const noteDigest = body.note === undefined ? null : await noteOf(kase, body.note, context.commandId);
      if (noteDigest === undefined) return refuse(code.orderAlreadyFinal, 'id');
      const answer = await bus.submit({
        id: context.commandId,
        userId: kase.user_id,
        book: 'real',
        type: 'kyc.review',
        body: {
          by: context.stamp(),
          reason: body.reason,
          case: kase.id,
          decision: body.decision,
          code: body.code ?? null,
          refused: body.refused ?? [],
          noteDigest,
        },
      });
      const answered = answerOf<Outcome>(answer);
      if (!answered.ok) {
        if (noteDigest !== null) await store.dropNote(noteDigest);
        // The core keeps only what waits.
        const isOver = answered.code === code.nothingFound && kase.state !== 'pending';
        return isOver ? refuse(code.orderAlreadyFinal, 'id') : answered;
      }
      await deps.reviewed(kase.user_id);
      return answered;
    },

    async withdrawVerification({ params, body }, context): Promise<CallAnswer<Outcome>> {
      const kase = await caseById(pool, params.id);
      if (kase === undefined) return refuse(code.nothingFound, 'id');
      const noteDigest = body.note === undefined ? null : await noteOf(kase, body.note, context.commandId);
      // What a note is sealed with is gone once the documents are.
      if (noteDigest === undefined) return refuse(code.orderAlreadyFinal, 'note');
      const answered = answerOf<Outcome>(
        await bus.submit({
          id: context.commandId,
          userId: kase.user_id,
          book: 'real',
          type: 'kyc.withdraw',
          body: {
            by: context.stamp(),
            reason: body.reason,
            case: kase.id,
            level: kase.level,
            code: body.code,
            noteDigest,
          },
        }),
      );
      if (!answered.ok && noteDigest !== null) await store.dropNote(noteDigest);
      return answered;
    },
  } satisfies OperatorHandlers;
}

/** Whether the country has been refused since the form was sent: the core does not know it. */
async function isOfRefusedCountry(
  { store, refusedCountries }: Pick<KycOperatorDeps, 'store' | 'refusedCountries'>,
  { submission }: KycCase,
): Promise<boolean> {
  const country = (await store.open(submission))?.form.country;
  return country !== undefined && (await refusedCountries()).includes(country);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function formView(form: KycForm, now: number): NonNullable<CaseView['form']> {
  const text = (name: keyof KycForm): string => form[name] ?? '';
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    sex: text('sex'),
    birthdate: text('birthdate'),
    age: Math.max(0, ageOf(text('birthdate'), now) ?? 0),
    country: text('country'),
    address: text('address'),
    phone: form.phone ?? null,
    email: form.email ?? null,
    documentType: text('documentType') as NonNullable<CaseView['form']>['documentType'],
    documentNumber: text('documentNumber'),
    monthlyIncome: form.monthlyIncome ?? null,
    sourceOfWealth: form.sourceOfWealth ?? null,
    expectedInvestment: form.expectedInvestment ?? null,
  };
}
