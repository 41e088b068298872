import type { BodyOf, Calls, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api';
import type { CallRow } from '@glasshouse/api/call-row';
import type { callTable } from '@glasshouse/api/call-table';
import { BASE_PATH, CLIENT_TIMEOUT_MS, HEADER_LOG_HEAD } from '@glasshouse/api/constants';
import { firstCalls } from '@glasshouse/api/first-calls';
import { bookHeader, dropSession, languageHeader, sessionToken } from '../session/session.ts';
import { type Answer, judgeEnvelope, urlBelow } from './envelope.ts';
import { loadCallTable } from './load-call-table.ts';

export type { Answer };

export type UsedCall = keyof typeof callTable;

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : Record<Name, Value>;
type Optional<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [Key in Name]?: undefined }
  : Part<Name, Value>;
type Money<Name extends UsedCall> = Calls[Name]['movesMoney'] extends true
  ? { readonly idempotencyKey: string }
  : { readonly idempotencyKey?: undefined };

export type Input<Name extends UsedCall> = Optional<'params', ParamsOf<Name>> &
  Optional<'query', QueryOf<Name>> &
  Optional<'body', BodyOf<Name>> &
  Money<Name> & { readonly signal?: AbortSignal | undefined };

const firstRows: { readonly [Name in UsedCall]?: CallRow } = firstCalls;

/** Makes one API call. Never throws: the answer holds what went wrong. */
export async function call<Name extends UsedCall>(name: Name, input: Input<Name>): Promise<Answer<ResultOf<Name>>> {
  const token = sessionToken();
  const headers = commonHeaders(token);
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;

  const timeout = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
  const signal = input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout]);
  let response: Response;
  let body: unknown;
  try {
    const { method, path } = firstRows[name] ?? (await loadCallTable())[name];
    if (method === 'POST') headers['content-type'] = 'application/json';
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
  const head = response.headers.get(HEADER_LOG_HEAD);
  // Without its code this head is not compared; the next answer brings another.
  if (head !== null) import('./log-heads.ts').then(({ heed }) => heed(head)).catch(() => undefined);
  return judge<ResultOf<Name>>(response, body, token);
}

/** Headers of every call: the book, the reader's language and the session. */
export function commonHeaders(token: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { virtually: bookHeader(), lang: languageHeader() };
  if (token !== undefined) headers.authorization = token;
  return headers;
}

/** `token` is the one that was sent; it ends if the server no longer knows it. */
export function judge<Result>(response: Response, body: unknown, token: string | undefined): Answer<Result> {
  if (response.status === 401) dropSession(token);
  return judgeEnvelope<Result>(response, body);
}

export const urlOf = (path: string, params: unknown, query: unknown): string =>
  urlBelow(BASE_PATH, path, { params, query });
