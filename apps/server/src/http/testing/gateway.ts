import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { BASE_PATH, type Language } from '@glasshouse/api/constants';
import { ZERO } from '@glasshouse/rules/money';
import { Ajv } from 'ajv';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { accountCalls } from '../../account-data/closing.ts';
import { AccountExports, type ExportDeps } from '../../account-data/export.ts';
import { importCalls } from '../../account-data/imports.ts';
import { createSessionRegistry, NO_REGISTRY } from '../../authority/access/registry.ts';
import { authorityCalls } from '../../authority/routes.ts';
import { NO_CHAINS } from '../../chains/settings.ts';
import { createFactorStore } from '../../factors/factor-store.ts';
import { relyingPartyOf } from '../../factors/relying-party.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { CoreLostError } from '../../kernel/core/port-bus.ts';
import type { Book, CommandAnswer, CommandInput, Json } from '../../kernel/core/types.ts';
import { ledgerCalls } from '../../ledger/routes.ts';
import { usdtOnly } from '../../ledger/valuation.ts';
import { progressOf } from '../../money/fee-tiers/routes.ts';
import { createLoginGate } from '../../people/auth/login-gate.ts';
import { createPasswordHasher } from '../../people/auth/password-hash.ts';
import { authCalls } from '../../people/auth/routes.ts';
import { createSessionStore, type SessionStore } from '../../people/auth/sessions.ts';
import { openSignIn, type SignIn } from '../../people/auth/sign-in/open-sign-in.ts';
import { NO_SIGN_IN } from '../../people/auth/sign-in/settings.ts';
import { kycSummary } from '../../people/kyc/queries.ts';
import { unreadOf } from '../../people/notifications/queries.ts';
import { answerOf, type CallHandlers, callerOf, done, refuse } from '../../platform/call.ts';
import { type ManualClock, manualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createMailSender } from '../../platform/mail.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { AllCalls } from '../../platform/server-module.ts';
import { privateDetailsOf } from '../../runtime/funding.ts';
import { supportUnreadOf } from '../../support/queries.ts';
import { answeringBus } from '../core-unavailable.ts';
import type { RateLimits } from '../rate-limits.ts';
import { createGateway, type GatewayOptions } from '../server.ts';
import { expectListed, listedCodes } from './listed-codes.ts';

/**
 * A core for tests of the gateway: like the real one it answers each command id once and refuses
 * the same id with other content; it counts what it executed and moves no money.
 */
export class FakeCore implements CoreBus {
  readonly done: CommandInput[] = [];
  readonly #answers = new Map<string, { readonly content: string; readonly answer: CommandAnswer }>();
  isGone = false;
  respond: (input: CommandInput, seq: number) => Omit<CommandAnswer, 'seq'> = (input, seq) => ({
    code: 200,
    result: (input.type === 'books.reset' ? { asset: 'USDT', balance: '100000' } : { id: seq }) as Json,
  });

  async submit(input: CommandInput): Promise<CommandAnswer> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isGone) throw new CoreLostError('the core is gone');
    const content = JSON.stringify([input.userId, input.book, input.type, input.body]);
    const known = this.#answers.get(input.id);
    if (known !== undefined) {
      return known.content === content ? { ...known.answer, repeated: true } : { seq: 0, code: 11009, result: null };
    }
    const seq = this.done.length + 1;
    this.done.push(input);
    const answer = { seq, ...this.respond(input, seq) };
    this.#answers.set(input.id, { content, answer });
    return answer;
  }

  onUserEvents(): void {}
  onMarketFrame(): void {}

  /** Executed commands of a type. */
  count(type: string): number {
    return this.done.filter((input) => input.type === type).length;
  }
}

export interface TestGateway {
  readonly app: FastifyInstance;
  readonly core: FakeCore;
  readonly clock: ManualClock;
  readonly sessions: SessionStore;
  readonly call: (name: CallName, request?: TestRequest) => Promise<TestAnswer>;
  readonly guest: () => Promise<{ readonly id: number; readonly token: string }>;
}

