import { type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { BASE_PATH, HEADER_IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PATTERN } from '@glasshouse/api/constants';
import type { CallSpec } from '@glasshouse/api/define-call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Session, SessionStore } from '../people/identity/sessions.ts';
import { type CallAnswer, type CallHandler, refuse } from '../platform/call.ts';
import { limitOf } from './call-limits.ts';
import { CoreUnavailable } from './core-unavailable.ts';
import type { Envelopes } from './envelope.ts';
import { queryCoercer } from './query-values.ts';
import { addressKey, type RateLimiter } from './rate-limits.ts';
import { RequestContext, requestBook, requestLanguage, requestToken } from './request-context.ts';
import { compileValidator, type ShapeProblem, type Validator } from './validation.ts';

export interface CallDeps {
  readonly sessions: SessionStore;
  readonly limiter: RateLimiter;
  readonly envelopes: Envelopes;
  /** Calls that list 11037 answer it on the real book. */
  readonly isRealBookClosed: boolean;
}

/** Public answers with many rows, which charts on phones wait for. */
const LARGE: ReadonlySet<CallName> = new Set(['listCandles']);

const IDEMPOTENCY_KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);
const NO_BODY = Object.freeze({});
const NOTHING: Validator = () => undefined;

/**
 * Registers one call of the contract. In order: who asks, the shape of the input, the
 * Idempotency-Key, how often, whether this person may move money; then the handler. Stages and
 * codes follow the catalogue.
 */
export function registerCall(app: FastifyInstance, deps: CallDeps, name: CallName, handler: CallHandler): void {
  const spec: CallSpec = callSpec(name);
  const shape = shapeReader(spec);
  const limit = limitOf(name, spec.movesMoney, deps.limiter);
  const { envelopes, sessions, limiter } = deps;
  const isClosedOnReal = deps.isRealBookClosed && spec.codes.includes('realBookClosed');
  const send = spec.file !== undefined ? envelopes.sendFile : LARGE.has(name) ? envelopes.sendLarge : envelopes.send;

  const admit = (request: FastifyRequest, context: RequestContext): CallAnswer | Promise<CallAnswer> => {
    const book = requestBook(request);
    if (book === undefined) return refuse(code.bookHeaderInvalid, 'virtually');
    context.book = book;
    const input = {
      params: shape.params(request.params),
      query: shape.query(request.query),
      body: request.body === undefined ? NO_BODY : request.body,
    };
    const problem = shape.check(input);
    if (problem !== undefined) return { ok: false, ...problem };
    if (spec.movesMoney) {
      const key = request.headers[HEADER_IDEMPOTENCY_KEY];
      if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
        return refuse(code.idempotencyKeyInvalid, 'Idempotency-Key');
      }
      context.commandId = `${context.caller?.userId}:${key}`;
    }
    const wait = limit === undefined ? 0 : limit(input, context);
    if (0 < wait) return { ok: false, code: code.tooManyRequests, retryAfter: wait };
    if (spec.movesMoney && context.caller?.status === 'frozen') return refuse(code.userStatusWrong);
    if (isClosedOnReal && book === 'real') return refuse(code.realBookClosed);
    return handler(input, context);
  };

  const answer = (request: FastifyRequest, reply: FastifyReply, session: Session | undefined): unknown => {
    const context = new RequestContext(request);
    if (session !== undefined) {
      context.caller = { userId: session.userId, sessionId: session.id, kind: session.kind, status: session.status };
    }
    const language = () => requestLanguage(request);
    const fail = (error: unknown): FastifyReply =>
      envelopes.fail(reply, error, language(), error instanceof CoreUnavailable ? code.coreUnavailable : undefined);
    try {
      const answered = admit(request, context);
      if (!(answered instanceof Promise)) return send(reply, answered, language);
      return answered.then((later) => send(reply, later, language), fail);
    } catch (error) {
      return fail(error);
    }
  };

  app.route({
    method: spec.method,
    url: BASE_PATH + spec.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      if (spec.auth === 'public') return answer(request, reply, undefined);
      const token = requestToken(request);
      if (token === undefined) {
        if (spec.auth === 'optional') return answer(request, reply, undefined);
        return envelopes.refuse(reply, code.notLoggedIn, requestLanguage(request));
      }
      const session = sessions.cached(token);
      if (session !== undefined) return answer(request, reply, session);
      return sessions.find(token).then((found) => {
        if (found !== undefined || spec.auth === 'optional') return answer(request, reply, found);
        const wait = limiter.take('badTokenPerAddress', addressKey(request.ip));
        if (wait === 0) return envelopes.refuse(reply, code.sessionExpired, requestLanguage(request));
        const tooMany: CallAnswer = { ok: false, code: code.tooManyRequests, retryAfter: wait };
        return envelopes.send(reply, tooMany, () => requestLanguage(request));
      });
    },
  });
}

interface ShapeReader {
  params(value: unknown): unknown;
  query(value: unknown): unknown;
  check(input: { readonly params: unknown; readonly query: unknown; readonly body: unknown }): ShapeProblem | undefined;
}

type TextFields = Readonly<Record<string, string | string[]>>;

function shapeReader(spec: CallSpec): ShapeReader {
  const validator = (schema: TSchema | undefined): Validator =>
    schema === undefined ? NOTHING : compileValidator(schema);
  const coercer = (schema: object | undefined): ((value: unknown) => unknown) => {
    if (schema === undefined) return (value) => value;
    const coerce = queryCoercer(schema);
    return (value) => coerce(value as TextFields);
  };
  const params = validator(spec.params);
  const query = validator(spec.query);
  const body = validator(spec.body);
  return {
    params: coercer(spec.params),
    query: coercer(spec.query),
    check: (input) => params(input.params) ?? query(input.query) ?? body(input.body),
  };
}
