import { timingSafeEqual } from 'node:crypto';
import cookie from '@fastify/cookie';
import { code } from '@glasshouse/api/codes';
import { HEADER_IDEMPOTENCY_KEY } from '@glasshouse/api/constants';
import {
  OPERATOR_CALL_NAMES,
  OPERATOR_PATH,
  type OperatorCallName,
  operatorCallSpec,
} from '@glasshouse/api/operator/calls';
import type { OperatorCallSpec } from '@glasshouse/api/operator/define-operator-call';
import { rolesAllow } from '@glasshouse/api/operator/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { csrfOf, OPERATOR_SESSION_MS, type OperatorSession, type OperatorSessions } from '../operator/sessions.ts';
import { looksLikeToken, newToken } from '../people/auth/tokens.ts';
import { addressKey } from '../platform/address-keys.ts';
import { type CallAnswer, refuse } from '../platform/call.ts';
import type { Clock } from '../platform/clock.ts';
import type { OperatorContext, OperatorHandlers } from '../platform/operator-call.ts';
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
import { IDEMPOTENCY_KEY } from './calls.ts';
import { failureCode } from './core-unavailable.ts';
import type { Envelopes } from './envelope.ts';
import { acceptForms, type FileLimit, type FormReader } from './multipart.ts';
import { cookieName, DEVICE_COOKIE, deviceHash, isOwnHost, SESSION_COOKIE } from './operator-cookies.ts';
import type { OperatorSocket } from './operator-socket.ts';
import type { LimitName, RateLimiter } from './rate-limits.ts';
import { CALL_WEIGHT } from './request-budget.ts';
import { requestLanguage } from './request-context.ts';
import { shapeReader } from './shape-reader.ts';

const COOKIE_PATH = '/swx';
const DEVICE_SECONDS = 400 * 86_400;
const CSRF_HEADER = 'x-csrf-token';

export interface OperatorGateway {
  /** Of all modules. */
  readonly handlers: OperatorHandlers;
  readonly sessions: OperatorSessions;
  /** Whether people reach the site by https: cookies are then for https only. */
  readonly isSecure: boolean;
  /** Host and port of the site, as people reach it. */
  readonly host: string;
  readonly socket: OperatorSocket;
  /** A command may have changed what waits: whoever watches the queues is told. */
  readonly changed: () => void;
}

interface Deps extends OperatorGateway {
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly envelopes: Envelopes;
  readonly forms: FormReader;
  /** How large a file may be that is uploaded. */
  readonly fileLimit: FileLimit;
}

/** Calls that start a session: there is no token yet that a form elsewhere could abuse. */
const WITHOUT_SESSION: ReadonlySet<OperatorCallName> = new Set([
  'askOperatorWork',
  'operatorSignIn',
  'readOperatorLink',
  'useOperatorLink',
]);
/**
 * Guessing passwords, links and codes is slowed down by address. What a name takes is counted by
 * `operator/attempts.ts`, where a known device has a count of its own.
 */
const GUESSED: ReadonlySet<OperatorCallName> = new Set([...WITHOUT_SESSION, 'confirmOperatorCode']);

/** Counted by the name that is given, in the database. */
const NAMED: ReadonlySet<OperatorCallName> = new Set(['askOperatorWork', 'operatorSignIn']);

type Handler = (
  input: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  context: OperatorContext,
) => CallAnswer | Promise<CallAnswer>;

/** Registers the operator calls that have a handler: a test may have some of them only. */
export async function registerOperatorCalls(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(cookie);
  for (const name of OPERATOR_CALL_NAMES) {
    const handler = deps.handlers[name];
    if (handler === undefined) continue;
    if (operatorCallSpec(name).multipart !== true) registerCall(app, deps, name, handler as Handler);
    else await app.register(formRoute(deps, name, handler as Handler));
  }
}

const formRoute = (deps: Deps, name: OperatorCallName, handler: Handler) => async (scope: FastifyInstance) => {
  await acceptForms(scope);
  registerCall(scope, deps, name, handler);
};

/** A call of an operator on its way to its handler. */
interface OperatorAdmission extends Admission {
  /** Fingerprint of the browser. */
  device: string;
  token: string | undefined;
  session: OperatorSession | undefined;
  commandId: string;
}

type OperatorStep = Step<OperatorAdmission>;

