import type { SequencerLimits } from '@glasshouse/server/kernel/sequencer-options';
import type { CommandAnswer, CommandInput } from '@glasshouse/server/kernel/types';
import type { Random } from '../random.ts';
import type { Submissions } from '../reference/submissions.ts';
import type { NewCommand } from './maker.ts';
import type { Run } from './run.ts';

/** Commands that callers remember well enough to send them again. */
const REMEMBERED_MAX = 5_000;

/** What another body under the same id says. */
const OTHER_BODIES: { readonly [type: string]: { readonly [field: string]: string } } = {
  'options.buy': { amount: '77' },
  'contracts.buy': { lots: '7' },
  'contracts.close': { lots: '0.5' },
  'spot.submit': { quantity: '7' },
  'convert.fill': { amount: '7' },
};

interface Asked {
  readonly command: NewCommand;
  readonly run: number;
}

/**
 * Everybody who submits: waits for answers, asks again when the core has died, and sometimes asks
 * twice or with another body.
 */
export class Callers {
  readonly #random: Random;
  readonly #submissions: Submissions;
  readonly #limits: SequencerLimits;
  readonly #heard: (input: CommandInput, answer: CommandAnswer) => void;
  readonly #waiting = new Set<Asked>();
  readonly #orphans: NewCommand[] = [];
  readonly #past: NewCommand[] = [];
  submitted = 0;

  constructor(options: {
    random: Random;
    submissions: Submissions;
    limits: SequencerLimits;
    heard: (input: CommandInput, answer: CommandAnswer) => void;
  }) {
    this.#heard = options.heard;
    this.#random = options.random;
    this.#submissions = options.submissions;
    this.#limits = options.limits;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get orphans(): number {
    return this.#orphans.length;
  }

  submit(run: Run, command: NewCommand): void {
    const { input, by, malformed } = command;
    const waiting = this.#waiting.size;
    const asked: Asked = { command, run: run.number };
    this.#waiting.add(asked);
    this.submitted += 1;
    this.#submissions.submitted(input);
    this.#remember(command);
    const { queueMax, batchMax } = this.#limits;
    const takenMax = run.hasFailed ? 2 * batchMax : 0;
    const circumstances = { by, waiting, queueMax, takenMax, malformed };
    const heard = (answer: CommandAnswer): void => {
      this.#waiting.delete(asked);
      this.#submissions.received(input, answer, { ...circumstances, stale: run.isStale() });
      this.#heard(input, answer);
      run.heard();
    };
    void (by === 'house' ? run.sequencer.submitInternal(input) : run.sequencer.submit(input)).then(heard);
  }

  /** Somebody asks again what was asked before: the same, or another body under the same id. */
  again(run: Run): void {
    if (this.#past.length === 0) return;
    const random = this.#random;
    const recent = random.chance(0.6);
    const command = recent
      ? (this.#past.at(-random.int(1, Math.min(20, this.#past.length))) as NewCommand)
      : random.pick(this.#past);
    const change = random.chance(0.2) && command.input.body !== null ? OTHER_BODIES[command.input.type] : undefined;
    const body = change === undefined ? command.input.body : { ...(command.input.body as object), ...change };
    this.submit(run, { ...command, input: { ...command.input, body } });
  }

  /** The core's process is gone: most callers will ask again, in any order. */
  abandoned(run: number): void {
    for (const asked of this.#waiting) {
      if (asked.run !== run) continue;
      this.#waiting.delete(asked);
      if (this.#random.chance(0.95)) this.#orphans.push(asked.command);
    }
    this.#random.shuffle(this.#orphans);
  }

  askAgain(run: Run, atMost: number): void {
    for (const command of this.#orphans.splice(0, atMost)) this.submit(run, command);
  }

  #remember(command: NewCommand): void {
    if (this.#past.length < REMEMBERED_MAX) this.#past.push(command);
    else if (this.#random.chance(0.5)) this.#past[this.#random.int(0, REMEMBERED_MAX - 1)] = command;
    else {
      this.#past.push(command);
      this.#past.shift();
    }
  }
}
