import { code } from '@glasshouse/contract/codes';
import { amountOf } from '@glasshouse/rules/money';
import type { CoreBus } from '../core/bus.ts';
import { type CallHandlers, callerOf, done, refuse } from '../platform/call.ts';
import { isRefusal, readPage } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';
import { balancesOf, balanceView, STATEMENT_CURSOR_PARTS, statementOf, totalUsdt } from './queries.ts';

export function ledgerCalls({ pool, bus }: { readonly pool: Pool; readonly bus: CoreBus }): CallHandlers {
  return {
    async listBalances(_input, context) {
      const items = await balancesOf(pool, { userId: callerOf(context).userId, book: context.book });
      return done({ items, totalUsdt: totalUsdt(items) });
    },
    async listStatement({ query }, context) {
      const page = readPage(query, STATEMENT_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { asset, reason, ref } = query;
      const filter = { userId: callerOf(context).userId, book: context.book, asset, reason, ref };
      return done(await statementOf(pool, filter, page));
    },
    async resetDemo(_input, context) {
      if (context.book !== 'demo') return refuse(code.demoOnly);
      const { userId } = callerOf(context);
      const answer = await bus.submit({ id: context.commandId, userId, book: 'demo', type: 'books.reset', body: {} });
      if (answer.code !== 200) return refuse(answer.code);
      // From the answer, not from the tables: a retry with the same key gets the same answer again.
      const { asset, balance } = answer.result as { asset: string; balance: string };
      const balances = [balanceView('demo', asset, new Map([['available', amountOf(balance)]]))];
      return done({ balances }, code.modified);
    },
  };
}
