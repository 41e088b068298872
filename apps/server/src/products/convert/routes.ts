import { randomBytes } from 'node:crypto';
import type { ResultOf } from '@glasshouse/api/calls';
import type { CoreBus } from '../../kernel/bus.ts';
import { answerOf, type CallHandlers, callerOf, done } from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { FILLS_CURSOR_PARTS, fillsOf } from './queries.ts';

/** Quotes cannot be guessed; somebody else's would be refused all the same. */
const QUOTE_ID_BYTES = 16;

export function convertCalls({ pool, bus }: { readonly pool: Pool; readonly bus: CoreBus }): CallHandlers {
  return {
    async quoteConversion({ query }, context) {
      const { userId } = callerOf(context);
      const quoteId = randomBytes(QUOTE_ID_BYTES).toString('base64url');
      const body = { from: query.from, to: query.to, amount: query.amount, quoteId };
      const command = { id: `${userId}:quote:${quoteId}`, userId, book: context.book, type: 'convert.quote', body };
      return answerOf<ResultOf<'quoteConversion'>>(await bus.submit(command));
    },
    async convert({ body }, context) {
      const { userId } = callerOf(context);
      const wanted = { from: body.from, to: body.to, amount: body.amount, quoteId: body.quoteId ?? null };
      const command = { id: context.commandId, userId, book: context.book, type: 'convert.fill', body: wanted };
      return answerOf<ResultOf<'convert'>>(await bus.submit(command));
    },
    async listConversions({ query }, context) {
      const page = readPage(query, FILLS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      return done(await fillsOf(pool, { userId: callerOf(context).userId, book: context.book }, page));
    },
  };
}
