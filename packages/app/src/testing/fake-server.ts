import type { BodyOf, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { BASE_PATH } from '@glasshouse/api/constants';
import type { UsedCall } from '@glasshouse/client/client';
import { vi } from 'vitest';

/** What a call takes and answers. */
export interface CallParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly result: unknown;
}

/** Every call of an API by its name. */
type Api<Name extends string> = Readonly<Record<Name, CallParts>>;

/** A call as it reached the server. */
export interface Received<Name extends string, Parts extends CallParts> {
  readonly name: Name;
  readonly params: Parts['params'];
  readonly query: Parts['query'];
  readonly body: Parts['body'];
  readonly headers: Readonly<Record<string, string>>;
}

/** Of a call that the server refuses. */
export class Refusal {
  readonly code: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, number>>;
  /** Of HTTP: 401 without a session, 429 after too many tries, 500 and above for faults. */
  readonly status: number;

  constructor(code: number, message: string, fields: Readonly<Record<string, number>> = {}, status = 200) {
    this.code = code;
    this.message = message;
    this.fields = fields;
    this.status = status;
  }
}

/** A file comes as the whole response. */
type Answered<Parts extends CallParts> = Parts['result'] | Refusal | Response;

type Answer<Name extends string, Parts extends CallParts> = (
  received: Received<Name, Parts>,
) => Answered<Parts> | Promise<Answered<Parts>>;

interface CallTable {
  readonly [name: string]: { readonly method: string; readonly path: string };
}

/**
 * Answers the calls of a page under test. A call without an answer stays open, as over a line that
 * is slow, and stands in `open`. An answer that throws is a server out of reach.
 */
export class FakeCalls<Calls extends Api<Extract<keyof Calls, string>>> {
  readonly received: Received<string, CallParts>[] = [];
  /** Names of calls that nothing answers. */
  readonly open: string[] = [];
  readonly #answers = new Map<string, (received: never) => unknown>();
  readonly #base: string;
  readonly #table: CallTable;

  /** Takes the place of `fetch` until the end of the test; `table` has the paths below `base`. */
  constructor(base: string, table: CallTable) {
    this.#base = base;
    this.#table = table;
    const fetch = (url: string, init: RequestInit) => this.#answer(new URL(url, 'http://localhost'), init);
    vi.stubGlobal('fetch', fetch);
    vi.stubGlobal('XMLHttpRequest', requestOf(fetch));
    vi.stubGlobal('WebSocket', SilentSocket);
  }

  on<Name extends Extract<keyof Calls, string>>(name: Name, answer: Answer<Name, Calls[Name]>): this {
    this.#answers.set(name, answer);
    return this;
  }

  /** What this call was sent with, the newest last. */
  sent<Name extends Extract<keyof Calls, string>>(name: Name): readonly Received<Name, Calls[Name]>[] {
    return this.received.filter((received) => received.name === name) as Received<Name, Calls[Name]>[];
  }

  /** What was sent by other calls than those that only read. */
  get changes(): readonly Received<string, CallParts>[] {
    return this.received.filter(({ name }) => this.#table[name]?.method !== 'GET');
  }

  async #answer(url: URL, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const found = callAt(this.#table, method, url.pathname.slice(this.#base.length));
    if (found === undefined) throw new Error(`no call at ${method} ${url.pathname}`);
    const received = {
      name: found.name,
      params: found.params,
      query: queryOf(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : body,
      headers: headers as Record<string, string>,
    };
    this.received.push(received);
    const answer = this.#answers.get(found.name);
    if (answer === undefined) {
      this.open.push(found.name);
      return new Promise(() => undefined);
    }
    const result = await answer(received as never);
    if (result instanceof Response) return result;
    const isRefused = result instanceof Refusal;
    const envelope = isRefused
      ? { code: result.code, message: result.message, fields: result.fields }
      : { code: 200, result };
    return new Response(JSON.stringify(envelope), {
      status: isRefused ? result.status : 200,
      headers: { 'content-type': 'application/json' },
    });
  }
}

type CustomerCalls = {
  readonly [Name in UsedCall]: {
    readonly params: ParamsOf<Name>;
    readonly query: QueryOf<Name>;
    readonly body: BodyOf<Name>;
    readonly result: ResultOf<Name>;
  };
};

/** The server as customers' pages call it. */
export class FakeServer extends FakeCalls<CustomerCalls> {
  constructor() {
    super(BASE_PATH, callTable);
  }
}

/** A key that is repeated is a list. */
function queryOf(search: URLSearchParams): Readonly<Record<string, string | string[]>> {
  const valuesOf = (key: string) => (search.getAll(key).length === 1 ? search.get(key)! : search.getAll(key));
  return Object.fromEntries([...new Set(search.keys())].map((key) => [key, valuesOf(key)]));
}

function callAt(table: CallTable, method: string, path: string) {
  for (const [name, row] of Object.entries(table)) {
    if (row.method !== method) continue;
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const match = new RegExp(`^${row.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (match === null) continue;
    const params = Object.fromEntries(names.map((key, index) => [key, decodeURIComponent(match[index + 1]!)]));
    return { name, params };
  }
  return undefined;
}

/** Uploads, which report how much was sent: half of it at first. */
const requestOf = (fetch: (url: string, init: RequestInit) => Promise<Response>) =>
  class {
    readonly upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {};
    readonly #headers: Record<string, string> = {};
    #method = '';
    #url = '';
    status = 0;
    responseText = '';
    onload = () => undefined;
    onerror = () => undefined;
    onabort = () => undefined;

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    getResponseHeader(): null {
      return null;
    }
    abort(): void {
      this.onabort();
    }
    send(body: FormData): void {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      const answered = fetch(this.#url, { method: this.#method, headers: this.#headers, body });
      void answered.then(async (response) => {
        this.status = response.status;
        this.responseText = await response.text();
        this.onload();
      }, this.onerror);
    }
  };

/** Tests put prices into the page themselves. */
class SilentSocket {
  readonly readyState = 0;
  onopen: unknown = null;
  onmessage: unknown = null;
  onclose: unknown = null;
  send(): void {}
  close(): void {}
}
