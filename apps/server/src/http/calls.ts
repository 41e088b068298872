import { randomUUID } from 'node:crypto';
import { type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { BASE_PATH, HEADER_IDEMPOTENCY_KEY, HEADER_LOG_HEAD, IDEMPOTENCY_KEY_PATTERN } from '@glasshouse/api/constants';
import type { CallSpec } from '@glasshouse/api/define-call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoginGate } from '../people/auth/login-gate.ts';
import { hasWeight, type Session, type SessionStore } from '../people/auth/sessions.ts';
import { addressKey, networkKey } from '../platform/address-keys.ts';
import { type CallAnswer, type CallHandler, type CallInput, refuse } from '../platform/call.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import { withinSession } from '../platform/session-scope.ts';
import {
  type Admission,
  admit,
  idempotencyKey,
  inputShape,
  rateLimit,
  type Step,
  tooMany,
  UNREAD,
  uploadedForm,
} from './admission.ts';
import { limitOf } from './call-limits.ts';
import { failureCode } from './core-unavailable.ts';
import { type Envelopes, packed } from './envelope.ts';
import type { FileLimit, FormReader } from './multipart.ts';
import type { RateLimiter } from './rate-limits.ts';
import { callWeight } from './request-budget.ts';
import { RequestContext, requestBook, requestLanguage, requestToken } from './request-context.ts';
import { shapeReader } from './shape-reader.ts';

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

/** A call of a customer on its way to its handler. */
interface CustomerAdmission extends Admission {
  readonly context: RequestContext;
}

/**
 * What a call passes after it is known who asks, in order: a form with what counts for it, the
 * book, the shape of the input, the Idempotency-Key, how often, and whether this person may move
 * money. Each call has the steps that it needs.
 */
export function customerSteps(name: CallName, deps: CallDeps): readonly Step<CustomerAdmission>[] {
  const spec: CallSpec = callSpec(name);
  const limit = limitOf(name, spec.movesMoney, deps);
  const counted: Step<CustomerAdmission>[] =
    limit === undefined ? [] : [rateLimit(({ input, context }) => limit(input, context))];
  const isForm = spec.multipart === true;
  const refusesGuests = spec.codes.includes('guestMustUpgrade');
  return [
    // The call would refuse guests only after it had the whole file.
    ...(isForm ? [...counted, ...(refusesGuests ? [noGuest] : []), formStep(spec, deps)] : []),
    knownBook,
    inputShape(shapeReader(spec)),
    ...(spec.movesMoney ? [commandKey] : []),
    ...(isForm ? [] : counted),
    ...(opensSomething(name, spec) ? [notFrozen] : []),
    ...(deps.isRealBookClosed && spec.codes.includes('realBookClosed') ? [realBookOpen] : []),
    ...(spec.movesMoney && refusesGuests ? [memberOnReal] : []),
    ...(spec.codes.includes('verifyIdentityFirst') ? [verifiedOnReal] : []),
  ];
}

const opensSomething = (name: CallName, spec: CallSpec): boolean => spec.movesMoney && !WAYS_OUT.has(name);

const noGuest: Step<CustomerAdmission> = {
  name: 'no guest',
  check: ({ context }) => (context.caller?.kind === 'guest' ? refuse(code.guestMustUpgrade) : undefined),
};

const formStep = ({ fileBytesMax: most }: CallSpec, { forms, fileLimit }: CallDeps): Step<CustomerAdmission> =>
  uploadedForm(forms, {
    sourceOf({ context: { caller, ip } }) {
      const sender = caller?.kind === 'user' ? `user ${caller.userId}` : addressKey(ip);
      // Accounts are cheap: those of one network share what it may send until they have weight.
      return { sender, network: caller?.hasWeight === true ? sender : networkKey(ip) };
    },
    limit: most === undefined ? fileLimit : () => most,
    // The refusal of pictures does not fit other files.
    refusalOf: (form) => (most !== undefined && form.code === code.imageTooLarge ? refuse(code.payloadTooLarge) : form),
  });

const knownBook: Step<CustomerAdmission> = {
  name: 'known book',
  check({ request, context }) {
    const book = requestBook(request);
    if (book === undefined) return refuse(code.bookHeaderInvalid, 'virtually');
    context.book = book;
    return undefined;
  },
};

const commandKey = idempotencyKey<CustomerAdmission>(({ request, context }) => {
  // Without a key each request is new.
  const key = request.headers[HEADER_IDEMPOTENCY_KEY] ?? randomUUID();
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) return undefined;
  context.commandId = `${context.caller?.userId}:${key}`;
  return context.commandId;
});

const notFrozen: Step<CustomerAdmission> = {
  name: 'not frozen',
  check: ({ context }) => (context.caller?.status === 'frozen' ? refuse(code.userStatusWrong) : undefined),
};

const onReal = (name: string, refusalOf: (context: RequestContext) => number | undefined): Step<CustomerAdmission> => ({
  name,
  check({ context }) {
    const refusal = context.book === 'real' ? refusalOf(context) : undefined;
    return refusal === undefined ? undefined : refuse(refusal);
  },
});

const realBookOpen = onReal('real book open', () => code.realBookClosed);
const memberOnReal = onReal('member on the real book', ({ caller }) =>
  caller?.kind === 'guest' ? code.guestMustUpgrade : undefined,
);
/** On the real book only those whose identity was checked. */
const verifiedOnReal = onReal('verified on the real book', ({ caller, verified }) => {
  if (verified !== 'none') return undefined;
  return caller?.kind === 'guest' ? code.guestMustUpgrade : code.verifyIdentityFirst;
});

/** Registers one call of the contract: who asks, the steps of its admission, its handler. */
export function registerCall(app: FastifyInstance, deps: CallDeps, name: CallName, answered: CallHandler): void {
  const isLarge = LARGE.has(name);
  const written: GatewayHandler = isLarge ? packing(answered) : answered;
  const handler = TAKES_TURNS.has(name) ? inTurn(deps.turns, written) : written;
  const spec: CallSpec = callSpec(name);
  const steps = customerSteps(name, deps);
  const { envelopes, sessions, limiter } = deps;
  const send = spec.file !== undefined ? envelopes.sendFile : isLarge ? envelopes.sendPacked : envelopes.send;

  const run = ({ input, context }: CustomerAdmission): CallAnswer | Promise<CallAnswer> => {
    const handled = () => (spec.movesMoney ? countingRefusals(input, context) : handler(input, context));
    return context.session === undefined ? handled() : withinSession(context.session, handled);
  };

  /** Ways out are counted by themselves: whoever was refused too often still gets out. */
  const countingRefusals = async (input: CallInput, context: RequestContext): Promise<CallAnswer> => {
    const key = `${context.caller?.userId}${opensSomething(name, spec) ? '' : ' out'}`;
    const pause = limiter.wait('refusedPerUser', key);
    if (0 < pause) return tooMany(pause);
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
      const subject: CustomerAdmission = { request, reply, context, body: request.body, input: UNREAD };
      const refusal = admit(steps, subject);
      const answered =
        refusal instanceof Promise ? refusal.then((later) => later ?? run(subject)) : (refusal ?? run(subject));
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
        return envelopes.send(reply, tooMany(wait), () => requestLanguage(request));
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
