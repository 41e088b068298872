import { code } from '@glasshouse/api/codes';
import { SHIPPED } from '../../figures/figures.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
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
import { realBookProblem } from '../funding/real-book.ts';
import { depositMethods } from './methods.ts';
import { DEPOSITS_CURSOR_PARTS, depositsOfUser, ownDeposit } from './queries.ts';
import { addressFor, claimDeposit, type DepositServiceDeps, simulateTransfer } from './service.ts';

export interface DepositCallsDeps extends DepositServiceDeps {
  readonly canSimulate: boolean;
  readonly isRealBookClosed: boolean;
}

export function depositCalls(deps: DepositCallsDeps) {
  const { pool, canSimulate } = deps;

  const view = async (context: CallContext, id: number) => {
    const found = await ownDeposit(pool, { userId: callerOf(context).userId, id, language: context.language });
    return found === undefined ? refuse(code.nothingFound, 'id') : done(found);
  };
  const viewOf = async (context: CallContext, submitted: CallAnswer<CommandAnswer>, notice?: number) => {
    if (!submitted.ok) return submitted;
    const answer = submitted.result;
    if (answer.code !== 200) return answerOf<never>(answer);
    const shown = await view(context, (answer.result as { id: number }).id);
    return shown.ok && notice !== undefined ? done(shown.result, notice) : shown;
  };
  const problemOf = (context: CallContext) => realBookProblem(context, deps.isRealBookClosed);
  const askedBy = (context: CallContext) => ({ userId: callerOf(context).userId, commandId: context.commandId });

  return {
    async listDepositMethods(_input, context) {
      const problem = problemOf(context);
      if (problem !== undefined) return problem;
      const methods = await depositMethods(deps, callerOf(context).userId);
      return done({ ...methods, canSimulate, reviewHours: SHIPPED['deposits.reviewHours'] });
    },

    async getDepositAddress({ body }, context) {
      return problemOf(context) ?? addressFor(deps, callerOf(context).userId, body);
    },

    async requestDeposit({ body }, context) {
      const problem = problemOf(context);
      if (problem !== undefined) return problem;
      return viewOf(context, await claimDeposit(deps, askedBy(context), body), code.depositSubmitted);
    },

    async listDeposits({ query }, context) {
      const page = readPage(query, DEPOSITS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { userId } = callerOf(context);
      const filter = { userId, language: context.language, state: query.state, asset: query.symbol };
      return done(await depositsOfUser(pool, filter, page));
    },

    getDeposit: ({ params }, context) => view(context, params.id),

    async simulateDeposit({ body }, context) {
      const problem = problemOf(context);
      if (problem !== undefined) return problem;
      if (!canSimulate) return refuse(code.productOffHere);
      return viewOf(context, await simulateTransfer(deps, askedBy(context), body));
    },
  } satisfies CallHandlers;
}
