import type { ResultOf } from '@glasshouse/api/calls';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { answerOf, type CallHandlers, callerOf } from '../../platform/call.ts';
import type { NetworkOf } from '../../platform/networks.ts';

/** What is left of the share of the caller's network in the house's stock of a coin. */
export const stockCalls = (deps: { readonly bus: CoreBus; readonly networkOf: NetworkOf }) =>
  ({
    async getStockLeft({ query }, context) {
      const { userId } = callerOf(context);
      const body = { asset: query.asset };
      const id = `${userId}:stock.left:${query.asset}`;
      const question = { id, userId, book: context.book, type: 'stock.left', body, ...deps.networkOf(context.ip) };
      return answerOf<ResultOf<'getStockLeft'>>(await deps.bus.submit(question));
    },
  }) satisfies CallHandlers;
