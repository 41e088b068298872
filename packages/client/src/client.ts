import type { BodyOf, Calls, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api';
import type { CallRow } from '@glasshouse/api/call-row';
import type { callTable } from '@glasshouse/api/call-table';
import { BASE_PATH, CLIENT_TIMEOUT_MS, HEADER_LOG_HEAD } from '@glasshouse/api/constants';
import { firstCalls } from '@glasshouse/api/first-calls';
import { type Answer, judgeEnvelope, urlBelow } from './envelope.ts';
import { CallError } from './failure.ts';
import type { InputPart } from './input-part.ts';
import { loadCallTable } from './load-call-table.ts';

export type UsedCall = keyof typeof callTable;

type Money<Name extends UsedCall> = Calls[Name]['movesMoney'] extends true
  ? { readonly idempotencyKey: string }
  : { readonly idempotencyKey?: undefined };

export type Input<Name extends UsedCall> = InputPart<'params', ParamsOf<Name>> &
  InputPart<'query', QueryOf<Name>> &
  InputPart<'body', BodyOf<Name>> &
  Money<Name> & { readonly signal?: AbortSignal | undefined };

export interface ClientOptions {
  /** Address of the server without a path; empty for the server of the page. */
  readonly origin: string;
  /** Of the session; undefined for a visitor. */
  readonly token: () => string | undefined;
  /** `demo` unless a call is about real money. */
  readonly book: () => 'demo' | 'real';
  /** In which messages come, as `en`. */
  readonly language: () => string;
  /** The server does not know the token that was sent; undefined where none was. */
  readonly onSessionEnded: (token: string | undefined) => void;
  /** The head of the log that an answer names, as `<sequence> <hash>`. */
  readonly onLogHead?: (head: string) => void;
}

const firstRows: { readonly [Name in UsedCall]?: CallRow } = firstCalls;

/** The calls of a customer. An answer is a value: nothing here throws but `fetchResult`. */
export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Makes one call. After `timeout`, `unreachable` and `server` its outcome is not known. */
  readonly call = async <Name extends UsedCall>(name: Name, input: Input<Name>): Promise<Answer<ResultOf<Name>>> => {
    const token = this.#options.token();
    const headers = this.headers(token);
    if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;

    const timeout = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
    const signal = input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout]);
    let response: Response;
    let body: unknown;
    try {
      const { method, path } = firstRows[name] ?? (await loadCallTable())[name];
      if (method === 'POST') headers['content-type'] = 'application/json';
      response = await fetch(this.urlOf(path, input), {
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
    if (head !== null) this.#options.onLogHead?.(head);
    return this.judge<ResultOf<Name>>(response, body, token);
  };

  /** The result of a call that reads. Throws a `CallError` with the failure. */
  readonly fetchResult = async <Name extends UsedCall>(name: Name, input: Input<Name>): Promise<ResultOf<Name>> => {
    const answer = await this.call(name, input);
    if (!answer.ok) throw new CallError(answer.failure);
    return answer.result;
  };

  /** The token of the session that requests carry now. */
  token(): string | undefined {
    return this.#options.token();
  }

  /** Headers of every request: the book, the reader's language and the session. */
  headers(token: string | undefined): Record<string, string> {
    const { book, language } = this.#options;
    // In the specification the header asks whether this is *not* virtual money.
    const headers: Record<string, string> = { virtually: book() === 'demo' ? 'NO' : 'YES', lang: language() };
    if (token !== undefined) headers.authorization = token;
    return headers;
  }

  /** `token` is the one that was sent; it ends if the server no longer knows it. */
  judge<Result>(response: Response, body: unknown, token: string | undefined): Answer<Result> {
    if (response.status === 401) this.#options.onSessionEnded(token);
    return judgeEnvelope<Result>(response, body);
  }

  urlOf(path: string, parts: { readonly params?: unknown; readonly query?: unknown }): string {
    return `${this.#options.origin}${urlBelow(BASE_PATH, path, parts)}`;
  }
}
