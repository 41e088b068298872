import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FromSockets, ToSockets, UpgradeRequest } from '../protocol/messages.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));
/** A process with this many unread messages is stuck, and is replaced. */
export const UNSENT_MESSAGES_MAX = 5_000;
/** Sockets on their way to the process; more at once are refused. */
export const HAND_OVERS_MAX = 2_000;

/** The system handle of a socket; closing it twice is harmless. */
interface Handle {
  readStop(): void;
  close(): void;
}

/** One life of the sockets process, seen from main. */
export class Channel {
  /** Messages that the process has not taken from the pipe yet. */
  unsent = 0;
  readonly #child: ChildProcess;
  /** Sockets that the process has not confirmed, with what Node takes out of them to send. */
  readonly #underWay = new Map<number, { readonly socket: Socket; readonly handle: Handle | null }>();
  #lastTicket = 0;

  constructor(hear: (message: FromSockets) => void, onExit: (how: string) => void) {
    this.#child = fork(PROGRAM, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (received) => {
      const message = received as FromSockets;
      if (message.kind === 'taken') this.#settle(message.ticket, false);
      else hear(message);
    });
    this.#child.on('exit', (code, signal) => {
      for (const ticket of [...this.#underWay.keys()]) this.#settle(ticket, true);
      onExit(signal ?? `code ${code}`);
    });
    // A failed send or kill; the exit that follows is what counts.
    this.#child.on('error', () => {});
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** `sent` is called once the message has left main's memory. */
  send(message: ToSockets, sent?: () => void): void {
    if (!this.#child.connected) return;
    if (UNSENT_MESSAGES_MAX <= this.unsent) {
      this.kill();
      return;
    }
    this.unsent += 1;
    this.#child.send(message, (error) => {
      this.unsent -= 1;
      if (error === null) sent?.();
    });
  }

  /** False when the process cannot take the socket, which then stays with the caller. */
  handOver(request: UpgradeRequest, socket: Socket): boolean {
    if (!this.#child.connected || HAND_OVERS_MAX <= this.#underWay.size) return false;
    // Node would have the server ask every child about the sockets it was sent, and never finish
    // `close` once one of them has ended. Without this mark the socket is the child's business
    // alone; `destroy` takes it off the server's count.
    const inner = socket as unknown as { server?: unknown; _handle: Handle | null };
    inner.server = undefined;
    // Node keeps reading from a socket that it sends away until the process confirms it, and throws
    // away what it reads: a client that speaks at once would not be heard.
    inner._handle?.readStop();
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    this.#underWay.set(ticket, { socket, handle: inner._handle });
    this.#child.send({ kind: 'upgrade', ticket, request } satisfies ToSockets, socket, {}, (error) => {
      if (error !== null) this.#settle(ticket, true);
    });
    return true;
  }

  /**
   * The process has the socket now, or it never will: then Node forgets to hang up on the client.
   */
  #settle(ticket: number, isLost: boolean): void {
    const handed = this.#underWay.get(ticket);
    this.#underWay.delete(ticket);
    if (isLost) handed?.handle?.close();
    handed?.socket.destroy();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
