import { randomUUID } from 'node:crypto';
import { type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { BASE_PATH, HEADER_IDEMPOTENCY_KEY, HEADER_LOG_HEAD, IDEMPOTENCY_KEY_PATTERN } from '@glasshouse/api/constants';
import type { CallSpec } from '@glasshouse/api/define-call';
import { foldEmail } from '@glasshouse/api/email';
import { foldCode } from '@glasshouse/api/typed-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { LoginGate } from '../people/identity/login-gate.ts';
import { hasWeight, type Session, type SessionStore } from '../people/identity/sessions.ts';
import { addressKey, networkKey } from '../platform/address-keys.ts';
import { type CallAnswer, type CallHandler, type CallInput, refuse } from '../platform/call.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import { withinSession } from '../platform/session-scope.ts';
import { limitOf } from './call-limits.ts';
import { failureCode } from './core-unavailable.ts';
import { type Envelopes, packed } from './envelope.ts';
import type { FileLimit, FormReader } from './multipart.ts';
import { queryCoercer } from './query-values.ts';
import type { RateLimiter } from './rate-limits.ts';
import { callWeight } from './request-budget.ts';
import { RequestContext, requestBook, requestLanguage, requestToken } from './request-context.ts';
import { compileValidator, type ShapeProblem, type Validator } from './validation.ts';

export interface CallDeps {
  readonly sessions: SessionStore;
  readonly limiter: RateLimiter;
  readonly gate: LoginGate;
  readonly envelopes: Envelopes;
  /** Calls that list 11037 answer it on the real book. */
  readonly isRealBookClosed: boolean;
  readonly forms: FormReader;
  /** How large a file may be that is uploaded. */
  readonly fileLimit: FileLimit;
  readonly logHead: () => string | undefined;
  readonly now: () => number;
  /** Turns of calls that the history thread answers. */
  readonly turns: FairQueue;
}

/**
 * What somebody frozen may still do with money: get out of what they are in, or nearer to it. Which
 * stops do that is for the core to say.
 */
const WAYS_OUT: ReadonlySet<CallName> = new Set([
  'cancelLoan',
  'cancelOrder',
  'cancelWithdrawal',
  'closePosition',
  'exitPlan',
  'removeAlert',
  'repayLoan',
  'setStops',
]);

/** Public answers with many rows, which charts on phones wait for: compressed within their turn. */
const LARGE: ReadonlySet<CallName> = new Set(['listCandles']);

/** Answered by one thread for everybody, so that they take turns by network. */
const TAKES_TURNS: ReadonlySet<CallName> = new Set(['listCandles', 'listTickRuns', 'getTickReceipt']);
const TURN_RETRY_SECONDS = 2;

export const IDEMPOTENCY_KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);
export const NO_BODY = Object.freeze({});
const NOTHING: Validator = () => undefined;

/**
 * Registers one call of the contract. In order: who asks, the shape of the input, the
 * Idempotency-Key, how often, whether this person may move money; then the handler. Stages and
 * codes follow the catalogue.
 */
