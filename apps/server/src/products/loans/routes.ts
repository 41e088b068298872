import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { signatureHash } from '@glasshouse/rules/loan-agreement';
import { amountOf } from '@glasshouse/rules/money';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { CommandAnswer, Json } from '../../kernel/core/types.ts';
import { refuseMissingEvidence } from '../../ledger/order-evidence.ts';
import { ownRow } from '../../money/funding/own-rows.ts';
import { readParameters } from '../../money/funding/parameters.ts';
import { realBookProblem } from '../../money/funding/real-book.ts';
import { HOUR_MS } from '../../money/funding/steps.ts';
import {
  answerOf,
  type CallAnswer,
  type CallContext,
  type CallHandlers,
  callerOf,
  done,
  refuse,
} from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import { agreementView, findAgreement, makeAgreement, signAgreement } from './agreement.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { LOANS_CURSOR_PARTS, loansOfUser, ownLoanView, ownSteps, type Reads, STEPS_CURSOR_PARTS } from './queries.ts';
import { loanReceipt, type ReceiptDeps } from './receipt.ts';
import { type FrozenTerms, freeReturnsOf, isNamed, LOANS_TABLE, type Loan, namesOf } from './rows.ts';

export interface LoanCallsDeps extends Reads, ReceiptDeps {
  readonly bus: CoreBus;
  readonly isRealBookClosed: boolean;
  /** Text that nobody has had before. */
  readonly newId: () => string;
  /** Binds a picture of a signature to an agreement: its SHA-256; nothing if it is not theirs. */
  readonly claimSignature: (userId: number, fileId: string, usedBy: string) => Promise<string | undefined>;
}

type Offer = FrozenTerms & Pick<ResultOf<'getLoanTerms'>, 'termsDays' | 'limit' | 'obstacles'>;

