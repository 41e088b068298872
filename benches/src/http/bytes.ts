import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCalls } from '../harness/program.ts';

/** The peer of the market list: node:http and one buffer. */
export type BytesCalls = {
  start: { params: { body: Uint8Array; headers: Record<string, string> }; result: { port: number } };
};

serveCalls<BytesCalls>({
  async start({ body, headers }) {
    const bytes = Buffer.from(body);
    const server = createServer((_, response) => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port };
  },
});
