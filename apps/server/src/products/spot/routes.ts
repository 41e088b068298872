import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import {
  FEE_TIERS_IN_FORCE,
  type FindTick,
  type LinesOf,
  logLinesOf,
  type Prove,
  refuseMissingEvidence,
} from '../../ledger/order-evidence.ts';
import {
  answerOf,
  type CallAnswer,
  type CallHandlers,
  callerOf,
  done,
  type HandlerOf,
  refuse,
} from '../../platform/call.ts';
import type { NetworkOf } from '../../platform/networks.ts';
import { tellOffStep } from '../../platform/off-step.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { ORDERS_CURSOR_PARTS } from '../../trading/order-pages.ts';
import type { CancelBody } from './cancel.ts';
import type { SubmitBody } from './parse-order.ts';
import { fillsOf, orderById, ordersOf, type SpotOrderView, termsAt, termsInForce, termsView } from './queries.ts';
import { isFinal, type SpotFill, type SpotOrder } from './rows.ts';

import { orderWire } from './view.ts';

export interface SpotCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly findTick: FindTick;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
  readonly networkOf: NetworkOf;
}

/** Newest ticks of house quotes proved in an order's evidence: each is looked up on the tape. */
const EVIDENCE_TICKS_MAX = 50;

export function spotCalls({ pool, bus, findTick, linesOf, prove, networkOf }: SpotCallsDeps) {
  const tellQuantity = async (
    answer: CallAnswer<SpotOrderView>,
    pair: string,
    size: string,
  ): Promise<typeof answer> => {
    const terms = await termsInForce(pool, pair);
    if (terms === undefined) return answer;
    return tellOffStep(answer, {
      refused: code.purchaseAmountIncorrect,
      code: code.quantityOffStep,
      field: 'quantity',
      size,
      rule: { min: terms.minQuantity, max: terms.maxQuantity, step: terms.quantityStep },
    });
  };
  return {
    async placeSpotOrder({ body }, context) {
      const { userId } = callerOf(context);
      const order: SubmitBody = {
        code: body.code,
        side: body.side,
        type: body.type,
        price: body.price ?? null,
        quantity: body.quantity ?? null,
        amount: body.amount ?? null,
        timeInForce: body.timeInForce ?? null,
        // Left out where they are not given: commands of other types stay as they were.
        ...(body.stopPrice === undefined ? {} : { stopPrice: body.stopPrice }),
        ...(body.stopLimitPrice === undefined ? {} : { stopLimitPrice: body.stopLimitPrice }),
        ...(body.trailingDistance === undefined ? {} : { trailingDistance: body.trailingDistance }),
        ...(body.trailingRate === undefined ? {} : { trailingRate: body.trailingRate }),
      };
      const command = {
        id: context.commandId,
        userId,
        book: context.book,
        type: 'spot.submit',
        body: order,
        ...networkOf(context.ip),
      };
      const answer = answerOf<SpotOrderView>(await bus.submit(command));
      return answer.ok || order.quantity === null ? answer : tellQuantity(answer, order.code, order.quantity);
    },
    async listSpotOrders({ query }, context) {
      const page = readPage(query, ORDERS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const state = query.state as string | readonly string[] | undefined;
      const states = typeof state === 'string' ? [state] : state;
      const filter = { userId: callerOf(context).userId, book: context.book, states, code: query.code };
      return done(await ordersOf(pool, filter, page));
    },
    getSpotOrder: refuseMissingEvidence(async ({ params }, context) => {
      const { userId } = callerOf(context);
      const order = await orderById(pool, { userId, id: params.id });
      if (order === undefined) return refuse(code.orderNotFound, 'id');
      const fills = (await fillsOf(pool, [order.id])).get(order.id) ?? [];
      const terms = await termsAt(pool, { code: order.code, version: order.terms_version });
      if (terms === undefined) throw new Error(`spot order ${order.id} names terms that are not there`);
      const seqs = logSeqs(order, fills);
      const shown = evidenceTicks(order, fills);
      const [log, lines, ticks] = await Promise.all([
        logLinesOf(pool, seqs),
        linesOf({ userId, book: order.book, ref: String(order.id) }),
        Promise.all(shown.map(({ seq, at }) => findTick({ code: order.code, seq, at }))),
      ]);
      const evidence = {
        order: orderWire(order, fills),
        terms: termsView(terms),
        log: [...log],
        ticks: ticks.filter((tick) => tick !== undefined),
        lines: [...lines],
      };
      const named = { type: 'spot.define', named: ['code', order.code], version: order.terms_version } as const;
      return done(
        await prove(evidence, {
          kind: 'spot',
          userId,
          id: order.id,
          seqs,
          terms: [named, FEE_TIERS_IN_FORCE],
          ticks: [tickBeforeEntry(order, shown)],
        }),
      );
    }),
  } satisfies CallHandlers;
}

/**
 * Spot's part of `cancelOrder`. The core decides whether an order still rests, and repeats its
 * answer for a repeated key.
 */
export function spotCancel({ pool, bus }: Pick<SpotCallsDeps, 'pool' | 'bus'>) {
  const owns = async (key: { userId: number; id: number }) => (await orderById(pool, key)) !== undefined;
  const cancel: HandlerOf<'cancelOrder'> = async ({ body }, context) => {
    const { userId } = callerOf(context);
    const cancelled: CancelBody = { id: body.id };
    const command = { id: context.commandId, userId, book: context.book, type: 'spot.cancel', body: cancelled };
    return answerOf<SpotOrderView>(await bus.submit(command));
  };
  return { owns, cancel };
}

/** The log entries that decided the order. */
function logSeqs(order: SpotOrder, fills: readonly SpotFill[]): number[] {
  const seqs = new Set([order.id, ...fills.map((fill) => fill.seq)]);
  if (order.triggered_by !== null) seqs.add(order.triggered_by);
  if (order.entered_by !== null) seqs.add(order.entered_by);
  if (isFinal(order)) seqs.add(order.settled_by as number);
  return [...seqs];
}

/** Shows that the price it waited for was the first one that could be. */
function tickBeforeEntry(
  { code: instrument, entry_seq: entry, lead_ms: lead }: SpotOrder,
  shown: readonly { readonly seq: number }[],
): { readonly code: string; readonly seq: number } | undefined {
  const seq = (entry ?? 0) - 1;
  return lead === null || seq < 1 || shown.some((tick) => tick.seq === seq) ? undefined : { code: instrument, seq };
}

/** The best tick and the trigger of a waiting order, and the ticks of the house's quotes. */
function evidenceTicks(order: SpotOrder, fills: readonly SpotFill[]): { seq: number; at: number }[] {
  const own = new Map<number, number>();
  if (order.triggered_by !== null && order.peak_seq !== null) own.set(order.peak_seq, order.peak_at as number);
  if (order.trigger_seq !== null) own.set(order.trigger_seq, order.trigger_at as number);
  if (order.entry_seq !== null) own.set(order.entry_seq, order.entry_at as number);
  const ticks = new Map<number, number>();
  for (const { tick_seq, tick_at } of fills) {
    if (tick_seq !== null && tick_at !== null && !own.has(tick_seq)) ticks.set(tick_seq, tick_at);
  }
  return [...own, ...[...ticks].slice(-EVIDENCE_TICKS_MAX)].map(([seq, at]) => ({ seq, at }));
}
