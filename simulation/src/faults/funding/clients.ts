import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { totpCode } from '@glasshouse/server/factors/totp';

/** A command as whoever sent it knows it. */
export interface Sent {
  /** Its id in the command log. */
  readonly id: string;
  readonly kind: Kind;
  code: number | undefined;
  result: unknown;
  /** The first attempt got no answer. */
  retried: boolean;
}

export type Kind =
  | 'ask'
  | 'simulate'
  | 'report'
  | 'reviewDeposit'
  | 'requestWithdrawal'
  | 'cancelWithdrawal'
  | 'reviewWithdrawal'
  | 'decide'
  | 'batch'
  | 'markSent'
  | 'standing'
  | 'parameter'
  | 'switchPlans'
  | 'buyPlan'
  | 'exitPlan'
  | 'buyNft'
  | 'trade'
  | 'requestLoan'
  | 'reviewLoan'
  | 'repayLoan'
  | 'reviewIdentity';

/** What all clients share: where the server is, and everything that was sent. */
export interface Wire {
  readonly url: string;
  readonly sent: Sent[];
  /** Called when the first attempt of a command leaves. */
  onSend: (kind: Kind) => void;
}

export const SUCCESS = 200;
const STEP_UP_REQUIRED = 11151;
const REQUEST_TIMEOUT_MS = 20_000;
/** Before the first kill nothing but a slow machine keeps an answer away. */
const SETUP_TIMEOUT_MS = 600_000;
const RETRY_MS = 50;
/** A hang guard only. */
const RETRY_LIMIT_MS = 600_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_FAILED = 500;
const TOTP_STEP_MS = 30_000;
export const PASSWORD = 'violet tram over seven bridges';

interface Answer {
  readonly code: number;
  readonly result: unknown;
}

type Headers = Readonly<Record<string, string>>;

/** Sends again under the same key until there is an answer, as a client must. */
async function untilAnswered(sent: Sent, attempt: () => Promise<Answer | undefined>): Promise<Sent> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await attempt();
    if (answer !== undefined) {
      sent.code = answer.code;
      sent.result = answer.result;
      return sent;
    }
    sent.retried = true;
    if (RETRY_LIMIT_MS < performance.now() - startedAt) throw new Error(`no answer to ${sent.kind} ${sent.id}`);
    await sleep(RETRY_MS);
  }
}

/** Undefined where the outcome is unknown: no answer, or one of a server that is going down. */
async function exchange(
  url: string,
  request: { readonly headers: Headers; readonly body?: object | undefined; readonly timeoutMs?: number },
): Promise<{ readonly answer: Answer; readonly cookies: readonly string[] } | undefined> {
  try {
    const isPost = request.body !== undefined;
    const response = await fetch(url, {
      method: isPost ? 'POST' : 'GET',
      headers: { ...(isPost ? { 'content-type': 'application/json' } : {}), ...request.headers },
      ...(isPost ? { body: JSON.stringify(request.body) } : {}),
      signal: AbortSignal.timeout(request.timeoutMs ?? REQUEST_TIMEOUT_MS),
    });
    const answer = (await response.json()) as Answer;
    if (SERVER_FAILED <= response.status || response.status === TOO_MANY_REQUESTS) return undefined;
    return { answer, cookies: response.headers.getSetCookie() };
  } catch {
    return undefined;
  }
}

/** The result; throws with the answer where it is a refusal, which ends the run. */
export function accepted(what: string, answer: Pick<Sent, 'code' | 'result'> | undefined): unknown {
  if (answer?.code !== SUCCESS) throw new Error(`${what}: ${JSON.stringify(answer)}`);
  return answer.result;
}

/** A person on the real book. */
export class Customer {
  readonly #wire: Wire;
  readonly #headers: Headers;
  /** What was sent last under each id. */
  readonly #made = new Map<string, { readonly path: string; readonly body: object }>();
  readonly userId: number;
  readonly email: string;

  private constructor(wire: Wire, account: { token: string; userId: number; email: string }) {
    this.#wire = wire;
    this.#headers = { authorization: account.token, virtually: 'YES' };
    this.userId = account.userId;
    this.email = account.email;
  }

  static async register(
    wire: Wire,
    registration: { readonly email: string; readonly code: string; readonly inviteCode?: string },
  ): Promise<Customer> {
    const body = { ...registration, password: PASSWORD, confirmPassword: PASSWORD };
    const answer = await exchange(`${wire.url}/swx/customer/login/register`, {
      headers: {},
      body,
      timeoutMs: SETUP_TIMEOUT_MS,
    });
    const { token, user } = accepted('register', answer?.answer) as { token: string; user: { id: string } };
    return new Customer(wire, { token, userId: Number(user.id), email: registration.email });
  }

