import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { Json } from '../../kernel/core/types.ts';
import { type FindTick, type LinesOf, type Prove, refuseMissingEvidence } from '../../ledger/order-evidence.ts';
import {
  answerOf,
  type CallAnswer,
  type CallContext,
  type CallHandlers,
  callerOf,
  done,
  refuse,
} from '../../platform/call.ts';
import type { NetworkOf } from '../../platform/networks.ts';
import { tellOffStep } from '../../platform/off-step.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ORDERS_CURSOR_PARTS, ownOrderRow } from '../../trading/order-pages.ts';
import type { Cancellable } from './cancel-call.ts';
import { type ContractView, evidenceOf, ordersOf, type Surroundings, termsInForce, termsOfVersion } from './queries.ts';
import { type ContractOrder, ORDERS_TABLE } from './rows.ts';
import type { ContractTerms } from './terms.ts';

export interface ContractsCallsDeps extends Surroundings {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly findTick: FindTick;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
  readonly networkOf: NetworkOf;
}

export function contractsCalls(deps: ContractsCallsDeps) {
  const { pool } = deps;
  const submit = submitter(deps);
  return {
    async openPosition({ body }, context) {
      if (body.ocoWith !== undefined && !(await isOwn(pool, context, body.ocoWith)))
        return refuse(code.orderNotFound, 'ocoWith');
      const order = {
        code: body.code,
        side: body.side,
        type: body.type,
        ...optional('price', body.price),
        ...optional('stopPrice', body.stopPrice),
        lots: body.lots,
        leverage: body.leverage,
        ...optional('stopLoss', body.stopLoss),
        ...optional('takeProfit', body.takeProfit),
        ...optional('targets', body.targets),
        ...optional('trailing', body.trailing),
        ...optional('ocoWith', body.ocoWith),
      };
      const answer = await submit('contracts.buy', order, context, deps.networkOf(context.ip));
      return answer.ok ? answer : tellLots(answer, body.lots, await termsInForce(pool, body.code));
    },
    async closePosition({ body }, context) {
      if (!(await isOwn(pool, context, body.id))) return refuse(code.orderNotFound, 'id');
      const answer = await submit('contracts.close', { id: body.id, ...optional('lots', body.lots) }, context);
      if (answer.ok || answer.code !== code.lotsIncorrect || body.lots === undefined) return answer;
      const { userId } = callerOf(context);
      const order = await ownOrderRow<ContractOrder>(pool, ORDERS_TABLE, { userId, id: body.id });
      if (order === undefined) return answer;
      const terms = await termsOfVersion(pool, order.code, order.terms_version);
      const left = subtract(amountOf(order.open_lots), amountOf(order.closing_lots ?? '0'));
      return tellLots(answer, body.lots, {
        minLots: terms.lotStep,
        maxLots: formatAmount(left),
        lotStep: terms.lotStep,
      });
    },
    async reversePosition({ body }, context) {
      if (!(await isOwn(pool, context, body.id))) return refuse(code.orderNotFound, 'id');
      return submit('contracts.reverse', { id: body.id }, context, deps.networkOf(context.ip));
    },
    async setStops({ body }, context) {
      if (!(await isOwn(pool, context, body.id))) return refuse(code.orderNotFound, 'id');
      const stops = {
        ...optional('stopLoss', body.stopLoss),
        ...optional('takeProfit', body.takeProfit),
        ...optional('targets', body.targets),
        ...optional('trailing', body.trailing),
      };
      const answer = await submit('contracts.stops', { id: body.id, ...stops }, context);
      return answer.ok ? done(answer.result, code.modified) : answer;
    },
    async listPositions({ query }, context) {
      const page = readPage(query, ORDERS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const state = query.state as string | readonly string[] | undefined;
      const states = typeof state === 'string' ? [state] : state;
      const filter = { userId: callerOf(context).userId, book: context.book, states, code: query.code };
      return done(await ordersOf(pool, filter, page, deps));
    },
    getPosition: refuseMissingEvidence(async ({ params }, context) => {
      const { userId } = callerOf(context);
      const order = await ownOrderRow<ContractOrder>(pool, ORDERS_TABLE, { userId, id: params.id });
      return order === undefined ? refuse(code.orderNotFound, 'id') : done(await evidenceOf(pool, order, deps));
    }),
  } satisfies CallHandlers;
}

/** Lots between two steps, told with the nearest that are permitted. */
const tellLots = (
  answer: CallAnswer<ContractView>,
  size: string,
  terms: Pick<ContractTerms, 'minLots' | 'maxLots' | 'lotStep'> | undefined,
): CallAnswer<ContractView> =>
  terms === undefined
    ? answer
    : tellOffStep(answer, {
        refused: code.lotsIncorrect,
        code: code.lotsOffStep,
        field: 'lots',
        size,
        rule: { min: terms.minLots, max: terms.maxLots, step: terms.lotStep },
      });

/** Contracts' part of `cancelOrder`. */
export function contractsCancel(deps: Pick<ContractsCallsDeps, 'pool' | 'bus' | 'nameOf'>): Cancellable {
  const submit = submitter(deps);
  return {
    owns: async (key) => (await ownOrderRow(deps.pool, ORDERS_TABLE, key)) !== undefined,
    cancel: ({ body }, context) => submit('contracts.cancel', { id: body.id }, context),
  };
}

/**
 * The core only knows live orders; the table tells whether one was ever the caller's on this book.
 */
async function isOwn(pool: Pool, context: CallContext, id: number): Promise<boolean> {
  const order = await ownOrderRow<ContractOrder>(pool, ORDERS_TABLE, { userId: callerOf(context).userId, id });
  return order?.book === context.book;
}

const submitter =
  ({ bus, nameOf }: Pick<ContractsCallsDeps, 'bus' | 'nameOf'>) =>
  async (
    type: string,
    body: Json,
    context: CallContext,
    network: ReturnType<NetworkOf> = {},
  ): Promise<CallAnswer<ContractView>> => {
    const { userId } = callerOf(context);
    const command = { id: context.commandId, userId, book: context.book, type, body, ...network };
    const answer = answerOf<ContractView>(await bus.submit(command));
    return answer.ok ? done({ ...answer.result, name: nameOf(answer.result.code) }) : answer;
  };

/** A missing field stays missing, so that the command says what the caller said. */
const optional = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  value === undefined ? {} : ({ [key]: value } as { [Name in Key]: Value });
