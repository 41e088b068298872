import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { code as codes, httpStatusOf } from '@glasshouse/contract/codes';
import type { Language } from '@glasshouse/contract/constants';
import type { FastifyReply } from 'fastify';
import type { CallAnswer, FileResult } from '../platform/call.ts';
import type { Log } from '../platform/log.ts';

/** The words of a code in a language, from the catalogue. */
export type CodeText = (code: number, language: Language) => string;

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface Envelopes {
  send(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
  /** A success is the file itself. */
  sendFile(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
  refuse(reply: FastifyReply, code: number, language: Language): FastifyReply;
  /** A bug or an outage: logged with a number that the answer carries, and nothing of the inside. */
  fail(reply: FastifyReply, error: unknown, language: Language, code?: number): FastifyReply;
}

export function createEnvelopes(text: CodeText, log: Pick<Log, 'error'>): Envelopes {
  const json = (reply: FastifyReply, status: number, payload: string): FastifyReply => {
    reply.statusCode = status;
    reply.header('content-type', JSON_TYPE);
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    return reply.send(payload);
  };

  const refusal = (reply: FastifyReply, code: number, language: Language, fields?: object): FastifyReply => {
    const payload = JSON.stringify({
      code,
      message: text(code, language),
      ...(fields === undefined ? {} : { fields }),
    });
    return json(reply, httpStatusOf(code), payload);
  };

  const send = (reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply => {
    if (answer.ok) {
      const result = JSON.stringify(answer.result ?? null);
      const notice = answer.notice === undefined ? '' : `,"message":${answer.notice}`;
      return json(reply, 200, `{"code":200,"result":${result}${notice}}`);
    }
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
    return refusal(reply, answer.code, language(), answer.fields);
  };

  return {
    sendFile(reply, answer, language) {
      if (!answer.ok) return send(reply, answer, language);
      const { name, type, chunks } = answer.result as FileResult;
      reply.header('content-type', type);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      reply.header('cache-control', 'no-store');
      reply.header('x-content-type-options', 'nosniff');
      // A stream reads on only as it is taken, and ends its source when the client goes.
      return reply.send(Readable.from(chunks));
    },
    send,
    refuse: (reply, code, language) => refusal(reply, code, language),
    fail(reply, error, language, code = codes.serverError) {
      const requestId = randomUUID();
      log.error({ err: error, requestId, path: reply.request.routeOptions.url }, 'a request failed');
      const payload = JSON.stringify({ code, message: text(code, language), requestId });
      return json(reply, httpStatusOf(code), payload);
    },
  };
}
