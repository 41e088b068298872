import {
  OPERATOR_CALL_NAMES,
  OPERATOR_PATH,
  type OperatorCallName,
  operatorCallSpec,
} from '@glasshouse/api/operator/calls';
import type { Role } from '@glasshouse/api/operator/permissions';
import { base32 } from '@scure/base';
import { Ajv } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { adoptCredentials } from '../../authority/access/adopt-credentials.ts';
import { adoptSessions } from '../../authority/access/adopt-sessions.ts';
import { createSessionRegistry } from '../../authority/access/registry.ts';
import { followStandings } from '../../authority/follow-standings.ts';
import { totpCode } from '../../factors/totp.ts';
import { adoption } from '../../figures/in-force.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { makeServerLink } from '../../operator/links.ts';
import { createPasswordHasher } from '../../people/auth/password-hash.ts';
import { refuse } from '../../platform/call.ts';
import { type ManualClock, manualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { MODULES } from '../../runtime/modules.ts';
import { createOperators, type Operators } from '../../runtime/operator-calls.ts';
import { answeringBus } from '../core-unavailable.ts';
import {
  openTestGateway,
  TEST_SITE,
  TEST_START,
  type TestAnswer,
  type TestGateway,
  type TestGatewayOptions,
} from './gateway.ts';
import { expectListed, listedOperatorCodes, REACHED } from './listed-codes.ts';

/** Of test installations. */
export const TEST_MASTER = masterKeyOf('07'.repeat(32));
/** The longest that two codes of an app lie apart, with the step that is accepted early. */
const NEXT_CODE_MS = 60_000;
const PASSWORD = 'violet tram over seven bridges';

export interface OperatorRequest {
  readonly body?: unknown;
  readonly query?: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OperatorGatewayFixture extends TestGateway {
  readonly harness: Harness;
  readonly bus: CoreBus;
  readonly operators: Operators;
  /** A browser of its own, signed out. */
  readonly browser: (ip?: string) => TestOperator;
  /** A new operator, enrolled with an authenticator app and signed in on a device of their own. */
  readonly operator: (roles: readonly Role[], name?: string) => Promise<TestOperator>;
  /** Time passes for everybody. */
  readonly pass: (ms: number) => void;
  readonly close: () => Promise<void>;
}

/**
 * Operators over HTTP, through the real sequencer into PostgreSQL. `handlers` adds the operator
 * calls of a module.
 */
export async function openOperatorGateway(
  { pool, url }: { readonly pool: Pool; readonly url: string },
  options: {
    readonly handlers?: (core: { readonly pool: Pool; readonly bus: CoreBus }) => OperatorHandlers;
    readonly gateway?: Omit<TestGatewayOptions, 'bus'>;
    readonly site?: string;
    /** Every other call answers that it was reached: for tests of the gateway alone. */
    readonly standIns?: boolean;
    /** The log vouches for sessions and credentials, as in a real server. */
    readonly vouches?: boolean;
  } = {},
): Promise<OperatorGatewayFixture> {
  const store = new PostgresStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 });
  const harness = new Harness(store);
  await harness.sequencer.start();
  const core: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const vouches = options.vouches === true;
  if (vouches) {
    for (const command of adoption(harness.sequencer.state)) await harness.sequencer.submitInternal(command);
    await adoptSessions(harness.sequencer, pool, TEST_START);
    await adoptCredentials(harness.sequencer, pool);
  }
  const bus = followStandings(vouches ? answeringBus(core) : core, {
    refresh: (userId) => gateway.sessions.refresh(userId),
    revokeAll: (userId) => gateway.sessions.revokeAll(userId),
  });
  const clock = manualClock(TEST_START);
  const made = createOperators({
    pool,
    bus,
    clock,
    log: createLog({ level: 'silent', name: 'test' }),
    hasher: createPasswordHasher(),
    ...(vouches ? { registry: createSessionRegistry({ bus, pool, now: clock.now, onError: () => {} }) } : {}),
    masterKey: TEST_MASTER,
    site: options.site ?? TEST_SITE,
  });
  const operators = {
    ...made,
    handlers: {
      ...(options.standIns === true ? STAND_INS : {}),
      ...made.calls,
      ...options.handlers?.({ pool, bus }),
    },
  };
  const gateway: TestGateway = await openTestGateway(pool, {
    ...options.gateway,
    bus,
    clock,
    tellsSessions: vouches,
    gateway: { operators, ...options.gateway?.gateway },
  });
  const { app } = gateway;
  harness.now = clock.now();
  const pass = (ms: number): void => {
    clock.advance(ms);
    harness.now = clock.now();
  };
  let count = 0;
  const browser = (ip = '203.0.113.7') => new TestOperator({ app, clock, pass, ip });
  return {
    ...gateway,
    harness,
    bus,
    operators,
    pass,
    browser,
    async operator(roles, ownName) {
      count += 1;
      const name = ownName ?? `${roles[0]}${count}`;
      const link = await makeServerLink(pool, TEST_MASTER, { name, roles, operator: null, now: clock.now() });
      const operator = browser();
      await operator.enrol(link);
      return operator;
    },
    async close() {
      operators.socket.stop();
      await app.close();
      await harness.sequencer.stop();
    },
  };
}

