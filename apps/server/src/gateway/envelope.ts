import { randomUUID } from 'node:crypto';
import { code as codes, httpStatusOf } from '@glasshouse/contract/codes';
import type { Language } from '@glasshouse/contract/constants';
import type { FastifyReply } from 'fastify';
import type { CallAnswer } from '../platform/call.ts';
import type { Log } from '../platform/log.ts';

/** The words of a code in a language, from the catalogue. */
export type CodeText = (code: number, language: Language) => string;

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface Envelopes {
  send(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
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

  return {
    send(reply, answer, language) {
      if (answer.ok) {
        const result = JSON.stringify(answer.result ?? null);
        const notice = answer.notice === undefined ? '' : `,"message":${answer.notice}`;
        return json(reply, 200, `{"code":200,"result":${result}${notice}}`);
      }
      if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
      return refusal(reply, answer.code, language(), answer.fields);
    },
    refuse: (reply, code, language) => refusal(reply, code, language),
    fail(reply, error, language, code = codes.serverError) {
      const requestId = randomUUID();
      log.error({ err: error, requestId, path: reply.request.routeOptions.url }, 'a request failed');
      const payload = JSON.stringify({ code, message: text(code, language), requestId });
      return json(reply, httpStatusOf(code), payload);
    },
  };
}
