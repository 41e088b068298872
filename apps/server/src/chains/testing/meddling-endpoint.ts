import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcMessage {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Stands between a watcher and a node, and changes what the node answers. */
export class MeddlingEndpoint {
  readonly #server: Server;
  readonly #target: string;
  /** Changes the result of a call. */
  meddle: (call: RpcMessage, result: unknown) => unknown = (_call, result) => result;
  /** Answers the request itself: no answer at all, an error page. */
  instead: (() => { readonly status: number; readonly body: string } | 'silence') | undefined;
  requests = 0;

  private constructor(server: Server, target: string) {
    this.#server = server;
    this.#target = target;
  }

  static async start(target: string): Promise<MeddlingEndpoint> {
    const server = createServer();
    const endpoint = new MeddlingEndpoint(server, target);
    server.on('request', async (request, response) => {
      endpoint.requests += 1;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const instead = endpoint.instead?.();
      if (instead === 'silence') return;
      if (instead !== undefined) response.writeHead(instead.status).end(instead.body);
      else response.end(await endpoint.#forward(Buffer.concat(chunks).toString('utf8')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(body: string): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.#target, { method: 'POST', headers, body });
    const calls = [JSON.parse(body)].flat() as RpcMessage[];
    const answers = [await response.json()].flat() as { id: number; result?: unknown }[];
    const changed = answers.map((answer) => {
      const call = calls.find(({ id }) => id === answer.id)!;
      return 'result' in answer ? { ...answer, result: this.meddle(call, answer.result) } : answer;
    });
    return JSON.stringify(Array.isArray(JSON.parse(body)) ? changed : changed[0]);
  }
}