const STAND_INS = Object.fromEntries(
  OPERATOR_CALL_NAMES.map((name) => [name, () => refuse(REACHED)]),
) as OperatorHandlers;

interface BrowserOptions {
  readonly app: FastifyInstance;
  readonly clock: ManualClock;
  readonly pass: (ms: number) => void;
  readonly ip: string;
}

/** An operator at a browser: keeps cookies, sends the CSRF token and a key with each command. */
export class TestOperator {
  readonly #at: BrowserOptions;
  readonly cookies = new Map<string, string>();
  csrf = '';
  id = 0;
  name = '';
  secret: Uint8Array = new Uint8Array();
  #keys = 0;

  constructor(at: BrowserOptions) {
    this.#at = at;
  }

  async call(name: OperatorCallName, request: OperatorRequest = {}): Promise<TestAnswer> {
    const spec = operatorCallSpec(name);
    const url =
      OPERATOR_PATH + spec.path.replaceAll(/\{(\w+)\}/g, (_all, part: string) => `${request.path?.[part] ?? 1}`);
    this.#keys += 1;
    const isPost = spec.method === 'POST';
    const response = await this.#at.app.inject({
      method: spec.method,
      url: request.query === undefined ? url : `${url}?${request.query}`,
      remoteAddress: this.#at.ip,
      headers: {
        cookie: [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        'user-agent': 'test',
        ...(isPost ? { 'content-type': 'application/json', 'x-csrf-token': this.csrf } : {}),
        ...(spec.command ? { 'idempotency-key': request.key ?? `${this.name}-${this.#keys}` } : {}),
        ...request.headers,
      },
      ...(isPost ? { payload: JSON.stringify(request.body ?? {}) } : {}),
    });
    for (const { name: cookie, value } of response.cookies) {
      if (value === '') this.cookies.delete(cookie);
      else this.cookies.set(cookie, value);
    }
    const isFile = response.headers['content-disposition'] !== undefined;
    const json = response.body === '' || isFile ? null : response.json();
    if (json?.code === 200) expectResult(name, json.result);
    if (json !== null) expectListed(name, listedOperatorCodes(name), json);
    return { status: response.statusCode, headers: response.headers, json, text: response.body };
  }

  /** Uses a one-time link and enrols an authenticator app. */
  async enrol(link: string, more: { readonly code?: string; readonly name?: string } = {}): Promise<void> {
    const body = { link, password: PASSWORD, ...more };
    this.#keep(accepted(await this.call('useOperatorLink', { body })));
    const { secret } = accepted(await this.call('startOperatorTotp'));
    this.secret = base32.decode(secret.padEnd(Math.ceil(secret.length / 8) * 8, '='));
    this.#keep(accepted(await this.call('finishOperatorTotp', { body: { code: this.code() } })).session);
  }

  /** Password and code, as every morning. */
  async signIn(name = this.name): Promise<TestAnswer> {
    const first = await this.call('operatorSignIn', { body: { name, password: PASSWORD } });
    if (first.json.code !== 200) return first;
    this.#keep(first.json.result);
    return this.stepUp();
  }

  /** Gives the next code of the app, once the one before is over. */
  async stepUp(): Promise<TestAnswer> {
    this.#at.pass(NEXT_CODE_MS);
    const answer = await this.call('confirmOperatorCode', { body: { code: this.code() } });
    if (answer.json.code === 200) this.#keep(answer.json.result);
    return answer;
  }

  code(): string {
    return totpCode(this.secret, this.#at.clock.now());
  }

  #keep(session: { readonly csrf: string; readonly operator: { readonly id: number; readonly name: string } }): void {
    this.csrf = session.csrf;
    this.id = session.operator.id;
    this.name = session.operator.name;
  }
}

/** The result of a call that must be answered. */
export function accepted({ json }: TestAnswer) {
  if (json?.code !== 200) throw new Error(`refused: ${JSON.stringify(json)}`);
  return json.result;
}

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addVocabulary(['x-code', 'x-missing', 'x-decimals']);

/** Checks every success against its schema, down to the last field. */
function expectResult(name: OperatorCallName, result: unknown): void {
  if (ajv.validate(operatorCallSpec(name).result, result)) return;
  throw new Error(`${name} answered what the contract does not know: ${ajv.errorsText()}`);
}