/**
 * What a call passes, in order: from which page and network, who asks, whether they may, whether
 * their second factor is fresh; then as customers' calls: shape, Idempotency-Key, how often.
 */
export function operatorSteps(name: OperatorCallName, deps: Deps): readonly OperatorStep[] {
  const spec = operatorCallSpec(name);
  const isPost = spec.method === 'POST';
  return [
    ...(isPost ? [ownPage(deps)] : []),
    allowedNetwork(deps),
    knownBrowser(deps),
    openSession(deps),
    ...(isPost && !WITHOUT_SESSION.has(name) ? [csrfToken] : []),
    permission(spec, deps),
    ...(spec.multipart === true ? [formStep(deps)] : []),
    inputShape<OperatorAdmission>(shapeReader(spec)),
    ...(spec.command ? [commandKey] : []),
    rateLimit<OperatorAdmission>(({ session, request }) =>
      waitFor(deps.limiter, { name, spec, session, ip: request.ip }),
    ),
  ];
}

const ownPage = ({ host }: Deps): OperatorStep => ({
  name: 'own page',
  check: ({ request }) => (isOwnPage(request, host) ? undefined : refuse(code.csrfWrong)),
});

const allowedNetwork = ({ sessions }: Deps): OperatorStep => ({
  name: 'allowed network',
  check: async ({ request }) => ((await sessions.mayComeFrom(request.ip)) ? undefined : refuse(code.networkRefused)),
});

const knownBrowser = (deps: Deps): OperatorStep => ({
  name: 'known browser',
  check(subject) {
    subject.device = deviceOf(subject.request, subject.reply, deps);
    return undefined;
  },
});

const openSession = ({ sessions, isSecure }: Deps): OperatorStep => ({
  name: 'open session',
  async check(subject) {
    subject.token = subject.request.cookies[cookieName(SESSION_COOKIE, isSecure)];
    if (subject.token !== undefined) subject.session = await sessions.find(subject.token, subject.device);
    return undefined;
  },
});

const csrfToken: OperatorStep = {
  name: 'CSRF token',
  check: ({ request, session, token }) =>
    session === undefined || hasCsrf(request, token as string) ? undefined : refuse(code.csrfWrong),
};

const permission = (spec: OperatorCallSpec, { clock, limiter }: Deps): OperatorStep => ({
  name: 'permission',
  check({ request, session, token }) {
    const denied = accessProblem(spec, session, { token, now: clock.now() });
    if (denied === undefined) return undefined;
    if (session === undefined && token !== undefined) {
      const wait = limiter.take('badTokenPerAddress', addressKey(request.ip));
      if (0 < wait) return tooMany(wait);
    }
    return refuse(denied);
  },
});

/** The key by which an operator's calls are counted. */
const senderOf = ({ session, ip }: { readonly session: OperatorSession | undefined; readonly ip: string }): string =>
  session === undefined ? addressKey(ip) : `op${session.operator.id}`;

const formStep = ({ forms, fileLimit }: Deps): OperatorStep =>
  uploadedForm(forms, {
    sourceOf({ session, request }) {
      const sender = senderOf({ session, ip: request.ip });
      return { sender, network: sender };
    },
    limit: fileLimit,
  });

const commandKey = idempotencyKey<OperatorAdmission>((subject) => {
  const key = subject.request.headers[HEADER_IDEMPOTENCY_KEY];
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) return undefined;
  subject.commandId = `op${subject.session?.operator.id}:${key}`;
  return subject.commandId;
});

/** Registers one call of the contract: the steps of its admission, then its handler. */
function registerCall(app: FastifyInstance, deps: Deps, name: OperatorCallName, handler: Handler): void {
  const spec = operatorCallSpec(name);
  const steps = operatorSteps(name, deps);
  const { envelopes } = deps;
  const send = spec.file === undefined ? envelopes.send : envelopes.sendFile;
  const answerTo = async (request: FastifyRequest, reply: FastifyReply): Promise<CallAnswer> => {
    const subject: OperatorAdmission = {
      request,
      reply,
      input: UNREAD,
      body: request.body ?? undefined,
      device: '',
      token: undefined,
      session: undefined,
      commandId: '',
    };
    const refusal = await admit(steps, subject);
    if (refusal !== undefined) return refusal;
    const { session, input } = subject;
    const handled = () => handler(input, contextOf(subject, deps));
    return session === undefined ? handled() : withinSession(session.digest, handled);
  };
  app.route({
    method: spec.method,
    url: OPERATOR_PATH + spec.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { weight: CALL_WEIGHT },
    handler: async (request, reply) => {
      const language = () => requestLanguage(request);
      try {
        const answer = await answerTo(request, reply);
        if (answer.ok && spec.command) deps.changed();
        return send(reply, answer, language);
      } catch (error) {
        return envelopes.fail(reply, error, language(), failureCode(error, spec.command));
      }
    },
  });
}