export function loanCalls(deps: LoanCallsDeps) {
  const { bus, pool, now } = deps;

  const view = async (context: CallContext, id: number, notice?: number) => {
    const found = await ownLoanView(deps, { userId: callerOf(context).userId, id, language: context.language });
    return found === undefined ? refuse(code.orderNotFound, 'id') : done(found, notice);
  };
  const viewOf = (context: CallContext, answer: CommandAnswer, notice?: number) =>
    answer.code === 200 ? view(context, (answer.result as { id: number }).id, notice) : answerOf<never>(answer);
  const submit = (context: CallContext, type: string, body: Json) =>
    bus.submit({ id: context.commandId, userId: callerOf(context).userId, book: 'real', type, body });

  /** The core keeps only those that run or wait; ended ones are in the database. */
  const endedOr = async (context: CallContext, answer: CommandAnswer, id: number) => {
    if (answer.code !== code.orderNotFound) return viewOf(context, answer);
    const [ended] = await ownRow<Loan>(pool, LOANS_TABLE, { userId: callerOf(context).userId, id });
    return ended === undefined ? refuse(code.orderNotFound, 'id') : refuse(code.orderAlreadyFinal, 'id');
  };

  const offerOf = (context: CallContext) => {
    const { userId } = callerOf(context);
    return bus.submit({ id: `${userId}:offer:${deps.newId()}`, userId, book: 'real', type: 'loans.offer', body: null });
  };

  const productOf = productReader(deps);

  return {
    getLoanProduct: async () => (deps.isRealBookClosed ? refuse(code.realBookClosed) : answerOf(await productOf())),

    async getLoanTerms(_input, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      return problem ?? answerOf(await offerOf(context));
    },

    async prepareLoanAgreement({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const { userId } = callerOf(context);
      const set = await readParameters(pool, 'loan.offered', 'loan.minimum', 'loan.maximum');
      const answer = await offerOf(context);
      if (answer.code !== 200) return answerOf<never>(answer);
      const offer = answer.result as unknown as Offer & { interestFreeDays: number; warnHours: number };
      if (set['loan.offered'] !== 1) return refuse(code.productOffHere);
      const terms = frozenTerms(offer);
      if (!isNamed(terms)) return refuse(code.lenderUnnamed, 'lender');
      if (!offer.termsDays.includes(body.termDays)) return refuse(code.loanTermWrong, 'termDays');
      if (amountOf(body.amount) < amountOf(set['loan.minimum'])) return refuse(code.loanBelowMinimum, 'amount');
      if (amountOf(set['loan.maximum']) < amountOf(body.amount)) return refuse(code.loanAboveLimit, 'amount');
      // Somebody to whom something is in the way may read one: their limit is nothing for now.
      if (offer.obstacles.length === 0 && amountOf(offer.limit) < amountOf(body.amount)) {
        return refuse(code.loanAboveLimit, 'amount');
      }
      const agreement = await makeAgreement(
        pool,
        { userId, language: context.language, amount: body.amount, termDays: body.termDays, terms },
        now(),
      );
      return done(agreementView(agreement));
    },

    async getLoanAgreement({ params }, context) {
      const found = await findAgreement(pool, { userId: callerOf(context).userId, id: params.id });
      return found === undefined ? refuse(code.nothingFound, 'id') : done(agreementView(found));
    },

    async downloadLoanAgreement({ params }, context) {
      const found = await findAgreement(pool, { userId: callerOf(context).userId, id: params.id });
      return found === undefined ? refuse(code.nothingFound, 'id') : done(await agreementPdf(found));
    },

    async requestLoan({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const { userId } = callerOf(context);
      const agreement = await findAgreement(pool, { userId, id: body.agreementId });
      if (agreement === undefined) return refuse(code.nothingFound, 'agreementId');
      const isSame = amountOf(agreement.amount) === amountOf(body.amount) && agreement.term_days === body.termDays;
      if (!isSame) return refuse(code.agreementNotSigned, 'agreementId');
      const signed = await sign(userId, body);
      if (!signed.ok) return signed;
      const answer = await submit(context, 'loans.request', {
        amount: agreement.amount,
        termDays: agreement.term_days,
        agreement: agreement.id,
        version: agreement.version,
        language: agreement.language,
        textHash: agreement.text_hash,
        signatureHash: signed.result,
        terms: agreement.terms,
      });
      return viewOf(context, answer, code.submittedForReview);
    },

    async cancelLoan({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      return endedOr(context, await submit(context, 'loans.cancel', { id: body.id }), body.id);
    },

    async repayLoan({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const repayment = { id: body.id, amount: body.amount ?? null };
      return endedOr(context, await submit(context, 'loans.repay', repayment), body.id);
    },

    async listLoans({ query }, context) {
      const page = readPage(query, LOANS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { userId } = callerOf(context);
      return done(await loansOfUser(deps, { userId, language: context.language, state: query.state }, page));
    },

    getLoan: ({ params }, context) => view(context, params.id),

    async listLoanSteps({ params, query }, context) {
      const page = readPage(query, STEPS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const found = await ownSteps(deps, { userId: callerOf(context).userId, id: params.id }, page);
      return found === undefined ? refuse(code.orderNotFound, 'id') : done(found);
    },

    getLoanReceipt: refuseMissingEvidence(async ({ params }, context) => {
      const { userId } = callerOf(context);
      const [loan] = await ownRow<Loan>(pool, LOANS_TABLE, { userId, id: params.id });
      if (loan === undefined) return refuse(code.orderNotFound, 'id');
      const agreement = await findAgreement(pool, { userId, id: loan.agreement });
      return done(await loanReceipt(deps, loan, agreement?.text ?? ''));
    }),
  } satisfies CallHandlers;

  /** Keeps the signature beside the text; its hash. */
  async function sign(userId: number, body: BodyOf<'requestLoan'>): Promise<CallAnswer<string>> {
    const { signature, signatureFileId: fileId, agreementId } = body;
    const isDrawn = (signature?.strokes ?? []).some((stroke) => 1 < stroke.length);
    const drawn = isDrawn || (signature?.typed ?? '').trim() !== '';
    if (!drawn && fileId === undefined) return refuse(code.agreementNotSigned, 'signatureFileId');
    let hash = drawn && signature !== undefined ? signatureHash(signature) : undefined;
    if (fileId !== undefined) {
      const picture = await deps.claimSignature(userId, fileId, `loan-agreement:${agreementId}`);
      if (picture === undefined) return refuse(code.fileNotFound, 'signatureFileId');
      hash ??= picture;
    }
    if (hash === undefined) return refuse(code.agreementNotSigned, 'signatureFileId');
    const record = { signature: drawn ? (signature ?? null) : null, fileId: fileId ?? null, hash, now: now() };
    const isKept = await signAgreement(pool, agreementId, record);
    return isKept ? done(hash) : refuse(code.agreementNotSigned, 'agreementId');
  }
}

/** However many ask, the core is asked once in this time. */
const SHOWN_MS = 2_000;

function productReader({ bus, newId, now }: LoanCallsDeps): () => Promise<CommandAnswer> {
  let shown: { readonly at: number; readonly answer: Promise<CommandAnswer> } | undefined;
  return () => {
    const at = now();
    if (shown === undefined || SHOWN_MS <= at - shown.at || at < shown.at) {
      const question = { userId: 0, book: 'real', type: 'loans.product', body: null } as const;
      const answer = bus.submit({ id: `0:product:${newId()}`, ...question });
      shown = { at, answer };
      answer.catch(() => {
        shown = undefined;
      });
    }
    return shown.answer;
  };
}

/** The terms of an offer as a request names them. */
const frozenTerms = (offer: Offer & { interestFreeDays: number; warnHours: number }): FrozenTerms => ({
  dailyRate: offer.dailyRate,
  overdueRate: offer.overdueRate,
  freeDays: offer.interestFreeDays,
  graceDays: offer.graceDays,
  openRate: offer.openRate,
  warnRate: offer.warnRate,
  ...(offer.coverRate === undefined ? {} : { coverRate: offer.coverRate }),
  sellRate: offer.sellRate,
  saleRate: offer.saleRate,
  warnMs: offer.warnHours * HOUR_MS,
  ...freeReturnsOf(offer),
  ...namesOf(offer),
});
