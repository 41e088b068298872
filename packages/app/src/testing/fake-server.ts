import type { BodyOf, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { BASE_PATH } from '@glasshouse/api/constants';
import type { UsedCall } from '@glasshouse/client/client';
import { vi } from 'vitest';

/** A call as it reached the server. */
export interface Received<Name extends UsedCall = UsedCall> {
  readonly name: Name;
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of a call that the server refuses. */
export class Refusal {
  readonly code: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, number>>;

  constructor(code: number, message: string, fields: Readonly<Record<string, number>> = {}) {
    this.code = code;
    this.message = message;
    this.fields = fields;
  }
}

type Answer<Name extends UsedCall> = (
  received: Received<Name>,
) => ResultOf<Name> | Refusal | Promise<ResultOf<Name> | Refusal>;

/**
 * Answers the calls of a page under test. A call without an answer stays open, as over a line that
 * is slow, and stands in `open`.
 */
export class FakeServer {
  readonly received: Received[] = [];
  /** Names of calls that nothing answers. */
  readonly open: string[] = [];
  readonly #answers = new Map<string, (received: never) => unknown>();

  /** Takes the place of `fetch` until the end of the test. */
  constructor() {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.#answer(new URL(url, 'http://localhost'), init));
    vi.stubGlobal('WebSocket', SilentSocket);
  }

  on<Name extends UsedCall>(name: Name, answer: Answer<Name>): this {
    this.#answers.set(name, answer);
    return this;
  }

  /** What this call was sent with, the newest last. */
  sent<Name extends UsedCall>(name: Name): readonly Received<Name>[] {
    return this.received.filter((received): received is Received<Name> => received.name === name);
  }

  async #answer(url: URL, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const found = callAt(method, url.pathname.slice(BASE_PATH.length));
    if (found === undefined) throw new Error(`no call at ${method} ${url.pathname}`);
    const received = {
      name: found.name,
      params: found.params,
      query: Object.fromEntries(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : body,
      headers: headers as Record<string, string>,
    } as unknown as Received;
    this.received.push(received);
    const answer = this.#answers.get(found.name);
    if (answer === undefined) {
      this.open.push(found.name);
      return new Promise(() => undefined);
    }
    const result = await answer(received as never);
    const envelope =
      result instanceof Refusal
        ? { code: result.code, message: result.message, fields: result.fields }
        : { code: 200, result };
    return new Response(JSON.stringify(envelope), { headers: { 'content-type': 'application/json' } });
  }
}

function callAt(method: string, path: string) {
  for (const [name, row] of Object.entries(callTable)) {
    if (row.method !== method) continue;
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const match = new RegExp(`^${row.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (match === null) continue;
    const params = Object.fromEntries(names.map((key, index) => [key, decodeURIComponent(match[index + 1]!)]));
    return { name: name as UsedCall, params };
  }
  return undefined;
}

/** Tests put prices into the page themselves. */
class SilentSocket {
  readonly readyState = 0;
  onopen: unknown = null;
  onmessage: unknown = null;
  onclose: unknown = null;
  send(): void {}
  close(): void {}
}
