import { randomBytes } from 'node:crypto';
import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../../kernel/core/bus.ts';
import {
  type FindTick,
  type LinesOf,
  logLinesOf,
  type Prove,
  refuseMissingEvidence,
  type TermsOf,
} from '../../ledger/order-evidence.ts';
import { answerOf, type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import type { NetworkOf } from '../../platform/networks.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { conversionsOf, FILLS_CURSOR_PARTS, fillById, sourcesOf } from './queries.ts';
import { fillWire } from './view.ts';

/** Quotes cannot be guessed; somebody else's would be refused all the same. */
const QUOTE_ID_BYTES = 16;

export interface ConvertCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly findTick: FindTick;
  readonly linesOf: LinesOf;
  readonly prove: Prove;
  readonly networkOf: NetworkOf;
}

export function convertCalls({ pool, bus, findTick, linesOf, prove, networkOf }: ConvertCallsDeps) {
  return {
    async quoteConversion({ query }, context) {
      const { userId } = callerOf(context);
      const quoteId = randomBytes(QUOTE_ID_BYTES).toString('base64url');
      const body = { from: query.from, to: query.to, amount: query.amount, quoteId };
      const command = {
        id: `${userId}:quote:${quoteId}`,
        userId,
        book: context.book,
        type: 'convert.ask',
        body,
        ...networkOf(context.ip),
      };
      return answerOf<ResultOf<'quoteConversion'>>(await bus.submit(command));
    },
    async convert({ body }, context) {
      const { userId } = callerOf(context);
      const conversion = { from: body.from, to: body.to, amount: body.amount, quoteId: body.quoteId ?? null };
      const command = {
        id: context.commandId,
        userId,
        book: context.book,
        type: 'convert.fill',
        body: conversion,
        ...networkOf(context.ip),
      };
      return answerOf<ResultOf<'convert'>>(await bus.submit(command));
    },
    async listConversions({ query }, context) {
      const page = readPage(query, FILLS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      return done(await conversionsOf(pool, { userId: callerOf(context).userId, book: context.book }, page));
    },
    getConversion: refuseMissingEvidence(async ({ params }, context) => {
      const { userId } = callerOf(context);
      const fill = await fillById(pool, { userId, id: params.id });
      if (fill === undefined) return refuse(code.orderNotFound, 'id');
      const { seqs, ticks } = await sourcesOf(pool, fill);
      const [log, lines, found] = await Promise.all([
        logLinesOf(pool, seqs),
        linesOf({ userId, book: fill.book, ref: String(fill.id) }),
        Promise.all(ticks.map((tick) => findTick(tick))),
      ]);
      const evidence = {
        conversion: fillWire(fill),
        terms: { from: fill.from_version, to: fill.to_version },
        log: [...log],
        ticks: found.filter((tick) => tick !== undefined),
        lines: [...lines],
      };
      const type = 'convert.define';
      const terms: TermsOf[] = [
        { type, named: ['asset', fill.from_asset], version: fill.from_version },
        { type, named: ['asset', fill.to_asset], version: fill.to_version },
      ];
      return done(await prove(evidence, { kind: 'conversion', userId, id: fill.id, seqs, terms }));
    }),
  } satisfies CallHandlers;
}