export function registerCall(app: FastifyInstance, deps: CallDeps, name: CallName, answered: CallHandler): void {
  const isLarge = LARGE.has(name);
  const written: GatewayHandler = isLarge ? packing(answered) : answered;
  const handler = TAKES_TURNS.has(name) ? inTurn(deps.turns, written) : written;
  const spec: CallSpec = callSpec(name);
  const shape = shapeReader(spec);
  const limit = limitOf(name, spec.movesMoney, deps);
  const isNew = spec.movesMoney && !WAYS_OUT.has(name);
  const { envelopes, sessions, limiter } = deps;
  /** On the real book only those whose identity was checked. */
  const needsIdentity = spec.codes.includes('verifyIdentityFirst');
  const isOfMembers = spec.movesMoney && spec.codes.includes('guestMustUpgrade');
  const isClosedOnReal = deps.isRealBookClosed && spec.codes.includes('realBookClosed');
  const send = spec.file !== undefined ? envelopes.sendFile : isLarge ? envelopes.sendPacked : envelopes.send;

  const most = spec.fileBytesMax;
  /** A form is read once it is known who sends it, and after it was counted. */
  const admitForm = async (
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
  ): Promise<CallAnswer> => {
    const wait = limit === undefined ? 0 : limit({ params: undefined, query: undefined, body: undefined }, context);
    if (0 < wait) return { ok: false, code: code.tooManyRequests, retryAfter: wait };
    const { caller } = context;
    // The call would refuse them only after it had the whole file.
    if (caller?.kind === 'guest' && spec.codes.includes('guestMustUpgrade')) return refuse(code.guestMustUpgrade);
    const sender = caller?.kind === 'user' ? `user ${caller.userId}` : addressKey(context.ip);
    // Accounts are cheap: those of one network share what it may send until they have weight.
    const network = caller?.hasWeight === true ? sender : networkKey(context.ip);
    const source = { request, reply, sender, network };
    const form = await deps.forms.read(source, most === undefined ? deps.fileLimit : () => most);
    if (!form.ok) {
      // The refusal of pictures does not fit other files.
      return most !== undefined && form.code === code.imageTooLarge ? refuse(code.payloadTooLarge) : form;
    }
    return admit(request, context, form.file === undefined ? form.fields : { ...form.fields, file: form.file });
  };

  const admit = (request: FastifyRequest, context: RequestContext, body: unknown): CallAnswer | Promise<CallAnswer> => {
    const book = requestBook(request);
    if (book === undefined) return refuse(code.bookHeaderInvalid, 'virtually');
    context.book = book;
    const input = {
      params: shape.params(request.params),
      query: shape.query(request.query),
      body: body === undefined ? NO_BODY : body,
    };
    const problem = shape.check(input);
    if (problem !== undefined) return { ok: false, ...problem };
    if (spec.movesMoney) {
      // Without a key each request is new.
      const key = request.headers[HEADER_IDEMPOTENCY_KEY] ?? randomUUID();
      if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
        return refuse(code.idempotencyKeyInvalid, 'Idempotency-Key');
      }
      context.commandId = `${context.caller?.userId}:${key}`;
    }
    const wait = limit === undefined || spec.multipart === true ? 0 : limit(input, context);
    if (0 < wait) return { ok: false, code: code.tooManyRequests, retryAfter: wait };
    if (isNew && context.caller?.status === 'frozen') return refuse(code.userStatusWrong);
    if (isClosedOnReal && book === 'real') return refuse(code.realBookClosed);
    if (isOfMembers && book === 'real' && context.caller?.kind === 'guest') return refuse(code.guestMustUpgrade);
    if (needsIdentity && book === 'real' && context.verified === 'none') {
      return refuse(context.caller?.kind === 'guest' ? code.guestMustUpgrade : code.verifyIdentityFirst);
    }
    const run = () => (spec.movesMoney ? countingRefusals(input, context) : handler(input, context));
    return context.session === undefined ? run() : withinSession(context.session, run);
  };

  /** Ways out are counted by themselves: whoever was refused too often still gets out. */
  const countingRefusals = async (input: CallInput, context: RequestContext): Promise<CallAnswer> => {
    const key = `${context.caller?.userId}${isNew ? '' : ' out'}`;
    const pause = limiter.wait('refusedPerUser', key);
    if (0 < pause) return { ok: false, code: code.tooManyRequests, retryAfter: pause };
    const answered = await handler(input, context);
    if (!answered.ok) limiter.take('refusedPerUser', key);
    return answered;
  };

  const answer = (request: FastifyRequest, reply: FastifyReply, session: Session | undefined): unknown => {
    const context = new RequestContext(request);
    if (session !== undefined) {
      context.verified = session.verified;
      context.session = session.digest;
      const { userId, id: sessionId, kind, status } = session;
      context.caller = { userId, sessionId, kind, status, hasWeight: hasWeight(session, deps.now()) };
    }
    const language = () => requestLanguage(request);
    const fail = (error: unknown): FastifyReply =>
      envelopes.fail(reply, error, language(), failureCode(error, spec.movesMoney));
    try {
      const answered =
        spec.multipart === true ? admitForm(request, reply, context) : admit(request, context, request.body);
      if (!(answered instanceof Promise)) return send(reply, answered, language);
      return answered.then((later) => {
        const head = spec.movesMoney ? deps.logHead() : undefined;
        if (head !== undefined) reply.header(HEADER_LOG_HEAD, head);
        return send(reply, later, language);
      }, fail);
    } catch (error) {
      return fail(error);
    }
  };

  app.route({
    method: spec.method,
    url: BASE_PATH + spec.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { weight: callWeight(name) },
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
        if (found !== undefined) return answer(request, reply, found);
        // A look-up in the database each time, whatever the call does without one.
        const wait = limiter.take('badTokenPerAddress', addressKey(request.ip));
        if (wait === 0 && spec.auth === 'optional') return answer(request, reply, undefined);
        if (wait === 0) return envelopes.refuse(reply, code.sessionExpired, requestLanguage(request));
        const tooMany: CallAnswer = { ok: false, code: code.tooManyRequests, retryAfter: wait };
        return envelopes.send(reply, tooMany, () => requestLanguage(request));
      });
    },
  });
}

