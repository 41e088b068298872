import { EndpointError, type EndpointOptions, endpointName, requestBytes } from './endpoint.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Providers refuse larger batches, and answers of full blocks become too large. */
const CALLS_PER_REQUEST_MAX = 50;

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** JSON-RPC 2.0 over HTTP, many calls in one request. Answers are checked by those who ask. */
export class JsonRpc {
  readonly #options: EndpointOptions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly name: string;

  constructor(options: EndpointOptions) {
    const url = new URL(options.url);
    this.name = endpointName(options.url);
    this.#headers = {
      'content-type': 'application/json',
      ...(url.username === '' ? {} : { authorization: `Basic ${btoa(`${url.username}:${url.password}`)}` }),
    };
    // `fetch` refuses URLs with a password.
    url.username = '';
    url.password = '';
    this.#options = { ...options, url: url.href };
  }

  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return (await this.batch([{ method, params }]))[0];
  }

  /** Results in the order of the calls; the first error of any throws. */
  async batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const results: unknown[] = [];
    for (let start = 0; start < calls.length; start += CALLS_PER_REQUEST_MAX) {
      results.push(...(await this.#request(calls.slice(start, start + CALLS_PER_REQUEST_MAX))));
    }
    return results;
  }

  async #request(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const numbered = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const body = JSON.stringify(numbered.length === 1 ? numbered[0] : numbered);
    const bytes = await requestBytes(this.#options, { method: 'POST', headers: this.#headers, body });
    const answers = this.#parsed(bytes);
    return calls.map(({ method }, id) => {
      const answer = answers.find((candidate, place) => (candidate.id ?? place) === id);
      if (answer === undefined) throw new EndpointError(`${this.name} left out the answer to ${method}`);
      if (answer.error !== undefined && answer.error !== null) {
        throw new EndpointError(`${this.name} refused ${method}: ${String(answer.error.message ?? answer.error.code)}`);
      }
      return answer.result ?? null;
    });
  }

  #parsed(bytes: Buffer): readonly RpcAnswer[] {
    try {
      const parsed = JSON.parse(bytes.toString('utf8')) as RpcAnswer | RpcAnswer[] | null;
      if (parsed === null || typeof parsed !== 'object') throw new SyntaxError('not an object');
      return Array.isArray(parsed) ? parsed : [parsed];
    } catch {
      throw new EndpointError(`${this.name} did not answer with JSON`);
    }
  }
}
