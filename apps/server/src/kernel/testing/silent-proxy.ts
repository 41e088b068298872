import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between a client and PostgreSQL, and can stop forwarding without closing anything: a
 * network that swallows packets, a machine that was unplugged.
 */
export class SilentProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #silent = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** In front of the server of a connection string; `url` is the one to use instead. */
  static async before(url: string): Promise<{ proxy: SilentProxy; url: string }> {
    const target = new URL(url);
    const folder = target.searchParams.get('host');
    const port = Number(target.port || '5432');
    const open = (): Socket =>
      folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    const server = createServer();
    const proxy = new SilentProxy(server);
    server.on('connection', (near) => proxy.#join(near, open()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    target.searchParams.delete('host');
    target.hostname = '127.0.0.1';
    target.port = String((server.address() as AddressInfo).port);
    return { proxy, url: target.href };
  }

  /** From now on nothing gets through, in either direction, on old connections and on new ones. */
  silence(): void {
    this.#silent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  speak(): void {
    this.#silent = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket, far: Socket): void {
    for (const [source, target] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(source);
      source.on('data', (bytes) => target.write(bytes));
      source.on('error', () => target.destroy());
      source.on('close', () => {
        this.#sockets.delete(source);
        // A silent network does not pass on that one end went away.
        if (!this.#silent) target.destroy();
      });
      if (this.#silent) source.pause();
    }
  }
}
