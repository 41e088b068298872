import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { registerCleanup } from './cleanup.ts';

/** RPC to a program in a separate process, so that its cost can be measured separately. */
export interface Program<Calls extends CallTable> {
  call<Name extends keyof Calls & string>(name: Name, params: Calls[Name]['params']): Promise<Calls[Name]['result']>;
  /**
   * For clients that would normally run on other machines: they only get CPU the measured processes
   * leave.
   */
  lowerPriority(): void;
  stop(): Promise<void>;
}

export type CallTable = { readonly [name: string]: { readonly params: unknown; readonly result: unknown } };
export type Handlers<Calls extends CallTable> = {
  readonly [Name in keyof Calls]: (
    params: Calls[Name]['params'],
  ) => Promise<Calls[Name]['result']> | Calls[Name]['result'];
};

interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly params: unknown;
}
type ReplyMessage = { readonly id: number; readonly result?: unknown; readonly error?: string };

/** Starts `file` and waits until it serves. */
export async function startProgram<Calls extends CallTable>(
  file: URL,
  execArgv: string[] = [],
): Promise<Program<Calls>> {
  const child = fork(fileURLToPath(file), [], { serialization: 'advanced', execArgv });
  const stop = registerCleanup(() => ended(child));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let id = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error(`${file.pathname} exited before it served`)));
  });
  child.on('message', (message) => {
    const reply = message as ReplyMessage;
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error === undefined) call?.resolve(reply.result);
    else call?.reject(new Error(reply.error));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file.pathname} exited with ${code}`));
  });
  return {
    call(name, params) {
      id += 1;
      const call = Promise.withResolvers<unknown>();
      waiting.set(id, call);
      child.send({ id, name, params } satisfies CallMessage);
      return call.promise as never;
    },
    lowerPriority() {
      if (child.pid === undefined) return;
      setPriority(child.pid, constants.priority.PRIORITY_LOW);
      // Low priority alone still keeps a CPU for a 4 ms tick after another process becomes ready.
      if (process.platform === 'linux') spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(child.pid)]);
    },
    stop,
  };
}

/** The child's side: serves calls until the parent disconnects. */
export function serveCalls<Calls extends CallTable>(handlers: Handlers<Calls>): void {
  process.on('message', async (message) => {
    const { id, name, params } = message as CallMessage;
    try {
      const result = await handlers[name]?.(params as never);
      process.send?.({ id, result } satisfies ReplyMessage);
    } catch (error) {
      process.send?.({ id, error: String((error as Error).stack) } satisfies ReplyMessage);
    }
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.('serving');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exit;
  clearTimeout(killTimer);
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
