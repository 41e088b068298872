import type { BodyOf, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { BASE_PATH, CLIENT_TIMEOUT_MS } from '@glasshouse/api/constants';
import { bookHeader, dropSession, languageHeader, sessionToken } from '../session/session.ts';
import type { Failure } from './failure.ts';

export type UsedCall = keyof typeof callTable;

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : Record<Name, Value>;
type Optional<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [Key in Name]?: undefined }
  : Part<Name, Value>;
type Money<Name extends UsedCall> = (typeof callTable)[Name]['movesMoney'] extends true
  ? { readonly idempotencyKey: string }
  : { readonly idempotencyKey?: undefined };

export type Input<Name extends UsedCall> = Optional<'params', ParamsOf<Name>> &
  Optional<'query', QueryOf<Name>> &
  Optional<'body', BodyOf<Name>> &
  Money<Name> & { readonly signal?: AbortSignal | undefined };

export type Answer<Result> =
  | { readonly ok: true; readonly result: Result; readonly notice: number | undefined }
  | { readonly ok: false; readonly failure: Failure };

/** Makes one API call. Never throws: the answer holds what went wrong. */
export async function call<Name extends UsedCall>(name: Name, input: Input<Name>): Promise<Answer<ResultOf<Name>>> {
  const { method, path } = callTable[name];
  const token = sessionToken();
  const headers = commonHeaders(token);
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
  if (method === 'POST') headers['content-type'] = 'application/json';

  const timeout = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
  const signal = input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout]);
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(urlOf(path, input.params, input.query), {
      method,
      headers,
      signal,
      body: method === 'POST' ? JSON.stringify(input.body ?? {}) : null,
    });
    body = await response.json().catch(() => undefined);
  } catch {
    return { ok: false, failure: { kind: timeout.aborted ? 'timeout' : 'unreachable' } };
  }
  return judge<ResultOf<Name>>(response, body, token);
}

/** Headers of every call: the book, the reader's language and the session. */
export function commonHeaders(token: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { virtually: bookHeader(), lang: languageHeader() };
  if (token !== undefined) headers.authorization = token;
  return headers;
}

interface RawEnvelope {
  readonly code: number;
  readonly result?: unknown;
  readonly message?: number | string;
  readonly fields?: Readonly<Record<string, number>>;
  readonly requestId?: string;
}

/** `token` is the one that was sent; it ends if the server no longer knows it. */
export function judge<Result>(response: Response, body: unknown, token: string | undefined): Answer<Result> {
  if (response.status === 401) {
    dropSession(token);
    return { ok: false, failure: { kind: 'session' } };
  }
  const envelope = body as RawEnvelope | undefined;
  if (typeof envelope?.code !== 'number') {
    return { ok: false, failure: { kind: 'server', message: '', requestId: undefined } };
  }
  if (envelope.code === 200) {
    const notice = typeof envelope.message === 'number' ? envelope.message : undefined;
    return { ok: true, result: envelope.result as Result, notice };
  }
  const message = String(envelope.message ?? '');
  if (response.status === 429) {
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? '1');
    return { ok: false, failure: { kind: 'limited', message, retryAfterSeconds } };
  }
  if (500 <= response.status) {
    return { ok: false, failure: { kind: 'server', message, requestId: envelope.requestId } };
  }
  return { ok: false, failure: { kind: 'refused', code: envelope.code, message, fields: envelope.fields ?? {} } };
}

type Scalars = Readonly<Record<string, unknown>>;

/** Arrays become repeated keys; undefined values are left out. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, key: string) =>
    encodeURIComponent(String((params as Scalars | undefined)?.[key] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Scalars)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(key, String(item));
    }
  }
  const text = search.toString();
  return `${BASE_PATH}${filled}${text === '' ? '' : `?${text}`}`;
}
