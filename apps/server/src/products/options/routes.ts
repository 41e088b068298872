import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { type FindTick, type LinesOf, type Prove, refuseMissingEvidence } from '../../ledger/order-evidence.ts';
import { answerOf, type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import type { NetworkOf } from '../../platform/networks.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ORDERS_CURSOR_PARTS } from '../../trading/order-pages.ts';
import { proven } from './prove.ts';
import { logOf, type NameOf, type OptionsOrderView, orderById, ordersOf, viewOf } from './queries.ts';
import { receiptOf } from './receipt.ts';

export interface OptionsCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly nameOf: NameOf;
  readonly findTick: FindTick;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
  readonly networkOf: NetworkOf;
}

export function optionsCalls({ pool, bus, nameOf, findTick, linesOf, prove, networkOf }: OptionsCallsDeps) {
  return {
    async buyOption({ body }, context) {
      const { userId } = callerOf(context);
      const order = { code: body.code, direction: body.direction, amount: body.amount, periodId: body.periodId };
      const command = {
        id: context.commandId,
        userId,
        book: context.book,
        type: 'options.buy',
        body: order,
        ...networkOf(context.ip),
      };
      const answer = answerOf<OptionsOrderView>(await bus.submit(command));
      return answer.ok ? done({ ...answer.result, name: nameOf(answer.result.code) }) : answer;
    },
    async listOptionOrders({ query }, context) {
      const page = readPage(query, ORDERS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const state = query.state as string | readonly string[] | undefined;
      const states = typeof state === 'string' ? [state] : state;
      const filter = { userId: callerOf(context).userId, book: context.book, states, code: query.code };
      return done(await ordersOf(pool, filter, page, nameOf));
    },
    getOptionOrder: refuseMissingEvidence(async ({ params }, context) => {
      const { userId } = callerOf(context);
      const order = await orderById(pool, { userId, id: params.id });
      if (order === undefined) return refuse(code.orderNotFound, 'id');
      const [{ log, lastGapEndedAt }, lines] = await Promise.all([
        logOf(pool, order),
        linesOf({ userId, book: order.book, ref: String(order.id) }),
      ]);
      const receipt = await receiptOf(order, findTick, { log, lines, lastGapEndedAt });
      const shown = { ...viewOf(order, nameOf), receipt };
      return done(receipt === null ? { ...shown, proof: null } : await proven(shown, order, { prove, lastGapEndedAt }));
    }),
  } satisfies CallHandlers;
}
