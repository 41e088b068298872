import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stoppable } from './cleanup.ts';

/**
 * Calls into a program of a bench that runs in a process of its own, so that its cost is its own.
 */
export interface Program<Calls extends CallTable> {
  call<Name extends keyof Calls & string>(name: Name, params: Calls[Name]['params']): Promise<Calls[Name]['result']>;
  /**
   * For clients that would be on machines of their own: they take only what those who are measured
   * leave.
   */
  standAside(): void;
  stop(): Promise<void>;
}

export type CallTable = { readonly [name: string]: { readonly params: unknown; readonly result: unknown } };
export type Handlers<Calls extends CallTable> = {
  readonly [Name in keyof Calls]: (
    params: Calls[Name]['params'],
  ) => Promise<Calls[Name]['result']> | Calls[Name]['result'];
};

interface Question {
  readonly ticket: number;
  readonly name: string;
  readonly params: unknown;
}
type Answer = { readonly ticket: number; readonly result?: unknown; readonly error?: string };

/** Starts `file` (a URL) and waits until it serves. */
export async function startProgram<Calls extends CallTable>(
  file: URL,
  execArgv: string[] = [],
): Promise<Program<Calls>> {
  const child = fork(fileURLToPath(file), [], { serialization: 'advanced', execArgv });
  const stop = stoppable(() => ended(child));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let ticket = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error(`${file.pathname} ended before it served`)));
  });
  child.on('message', (message) => {
    const answer = message as Answer;
    const question = waiting.get(answer.ticket);
    waiting.delete(answer.ticket);
    if (answer.error === undefined) question?.resolve(answer.result);
    else question?.reject(new Error(answer.error));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file.pathname} ended with ${code}`));
  });
  return {
    call(name, params) {
      ticket += 1;
      const question = Promise.withResolvers<unknown>();
      waiting.set(ticket, question);
      child.send({ ticket, name, params } satisfies Question);
      return question.promise as never;
    },
    standAside() {
      if (child.pid === undefined) return;
      setPriority(child.pid, constants.priority.PRIORITY_LOW);
      // A low priority alone still holds a processor for a tick of 4 ms after somebody else has
      // become ready for it.
      if (process.platform === 'linux') spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(child.pid)]);
    },
    stop,
  };
}

/** The other side: answers calls until the bench lets go. */
export function serveCalls<Calls extends CallTable>(handlers: Handlers<Calls>): void {
  process.on('message', async (message) => {
    const { ticket, name, params } = message as Question;
    try {
      const result = await handlers[name]?.(params as never);
      process.send?.({ ticket, result } satisfies Answer);
    } catch (error) {
      process.send?.({ ticket, error: String((error as Error).stack) } satisfies Answer);
    }
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.('serving');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  const patience = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exit;
  clearTimeout(patience);
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
