import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FromSockets, ToSockets } from './messages.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));
/** A process that leaves this many messages unread is stuck, and is replaced. */
export const UNSENT_MESSAGES_MAX = 5_000;
/** Sockets on their way to the process; more at once are refused. */
export const HAND_OVERS_MAX = 2_000;

/** One life of the sockets process, seen from main. */
export class Channel {
  /** Messages that the process has not taken from the pipe yet. */
  unsent = 0;
  handOvers = 0;
  private readonly child: ChildProcess;

  constructor(hear: (message: FromSockets) => void, onExit: (how: string) => void) {
    this.child = fork(PROGRAM, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child.on('message', (message) => hear(message as FromSockets));
    this.child.on('exit', (code, signal) => onExit(signal ?? `code ${code}`));
    // A failed send or kill; the exit that follows is what counts.
    this.child.on('error', () => {});
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** `sent` is called once the message has left main's memory. */
  send(message: ToSockets, sent?: () => void): void {
    if (!this.child.connected) return;
    if (UNSENT_MESSAGES_MAX <= this.unsent) {
      this.kill();
      return;
    }
    this.unsent += 1;
    this.child.send(message, (error) => {
      this.unsent -= 1;
      if (error === null) sent?.();
    });
  }

  /** False when the process cannot take the socket; it is then still the caller's. */
  handOver(message: ToSockets, socket: Socket): boolean {
    if (!this.child.connected || HAND_OVERS_MAX <= this.handOvers) return false;
    this.handOvers += 1;
    // Node would have the server ask every child about the sockets it was sent, and never finish `close` once one of them
    // has ended. Without this mark the socket is the child's business alone; `destroy` takes it off the server's count.
    (socket as { server?: unknown }).server = undefined;
    this.child.send(message, socket, {}, () => {
      this.handOvers -= 1;
      socket.destroy();
    });
    return true;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
