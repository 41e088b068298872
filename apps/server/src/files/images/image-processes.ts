import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FromImages, ImageAnswer, ImageTask } from './work.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));

export interface ImageLimits {
  /** Images that are worked on at once. */
  readonly processes: number;
  /** Images that wait; more are turned away. */
  readonly waitingMax: number;
  readonly timeoutMs: number;
  readonly memoryMaxBytes: number;
  /** A process that nobody needs ends after this. */
  readonly idleMs: number;
}

const LIMITS: ImageLimits = {
  processes: 2,
  waitingMax: 24,
  timeoutMs: 20_000,
  memoryMaxBytes: 1_300_000_000,
  idleMs: 60_000,
};
const MEMORY_CHECK_MS = 100;
const PAGE_BYTES = 4_096;
/** JavaScript's own share; pixels lie outside of it. */
const HEAP_MB = 256;

/** What became of a task; `busy` is not the image's fault. */
export type ImageTaskResult = ImageAnswer | { readonly ok: false; readonly refused: 'busy' };

interface Waiting {
  readonly task: ImageTask;
  readonly done: (answer: ImageTaskResult) => void;
}

interface Process {
  readonly child: ChildProcess;
  current: { readonly ticket: number; readonly done: (answer: ImageTaskResult) => void } | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** Runs image tasks in processes of their own, each with a limit of time and memory. */
export class ImageProcesses {
  readonly #limits: ImageLimits;
  readonly #processes = new Set<Process>();
  readonly #waiting: Waiting[] = [];
  #lastTicket = 0;
  #ended = 0;
  #stopped = false;

  constructor(limits: Partial<ImageLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Processes that a task ended: crashed, too slow, too large. */
  get ended(): number {
    return this.#ended;
  }

  /** A task that crashes its process, hangs or needs too much memory is refused as `format`. */
  run(task: ImageTask): Promise<ImageTaskResult> {
    if (this.#stopped || this.#limits.waitingMax <= this.#waiting.length) {
      return Promise.resolve({ ok: false, refused: 'busy' });
    }
    return new Promise((done) => {
      this.#waiting.push({ task, done });
      this.#next();
    });
  }

  #next(): void {
    const waiting = this.#waiting[0];
    if (waiting === undefined) return;
    const idle = [...this.#processes].find(({ current }) => current === undefined);
    const process = idle ?? (this.#processes.size < this.#limits.processes ? this.#start() : undefined);
    if (process === undefined) return;
    this.#waiting.shift();
    this.#assign(process, waiting);
  }

  #start(): Process {
    const child = fork(PROGRAM, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const process: Process = { child, current: undefined, idle: undefined };
    this.#processes.add(process);
    child.on('message', (message) => {
      const { ticket, answer } = message as FromImages;
      if (process.current?.ticket === ticket) this.#finish(process, answer);
    });
    child.on('exit', () => {
      this.#processes.delete(process);
      clearTimeout(process.idle);
      if (process.current !== undefined) this.#ended += 1;
      this.#finish(process, { ok: false, refused: 'format' });
    });
    // A failed send or start; the exit that follows is what counts.
    child.on('error', () => child.kill('SIGKILL'));
    return process;
  }

  #assign(process: Process, { task, done }: Waiting): void {
    clearTimeout(process.idle);
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    const kill = (): void => {
      if (process.current?.ticket === ticket) process.child.kill('SIGKILL');
    };
    const deadline = setTimeout(kill, this.#limits.timeoutMs);
    const memory = setInterval(() => {
      void memoryOf(process.child.pid).then((bytes) => {
        if (this.#limits.memoryMaxBytes < bytes) kill();
      });
    }, MEMORY_CHECK_MS);
    process.current = {
      ticket,
      done: (answer) => {
        clearTimeout(deadline);
        clearInterval(memory);
        done(answer);
      },
    };
    process.child.send({ ticket, task });
  }

  #finish(process: Process, answer: ImageTaskResult): void {
    const { current } = process;
    process.current = undefined;
    current?.done(answer);
    if (this.#processes.has(process)) {
      process.idle = setTimeout(() => process.child.kill(), this.#limits.idleMs);
      process.idle.unref();
    }
    this.#next();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { done } of this.#waiting.splice(0)) done({ ok: false, refused: 'busy' });
    await Promise.all(
      [...this.#processes].map(
        ({ child }) =>
          new Promise((resolve) => {
            child.once('exit', resolve);
            child.kill('SIGKILL');
          }),
      ),
    );
  }
}

/** Resident memory where the system tells it (Linux); 0 elsewhere, where only time is limited. */
async function memoryOf(pid: number | undefined): Promise<number> {
  try {
    const [, resident = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(resident) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