type GatewayHandler = (input: CallInput, context: RequestContext) => CallAnswer | Promise<CallAnswer>;

/** Compression takes as long as the reading did, so that it is part of what takes turns. */
const packing =
  (handler: CallHandler): GatewayHandler =>
  async (input, context) =>
    packed(await handler(input, context), context.acceptEncoding);

/** Waits for the network's turn; a network with too many turns waiting is told to come again. */
const inTurn =
  (turns: FairQueue, handler: GatewayHandler): GatewayHandler =>
  async (input, context) =>
    (await turns.run(networkKey(context.ip), () => handler(input, context))) ?? {
      ...refuse(code.tooManyRequests),
      retryAfter: TURN_RETRY_SECONDS,
    };

export interface ShapeReader {
  params(value: unknown): unknown;
  query(value: unknown): unknown;
  check(input: { readonly params: unknown; readonly query: unknown; readonly body: unknown }): ShapeProblem | undefined;
}

type TextFields = Readonly<Record<string, string | string[]>>;

export function shapeReader(spec: Pick<CallSpec, 'params' | 'query' | 'body' | 'multipart'>): ShapeReader {
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
  const asked = typedFields(spec.query);
  const typed = typedFields(spec.body);
  return {
    params: coercer(spec.params),
    query: coercer(spec.query),
    check: (input) => {
      foldTyped(input.query, asked);
      foldTyped(input.body, typed);
      return (
        params(input.params) ?? query(input.query) ?? body(spec.multipart === true ? asText(input.body) : input.body)
      );
    },
  };
}

type Fold = (text: string) => string;
const FOLDS: Readonly<Record<string, Fold>> = { code: foldCode, email: foldEmail };

/** Fields of a body that are written in one way before anything looks at them. */
const typedFields = (
  schema: (TSchema & { readonly properties?: Readonly<Record<string, object>> }) | undefined,
): readonly (readonly [string, Fold])[] =>
  Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const fold = FOLDS[(field as { readonly 'x-typed'?: string })['x-typed'] ?? ''];
    return fold === undefined ? [] : [[name, fold] as const];
  });

/** Longer text is no code and no address; the schema refuses it. */
const TYPED_MAX = 512;

/** `123 456` and `１２３４５６` are 123456, `bücher.example` is `xn--bcher-kva.example`. */
function foldTyped(body: unknown, fields: readonly (readonly [string, Fold])[]): void {
  if (fields.length === 0 || typeof body !== 'object' || body === null) return;
  const values = body as Record<string, unknown>;
  for (const [name, fold] of fields) {
    const typed = values[name];
    if (typeof typed === 'string' && typed.length <= TYPED_MAX) values[name] = fold(typed);
  }
}

/** A form as its schema describes it: the file is text there, whatever it holds. */
const asText = (body: unknown): unknown =>
  Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [name, Buffer.isBuffer(value) ? '' : value]),
  );
