import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { code as codes, httpStatusOf } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import type { FastifyReply } from 'fastify';
import { toldCode } from '../market-data/held-price.ts';
import type { CallAnswer, FileResult } from '../platform/call.ts';
import { compressLater, type Effort } from '../platform/compression.ts';
import type { Log } from '../platform/log.ts';
import { acceptedEncoding } from './content-encoding.ts';

/** Amounts that a message names, plain decimals. */
type Amounts = Extract<CallAnswer, { readonly ok: false }>['amounts'];

/** The text of a code in a language. */
export type CodeText = (code: number, language: Language, amounts?: Amounts) => string;

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface Envelopes {
  send(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
  /** Compresses a large success. For public data only: the compressed size would leak a secret. */
  sendLarge(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply | Promise<FastifyReply>;
  /** A success is the file itself. */
  sendFile(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
  refuse(reply: FastifyReply, code: number, language: Language): FastifyReply;
  /** A bug or an outage: logged under a number that the answer carries, without internals. */
  fail(reply: FastifyReply, error: unknown, language: Language, code?: number): FastifyReply;
}

interface RefusalParts {
  readonly fields?: object;
  readonly amounts?: Amounts;
}

const FOREVER = 'public, max-age=31536000, immutable';

/** What the platform cannot take on is asked again after this: often enough, and no storm. */
const RETRY_SECONDS = 5;
/** Below this, compression costs more than it saves. */
const WORTH_BYTES = 1_024;

/**
 * Fast rather than small: 20 kB of candles become 6 kB in half a millisecond, off the main thread.
 */
const EFFORT: Effort = { br: 3, gzip: 1 };

export function createEnvelopes(text: CodeText, log: Pick<Log, 'error'>): Envelopes {
  const asJson = (reply: FastifyReply, status: number): FastifyReply => {
    reply.statusCode = status;
    reply.header('content-type', JSON_TYPE);
    reply.header('cache-control', 'no-store');
    return reply.header('x-content-type-options', 'nosniff');
  };
  const json = (reply: FastifyReply, status: number, payload: string): FastifyReply =>
    asJson(reply, status).send(payload);

  const refusal = (reply: FastifyReply, code: number, language: Language, more: RefusalParts = {}): FastifyReply => {
    const { fields, amounts } = more;
    const payload = JSON.stringify({
      code,
      message: text(toldCode(code, fields), language, amounts),
      ...(fields === undefined ? {} : { fields }),
      ...(amounts === undefined ? {} : { amounts }),
    });
    if (code === codes.coreUnavailable && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_SECONDS);
    return json(reply, httpStatusOf(code), payload);
  };

  const send = (reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply => {
    if (answer.ok) return json(reply, 200, payloadOf(answer));
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
    return refusal(reply, answer.code, language(), answer);
  };

  return {
    sendLarge(reply, answer, language) {
      if (!answer.ok) return send(reply, answer, language);
      const payload = payloadOf(answer);
      const encoding = acceptedEncoding(reply.request.headers['accept-encoding']);
      reply.header('vary', 'accept-encoding');
      if (encoding === undefined || payload.length < WORTH_BYTES) return json(reply, 200, payload);
      return compressLater[encoding](payload, EFFORT).then((bytes) =>
        asJson(reply, 200).header('content-encoding', encoding).send(bytes),
      );
    },
    sendFile(reply, answer, language) {
      if (!answer.ok) return send(reply, answer, language);
      const { name, type, chunks, isPublic } = answer.result as FileResult;
      reply.header('content-type', type);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      reply.header('cache-control', isPublic === true ? FOREVER : 'no-store');
      reply.header('x-content-type-options', 'nosniff');
      // The stream reads as fast as the client, and closes its source when the client leaves.
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

function payloadOf({ result, notice }: Extract<CallAnswer, { readonly ok: true }>): string {
  const message = notice === undefined ? '' : `,"message":${notice}`;
  return `{"code":200,"result":${JSON.stringify(result ?? null)}${message}}`;
}
