import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RISK_PRODUCTS, RISK_TEXT_VERSION } from '@glasshouse/api/risk-warning';
import { KINDS, type Market, OPEN_POSITIONS, type OrderKind, orderOf } from './orders.ts';

/** An order as its client knows it. */
export interface Submission {
  readonly userId: number;
  readonly token: string;
  readonly key: string;
  readonly kind: OrderKind;
  readonly body: object;
  /** Undefined until the server answers. */
  answer: Answer | undefined;
  /** The first attempt got no answer. */
  retried: boolean;
}

/** 200 with the order id, or the code of a refusal. */
export interface Answer {
  readonly code: number;
  readonly orderId: string | undefined;
  /** Code and result as they came. */
  readonly text: string;
}

/** Not refused, and not unknown. */
export const isAccepted = ({ answer }: Submission): boolean => answer?.code === SUCCESS;

export interface Guest {
  readonly userId: number;
  readonly token: string;
}

const REQUEST_TIMEOUT_MS = 20_000;
/** Between a user's orders, to stay below the open order limit. */
const PAUSE_MS = 40;
const RETRY_MS = 50;
/** A hang guard only: how fast a start is, is measured by the benches. */
const RETRY_LIMIT_MS = 600_000;
const TOO_MANY_REQUESTS = 429;
const SUCCESS = 200;

export async function registerGuest(url: string): Promise<Guest> {
  const answer = await post(`${url}/swx/customer/login/guest`, {}, {});
  const result = answer?.body.result as { token: string; user: { id: string | number } } | undefined;
  if (result === undefined) throw new Error(`No guest account: ${JSON.stringify(answer?.body)}`);
  await readWarnings(url, result.token);
  return { userId: Number(result.user.id), token: result.token };
}

/** Options and contracts are refused before their warning was read. */
async function readWarnings(url: string, token: string): Promise<void> {
  for (const product of RISK_PRODUCTS) {
    const body = { product, text: RISK_TEXT_VERSION };
    const answer = await post(`${url}/swx/customer/user/acknowledgeRisk`, { authorization: token }, body);
    if (answer?.body.code !== SUCCESS) throw new Error(`The warning was not read: ${JSON.stringify(answer?.body)}`);
  }
}

/**
 * Places one user's orders sequentially until aborted. An order without an answer stays unknown.
 */
export async function placeOrders(
  options: {
    readonly url: string;
    readonly guest: Guest;
    readonly submissions: Submission[];
    readonly markets: readonly Market[];
    readonly max: number;
  },
  signal: AbortSignal,
): Promise<void> {
  const { url, guest, submissions, markets, max } = options;
  for (let count = 0; count < max && !signal.aborted; count += 1) {
    await placeOne(url, { guest, to: submissions, ...orderOf({ guest: guest.userId, count, markets }) });
    await sleep(PAUSE_MS);
  }
}

export async function placeOne(
  url: string,
  order: { readonly guest: Guest; readonly to: Submission[]; readonly kind: OrderKind; readonly body: object },
): Promise<void> {
  const { guest, to, kind, body } = order;
  const submission: Submission = { ...guest, key: randomUUID(), kind, body, answer: undefined, retried: false };
  to.push(submission);
  submission.answer = await submit(url, submission);
}

/** Retries with the same key until there is an answer, as a client must. */
export async function resolveUnknown(url: string, submissions: readonly Submission[]): Promise<number> {
  const unknown = submissions.filter(({ answer }) => answer === undefined);
  await Promise.all(
    unknown.map(async (submission) => {
      submission.retried = true;
      submission.answer = await resolve(() => submit(url, submission), submission.key);
    }),
  );
  return unknown.length;
}

/** Asks until there is an answer. */
export async function resolve<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (RETRY_LIMIT_MS < performance.now() - startedAt)
      throw new Error(`No answer to ${what} for ${RETRY_LIMIT_MS} ms`);
    await sleep(RETRY_MS);
  }
}

/** Undefined when the outcome is unknown. */
export async function submit(url: string, { token, key, kind, body }: Submission): Promise<Answer | undefined> {
  const headers = { authorization: token, virtually: 'NO', 'idempotency-key': key };
  const answer = await post(`${url}/swx/customer/${KINDS[kind].path}`, headers, body);
  if (answer === undefined || 500 <= answer.status || answer.status === TOO_MANY_REQUESTS) return undefined;
  const { code, result } = answer.body as { code: number; result?: { id: string } };
  return {
    code,
    orderId: result === undefined ? undefined : String(result.id),
    text: JSON.stringify({ code, result }),
  };
}

/** What of a position tells whether it can be reversed and stays open until then. */
export interface OpenPosition {
  readonly id: number;
  readonly closingLots: string | null;
  readonly stopLoss: string | null;
  readonly targets?: object;
  readonly trailing?: object;
}

/** Newest first; none without an answer. */
export async function readOpenPositions(url: string, { token }: Guest): Promise<readonly OpenPosition[]> {
  try {
    const response = await fetch(`${url}/swx/customer/${OPEN_POSITIONS.path}`, {
      headers: { authorization: token, virtually: 'NO' },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const { result } = (await response.json()) as { result?: { items: readonly OpenPosition[] } };
    return result?.items ?? [];
  } catch {
    return [];
  }
}

interface HttpAnswer {
  readonly status: number;
  readonly body: { readonly [name: string]: unknown };
}

/** Undefined when the connection broke before the answer was complete. */
async function post(
  url: string,
  headers: { readonly [name: string]: string },
  body: object,
): Promise<HttpAnswer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { status: response.status, body: (await response.json()) as HttpAnswer['body'] };
  } catch {
    return undefined;
  }
}
