import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { code as codes, httpStatusOf } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import type { FastifyReply } from 'fastify';
import { toldCode } from '../market-data/held-price.ts';
import { type CallAnswer, done, type FileResult } from '../platform/call.ts';
import { compressLater, type Effort, type Encoding } from '../platform/compression.ts';
import type { Log } from '../platform/log.ts';
import { acceptedEncoding } from './content-encoding.ts';

/** Amounts that a message names, plain decimals. */
type Amounts = Extract<CallAnswer, { readonly ok: false }>['amounts'];

/** The text of a code in a language. */
export type CodeText = (code: number, language: Language, amounts?: Amounts) => string;

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface Envelopes {
  send(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
  /** Answers with a success that `packed` has compressed. */
  sendPacked(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
  /** A success is the file itself. */
  sendFile(reply: FastifyReply, answer: CallAnswer, language: () => Language): FastifyReply;
  refuse(reply: FastifyReply, code: number, language: Language): FastifyReply;
  /** A bug or an outage: logged under a number that the answer carries, without internals. */
  fail(reply: FastifyReply, error: unknown, language: Language, code?: number): FastifyReply;
}

/** The payload of a success as it goes over the line; without an encoding when it is small. */
class PackedResult {
  readonly payload: string | Buffer;
  readonly encoding: Encoding | undefined;

  constructor(payload: string | Buffer, encoding?: Encoding) {
    this.payload = payload;
    this.encoding = encoding;
  }
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
    sendPacked(reply, answer, language) {
      if (!answer.ok) return send(reply, answer, language);
      const { payload, encoding } = answer.result as PackedResult;
      reply.header('vary', 'accept-encoding');
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return asJson(reply, 200).send(payload);
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

/**
 * Writes and compresses a large success, for `sendPacked`; a refusal stays as it is. For public
 * data only: the compressed size would leak a secret.
 */
export async function packed(answer: CallAnswer, acceptEncoding: string | undefined): Promise<CallAnswer> {
  if (!answer.ok) return answer;
  const payload = payloadOf(answer);
  const encoding = acceptedEncoding(acceptEncoding);
  if (encoding === undefined || payload.length < WORTH_BYTES) return done(new PackedResult(payload));
  return done(new PackedResult(await compressLater[encoding](payload, EFFORT), encoding));
}

function payloadOf({ result, notice }: Extract<CallAnswer, { readonly ok: true }>): string {
  const message = notice === undefined ? '' : `,"message":${notice}`;
  return `{"code":200,"result":${JSON.stringify(result ?? null)}${message}}`;
}