  /** What moves no money, and is not audited. */
  async ask(path: string, body?: object): Promise<unknown> {
    const request = { headers: this.#headers, body, timeoutMs: SETUP_TIMEOUT_MS };
    const answer = await exchange(`${this.#wire.url}/swx/customer${path}`, request);
    return accepted(path, answer?.answer);
  }

  /** As `ask`, again and again while there is no answer: for what does no harm twice. */
  async insist(path: string, body: object): Promise<unknown> {
    const sent: Sent = { id: path, kind: 'ask', code: undefined, result: null, retried: false };
    const { code, result } = await untilAnswered(
      sent,
      async () => (await exchange(`${this.#wire.url}/swx/customer${path}`, { headers: this.#headers, body }))?.answer,
    );
    return accepted(path, { code, result });
  }

  /** `body` is made for each attempt: a code that was used up with a lost answer is gone. */
  async command(kind: Kind, path: string, body: () => object | Promise<object>): Promise<Sent> {
    const key = randomUUID();
    const sent: Sent = { id: `${this.userId}:${key}`, kind, code: undefined, result: null, retried: false };
    this.#wire.sent.push(sent);
    return await untilAnswered(sent, async () => {
      const made = await body();
      this.#made.set(sent.id, { path, body: made });
      if (!sent.retried) this.#wire.onSend(kind);
      return await this.#send(key, path, made);
    });
  }

  /** The same once more under the same key, as somebody does who pressed twice: the answer. */
  async again({ id, kind }: Sent): Promise<Sent> {
    const { path, body } = this.#made.get(id)!;
    const key = id.slice(id.indexOf(':') + 1);
    const sent: Sent = { id, kind, code: undefined, result: null, retried: false };
    return await untilAnswered(sent, () => this.#send(key, path, body));
  }

  async #send(key: string, path: string, body: object): Promise<Answer | undefined> {
    const headers = { ...this.#headers, 'idempotency-key': key };
    return (await exchange(`${this.#wire.url}/swx/customer${path}`, { headers, body }))?.answer;
  }
}

/** An operator at a browser with an authenticator app. */
export class Operator {
  readonly #wire: Wire;
  readonly #cookies = new Map<string, string>();
  #csrf = '';
  #id = 0;
  #secret: Uint8Array = new Uint8Array();
  #lastStep = 0;
  #stepping: Promise<unknown> | undefined;

  private constructor(wire: Wire) {
    this.#wire = wire;
  }

  static async enrol(wire: Wire, link: string): Promise<Operator> {
    const operator = new Operator(wire);
    const post = (path: string, body: object) => operator.#post(path, body, { timeoutMs: SETUP_TIMEOUT_MS });
    operator.#keep(accepted('link', await post('/session/link/use', { link, password: PASSWORD })));
    const started = accepted('app', await post('/session/totp/start', {})) as { secret: string };
    operator.#secret = fromBase32(started.secret);
    const finished = await post('/session/totp/finish', { code: await operator.#code() });
    operator.#keep((accepted('code', finished) as { session: unknown }).session);
    return operator;
  }

  async command(kind: Kind, path: string, body: object): Promise<Sent> {
    const key = randomUUID();
    const sent: Sent = { id: `op${this.#id}:${key}`, kind, code: undefined, result: null, retried: false };
    this.#wire.sent.push(sent);
    return await untilAnswered(sent, async () => {
      if (!sent.retried) this.#wire.onSend(kind);
      const answer = await this.#post(path, body, { headers: { 'idempotency-key': key } });
      if (answer?.code !== STEP_UP_REQUIRED) return answer;
      // One confirmation for all commands that ask at once.
      this.#stepping ??= this.confirmAgain().finally(() => {
        this.#stepping = undefined;
      });
      await this.#stepping;
      return undefined;
    });
  }

  /** Gives the second factor once more; the milliseconds taken, without the wait for a code. */
  async confirmAgain(): Promise<number> {
    const code = await this.#code();
    const startedAt = performance.now();
    const answer = await this.#post('/session/confirm/code', { code });
    if (answer?.code === SUCCESS) this.#keep(answer.result);
    return performance.now() - startedAt;
  }

  /** A code that was not used yet: at most one step early, as the server allows. */
  async #code(): Promise<string> {
    const step = () => Math.floor(Date.now() / TOTP_STEP_MS);
    while (step() + 1 <= this.#lastStep) await sleep(RETRY_MS);
    this.#lastStep = Math.max(step(), this.#lastStep + 1);
    return totpCode(this.#secret, this.#lastStep * TOTP_STEP_MS);
  }

  async #post(
    path: string,
    body: object,
    { headers = {}, timeoutMs }: { readonly headers?: Headers; readonly timeoutMs?: number } = {},
  ): Promise<Answer | undefined> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { cookie, 'x-csrf-token': this.#csrf, 'user-agent': 'faults', ...headers };
    const answer = await exchange(`${this.#wire.url}/swx/operator${path}`, {
      headers: all,
      body,
      ...(timeoutMs && { timeoutMs }),
    });
    for (const line of answer?.cookies ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer?.answer;
  }

  #keep(session: unknown): void {
    const { csrf, operator } = session as { csrf: string; operator: { id: number } };
    this.#csrf = csrf;
    this.#id = operator.id;
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
