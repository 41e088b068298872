import { code } from '@glasshouse/api/codes';
import { utcDay } from '@glasshouse/rules/loans';
import { type Amount, amountOf } from '@glasshouse/rules/money';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { looked } from '../../money/funding/operator-reads.ts';
import { answerOf, done, refuse } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import { findAgreement } from './agreement.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { loanCase, loanRow, poolFigures, QUEUE_CURSOR_PARTS, queuePage } from './operator-queries.ts';
import { type Reads, STEPS_CURSOR_PARTS, stepsPage } from './queries.ts';
import { freeReturns } from './return-figures.ts';

export interface LoanOperatorDeps extends Reads {
  readonly bus: CoreBus;
  /** Text that nobody has had before. */
  readonly newId: () => string;
}

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };

export function loanOperatorCalls(deps: LoanOperatorDeps) {
  const { pool, bus, now } = deps;

  /** Value of a person's real book, by the prices that would decide a request. */
  const balanceOf = async (userId: number): Promise<Amount | undefined> => {
    const id = `${userId}:offer:${deps.newId()}`;
    const answer = await bus.submit({ id, userId, book: 'real', type: 'loans.offer', body: null });
    return answer.code === 200 ? amountOf((answer.result as { balanceValue: string }).balanceValue) : undefined;
  };

  return {
    async listLoanQueue({ query }) {
      const page = readPage(query, QUEUE_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await queuePage(deps, query, page));
    },

    async getLoanCase({ params }, context) {
      const row = await loanRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const log = await looked(deps, context, { userId: row.user_id, kind: 'loans', subject: `loan ${row.id}` });
      if (!log.ok) return log;
      const balance = await balanceOf(row.user_id);
      return done(await loanCase(deps, row, { language: context.language, balance }));
    },

    async listLoanCaseSteps({ params, query }, context) {
      const page = readPage(query, STEPS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const row = await loanRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const log = await looked(deps, context, {
        userId: row.user_id,
        kind: 'loans',
        subject: `steps of loan ${row.id}`,
      });
      if (!log.ok) return log;
      return done(await stepsPage(pool, { userId: row.user_id, id: row.id }, page));
    },

    async downloadLoanCopy({ params }, context) {
      const row = await loanRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const { user_id: userId } = row;
      const log = await looked(deps, context, { userId, kind: 'loans', subject: `agreement of loan ${row.id}` });
      if (!log.ok) return log;
      const agreement = await findAgreement(pool, { userId, id: row.agreement });
      return agreement === undefined ? refuse(code.nothingFound, 'id') : done(await agreementPdf(agreement));
    },

    async getLendingPool() {
      const [figures, returns] = await Promise.all([poolFigures(pool, utcDay(now())), freeReturns(pool)]);
      return done({ ...figures, returns });
    },

    async reviewLoan({ params, body }, context) {
      const row = await loanRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const { decision, rejection = null, note = null, reason } = body;
      const answer = await bus.submit({
        id: context.commandId,
        userId: row.user_id,
        book: 'real',
        type: 'loans.review',
        body: { id: row.id, by: context.stamp(), decision, rejection, note, reason },
      });
      // The core keeps only those that run or wait.
      if (answer.code === code.nothingFound && row.closed_at !== null) return refuse(code.orderAlreadyFinal, 'id');
      return answerOf<Outcome>(answer);
    },
  } satisfies OperatorHandlers;
}