function contextOf(subject: OperatorAdmission, deps: Deps): OperatorContext {
  const { request, reply, session, token, device, commandId } = subject;
  return {
    operator: session?.credential === undefined ? undefined : session.operator,
    sessionId: session?.id,
    token: session === undefined ? undefined : token,
    device,
    keepToken: (token) => keepToken(reply, token, deps),
    stamp: () => {
      if (session?.credential === undefined) throw new Error('nobody is signed in');
      return {
        operator: session.operator.id,
        session: session.id,
        device: session.device,
        credential: session.credential,
        address: request.ip,
      };
    },
    get language() {
      return requestLanguage(request);
    },
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    commandId,
  };
}

/** Who may: the code of the refusal, or undefined. */
function accessProblem(
  { access, stepUp }: OperatorCallSpec,
  session: OperatorSession | undefined,
  { token, now }: { readonly token: string | undefined; readonly now: number },
): number | undefined {
  if (access === 'signing in') return undefined;
  if (session === undefined) return token === undefined ? code.notLoggedIn : code.sessionExpired;
  if (session.credential === undefined) return code.notLoggedIn;
  if (access !== 'signed in' && !rolesAllow(session.operator.roles, access)) return code.permissionDenied;
  return stepUp && session.stepUpUntil <= now ? code.stepUpRequired : undefined;
}

function waitFor(
  limiter: RateLimiter,
  call: {
    readonly name: OperatorCallName;
    readonly spec: OperatorCallSpec;
    readonly session: OperatorSession | undefined;
    readonly ip: string;
  },
): number {
  const who = senderOf(call);
  if (!GUESSED.has(call.name)) {
    const general: LimitName = call.spec.command ? 'ordersPerUser' : 'readsPerUser';
    return limiter.take(general, who);
  }
  const wait = limiter.take('loginPerAddress', addressKey(call.ip));
  return 0 < wait || NAMED.has(call.name) ? wait : limiter.take('loginPerAccount', who);
}

/**
 * Whether a page of this site sent it. Browsers say so with every POST; programs without a browser
 * say nothing, and have no cookie that somebody else could use.
 */
function isOwnPage(request: FastifyRequest, host: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  return isOwnHost(origin, [request.host, host]);
}

function hasCsrf(request: FastifyRequest, token: string): boolean {
  const header = request.headers[CSRF_HEADER];
  if (typeof header !== 'string') return false;
  const sent = Buffer.from(header);
  const expected = Buffer.from(csrfOf(token));
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** The browser's own number, made at its first visit. Only its hash is kept. */
function deviceOf(request: FastifyRequest, reply: FastifyReply, { isSecure }: Deps): string {
  const name = cookieName(DEVICE_COOKIE, isSecure);
  const known = request.cookies[name];
  // Earlier releases had no prefix. Their sessions end with the upgrade; a device stays known.
  const cookie = known ?? request.cookies[DEVICE_COOKIE];
  const device = cookie !== undefined && looksLikeToken(cookie) ? cookie : newToken();
  if (device !== known) {
    reply.setCookie(name, device, { ...cookieOf(isSecure), maxAge: DEVICE_SECONDS });
  }
  return deviceHash(device);
}

/** A `__Host-` cookie has no narrower path. */
const cookieOf = (isSecure: boolean) =>
  ({ path: isSecure ? '/' : COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure: isSecure }) as const;

function keepToken(reply: FastifyReply, token: string | undefined, { isSecure }: Deps): void {
  const name = cookieName(SESSION_COOKIE, isSecure);
  if (token === undefined) reply.clearCookie(name, cookieOf(isSecure));
  else reply.setCookie(name, token, { ...cookieOf(isSecure), maxAge: OPERATOR_SESSION_MS / 1_000 });
}