export interface TestRequest {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly key?: string;
  readonly path?: Record<string, string>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers whose shape is what they test.
  readonly json: any;
  /** As it came: for files. */
  readonly text: string;
}

export const TEST_SITE = 'http://localhost';
export const TEST_START = Date.parse('2026-01-05T12:00:00Z');
const EMPTY = Buffer.from('{"code":200,"result":[]}');
const EMPTY_LIST = { etag: '"0"', identity: EMPTY, br: brotliCompressSync(EMPTY), gzip: gzipSync(EMPTY) };

export interface TestGatewayOptions {
  readonly limits?: RateLimits;
  /** A real core in place of the one that only counts. */
  readonly bus?: CoreBus;
  readonly handlers?: CallHandlers;
  /** One that others share. */
  readonly clock?: ManualClock;
  readonly gateway?: Partial<GatewayOptions>;
  readonly signIn?: SignIn;
  /** The core is told of sessions, as in a real server. */
  readonly tellsSessions?: boolean;
  /** Opens uploads; without it there are none. */
  readonly fileOf?: ExportDeps['fileOf'];
}

/**
 * The gateway with all calls of identity and ledger on a real database, and a core that only
 * counts.
 */
export async function openTestGateway(pool: Pool, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const core = new FakeCore();
  const clock = options.clock ?? manualClock(TEST_START);
  const log = createLog({ level: 'silent', name: 'test' });
  const bus = answeringBus(options.bus ?? core);
  const registryDeps = { bus, pool, now: clock.now, onError: () => {} };
  const registry = options.tellsSessions === true ? createSessionRegistry(registryDeps) : NO_REGISTRY;
  const sessions = createSessionStore({ pool, clock, registry });
  const mail = createMailSender({ pool, smtpUrl: undefined, from: 'test@localhost', clock, log });
  const identity = {
    pool,
    bus,
    clock,
    log,
    sessions,
    mail,
    hasher: createPasswordHasher(),
    gate: createLoginGate({ masterKey: masterKeyOf('07'.repeat(32)), clock }),
    factors: createFactorStore({ db: pool, kind: 'customer', masterKey: masterKeyOf('07'.repeat(32)) }),
    party: relyingPartyOf(TEST_SITE),
    site: TEST_SITE,
    signIn:
      options.signIn ??
      openSignIn(NO_SIGN_IN, { site: TEST_SITE, log, chains: NO_CHAINS, readGate: async () => 'off' }),
    isRealBookClosed: options.gateway?.isRealBookClosed ?? false,
    worthOf: usdtOnly,
    levelOf: (userId: number, book: Book) => progressOf(pool, { userId, book, at: clock.now() }),
    unreadOf: (userId: number) => unreadOf(pool, userId),
    supportUnreadOf: (userId: number) => supportUnreadOf(pool, userId),
    kycOf: (userId: number, language: Language) => kycSummary(pool, userId, language),
  };
  const standIns = unanswered(bus);
  // Only USDT has a value, and nothing a past.
  const market = {
    worthOf: usdtOnly,
    precisionOf: () => undefined,
    assetOfMarket: () => undefined,
    candles: async () => undefined,
  };
  const ledger = {
    pool,
    bus,
    now: clock.now,
    unrealisedOf: async () => ZERO,
    takerRatesOf: async () => () => undefined,
    owedOf: async () => ZERO,
    ...market,
  };
  const master = masterKeyOf('07'.repeat(32));
  const exports = new AccountExports({
    pool,
    master,
    log,
    site: TEST_SITE,
    now: clock.now,
    fileOf: options.fileOf ?? (async () => undefined),
    detailsOf: (digests) => privateDetailsOf(pool, master).read(digests),
  });
  const real = {
    ...authCalls(identity),
    ...ledgerCalls(ledger),
    ...authorityCalls({ pool }),
    ...accountCalls({ ...identity, exports }),
    ...importCalls({ pool, clock }),
    ...options.handlers,
  };
  const stand = new Set(Object.keys(standIns).filter((name) => real[name as CallName] === undefined));
  const nowhere = join(import.meta.dirname, 'no-such-folder');
  const app = await createGateway({
    pool,
    clock,
    log,
    sessions,
    handlers: { ...standIns, ...real } as AllCalls,
    marketList: { bytes: () => EMPTY_LIST },
    sockets: { handOver: (_request, socket) => socket.destroy() },
    limits: options.limits,
    holdRefusalsMs: 0,
    gate: identity.gate,
    publicUrl: TEST_SITE,
    site: { webFolder: nowhere, consoleFolder: nowhere, logosFolder: nowhere },
    isReady: () => true,
    ...options.gateway,
  });
  const call = async (name: CallName, request: TestRequest = {}): Promise<TestAnswer> => {
    const { method, path } = callSpec(name);
    const url = BASE_PATH + path.replaceAll(/\{(\w+)\}/g, (_all, part: string) => request.path?.[part] ?? '1');
    const inject: InjectOptions = {
      method,
      url: request.query === undefined ? url : `${url}?${request.query}`,
      headers: {
        ...(request.token === undefined ? {} : { authorization: request.token }),
        ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
      ...(method === 'POST'
        ? { payload: typeof request.body === 'string' ? request.body : JSON.stringify(request.body ?? {}) }
        : {}),
    };
    const response = await app.inject(inject);
    const isFile = response.headers['content-disposition'] !== undefined;
    if (response.statusCode === 200 && !stand.has(name) && !isFile) expectResult(name, response.json());
    const json = response.body === '' || isFile ? null : response.json();
    if (json !== null) expectListed(name, listedCodes(name), json);
    return {
      status: response.statusCode,
      // The time of day is not part of an answer that is compared with another.
      headers: { ...response.headers, date: undefined },
      json,
      text: response.body,
    };
  };
  const guest = async () => {
    const { json } = await call('loginAsGuest');
    return { id: json.result.user.id as number, token: json.result.token as string };
  };
  return { app, core, clock, sessions, call, guest };
}

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addVocabulary(['x-code', 'x-missing', 'x-decimals']);

/** Checks every success against its schema, down to the last field. */
function expectResult(name: CallName, json: { code: number; result?: unknown }): void {
  if (json.code !== 200) return;
  if (ajv.validate(callSpec(name).result, json.result)) return;
  throw new Error(`${name} answered what the contract does not know: ${ajv.errorsText()}`);
}

/** Calls of other modules, where a test of the gateway needs some answer. */
function unanswered(bus: CoreBus): CallHandlers {
  const empty = async () => done({ items: [], next: null });
  // A refusal that the contract names for the call.
  const refused = CALL_NAMES.map((name) => {
    const [key = 'serverError'] = callSpec(name).codes;
    return [name, () => refuse(code[key])] as const;
  });
  return {
    ...(Object.fromEntries(refused) as CallHandlers),
    listCandles: () => done([]),
    listMovers: () => done([]),
    listCorporateActions: () => done([]),
    listRecentTicks: () => done([]),
    listMarketDays: () => done([]),
    listAnnouncements: () => done([]),
    getMarketInfo: () => ({ ok: false, code: 11050 }),
    getTickReceipt: () => ({ ok: false, code: 11053 }),
    listPublicKeys: () => done([]),
    listOptionOrders: empty,
    getOptionOrder: () => ({ ok: false, code: 11051 }),
    async buyOption({ body }, context) {
      const { userId } = callerOf(context);
      return answerOf(
        await bus.submit({ id: context.commandId, userId, book: context.book, type: 'options.buy', body }),
      );
    },
  };
}
