import { code } from '@glasshouse/api/codes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Envelopes } from './envelope.ts';
import { requestLanguage } from './request-context.ts';

/** Errors of Fastify itself, mapped to our codes. */
const TRANSPORT: Readonly<Record<string, number>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: code.payloadTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: code.unsupportedMedia,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: code.malformedBody,
  FST_ERR_CTP_EMPTY_JSON_BODY: code.malformedBody,
  FST_ERR_CTP_INVALID_JSON_BODY: code.malformedBody,
  FST_ERR_BAD_URL: code.pathNotFound,
  FST_ERR_MAX_PARAM_LENGTH: code.pathNotFound,
  FST_ERR_ASYNC_CONSTRAINT: code.pathNotFound,
};

/** Errors of a connection that its client closed. */
const LEFT: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

export type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function errorAnswer(envelopes: Envelopes): ErrorAnswer {
  return (error, request, reply) => {
    const name = (error as { code?: string } | undefined)?.code ?? '';
    // A client that left in the middle of its body is no fault of the server.
    const known = TRANSPORT[name] ?? (LEFT.has(name) && !request.raw.complete ? code.malformedBody : undefined);
    const language = requestLanguage(request);
    return known === undefined ? envelopes.fail(reply, error, language) : envelopes.refuse(reply, known, language);
  };
}

/** JSON in, nothing else: any other content type is refused with 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error('the body is not JSON'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }));
    }
  });
}
