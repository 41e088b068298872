import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { answerOf, type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ALERTS_CURSOR_PARTS, type AlertView, alertsOfUser, type NameOf, ownsAlert } from './queries.ts';

export interface AlertCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly nameOf: NameOf;
  /** Decimals of an instrument's price; undefined when the catalogue has no such instrument. */
  readonly precisionOf: (code: string) => number | undefined;
  /** Whether its market opens at a later time that is known. */
  readonly isClosed: (code: string) => boolean;
}

export function alertCalls({ pool, bus, nameOf, precisionOf, isClosed }: AlertCallsDeps) {
  return {
    async listAlerts({ query }, context) {
      const page = readPage(query, ALERTS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const filter = { userId: callerOf(context).userId, code: query.code, state: query.state };
      return done(await alertsOfUser(pool, filter, page, nameOf));
    },
    async addAlert({ body }, context) {
      const precision = precisionOf(body.code);
      if (precision === undefined) return refuse(code.instrumentUnknown, 'code');
      const price = body.price ?? null;
      if (price === null && !isClosed(body.code)) return refuse(code.orderPriceIncorrect, 'price');
      const { userId } = callerOf(context);
      const alert = { code: body.code, precision, price };
      const command = { id: context.commandId, userId, book: context.book, type: 'alerts.add', body: alert };
      const answer = answerOf<AlertView>(await bus.submit(command));
      return answer.ok ? done({ ...answer.result, name: nameOf(body.code) }) : answer;
    },
    async removeAlert({ body }, context) {
      const { userId } = callerOf(context);
      const fields = { id: body.id };
      const command = { id: context.commandId, userId, book: context.book, type: 'alerts.remove', body: fields };
      const answer = answerOf<AlertView>(await bus.submit(command));
      if (answer.ok) return done({ ...answer.result, name: nameOf(answer.result.code) });
      // The core keeps only active alerts; ended ones are in the database.
      const ended = answer.code === code.nothingFound && (await ownsAlert(pool, { userId, id: body.id }));
      return ended ? refuse(code.orderAlreadyFinal, 'id') : answer;
    },
  } satisfies CallHandlers;
}
