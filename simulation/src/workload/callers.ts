import type { SequencerLimits } from '@glasshouse/server/kernel/core/sequencer-options';
import type { CommandAnswer, CommandInput } from '@glasshouse/server/kernel/core/types';
import type { Random } from '../random.ts';
import type { Submissions } from '../reference/submissions.ts';
import type { NewCommand } from './command-factory.ts';
import type { Run } from './run.ts';

/** Past commands kept for resubmission. */
const REMEMBERED_MAX = 5_000;

const MOVED_EVERY = 3;

/** Changed fields for another body under the same id. */
const OTHER_BODIES: { readonly [type: string]: { readonly [field: string]: string } } = {
  'options.buy': { amount: '77' },
  'contracts.buy': { lots: '7' },
  'contracts.close': { lots: '0.5' },
  'spot.submit': { quantity: '7' },
  'convert.fill': { amount: '7' },
  'plans.buy': { amount: '7' },
};

interface Unanswered {
  readonly command: NewCommand;
  readonly run: number;
}

/** A question names its answer itself: whoever asks again asks under a new name. */
const hasOwnName = ({ input }: NewCommand): boolean => input.type === 'convert.ask';

/**
 * All clients: they wait for answers, retry after a crash, and sometimes submit twice or with
 * another body.
 */
export class Callers {
  readonly #random: Random;
  readonly #submissions: Submissions;
  readonly #limits: SequencerLimits;
  readonly #isRefused: (input: CommandInput) => boolean;
  readonly #onAnswer: (input: CommandInput, answer: CommandAnswer) => void;
  readonly #waiting = new Set<Unanswered>();
  readonly #orphans: NewCommand[] = [];
  readonly #past: NewCommand[] = [];
  submitted = 0;

  constructor(options: {
    random: Random;
    submissions: Submissions;
    limits: SequencerLimits;
    /** Commands that the store refuses, which are answered like a bug. */
    isRefused: (input: CommandInput) => boolean;
    onAnswer: (input: CommandInput, answer: CommandAnswer) => void;
  }) {
    this.#isRefused = options.isRefused;
    this.#onAnswer = options.onAnswer;
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
    const unanswered: Unanswered = { command, run: run.number };
    this.#waiting.add(unanswered);
    this.submitted += 1;
    this.#submissions.submitted(input);
    this.#remember(command);
    const { queueMax, batchMax } = this.#limits;
    const takenMax = run.hasFailed ? 2 * batchMax : 0;
    const circumstances = { by, waiting, queueMax, takenMax, malformed: malformed || this.#isRefused(input) };
    const onAnswer = (answer: CommandAnswer): void => {
      if (run.hasCrashed) return;
      this.#waiting.delete(unanswered);
      this.#submissions.received(input, answer, { ...circumstances, stale: run.isStale() });
      this.#onAnswer(input, answer);
      run.onPublished();
    };
    void (by === 'house' ? run.sequencer.submitInternal(input) : run.sequencer.submit(input)).then(onAnswer);
  }

  /** Repeats an earlier command, sometimes with another body under the same id. */
  resubmit(run: Run): void {
    if (this.#past.length === 0) return;
    const random = this.#random;
    const recent = random.chance(0.6);
    const command = recent
      ? (this.#past.at(-random.int(1, Math.min(20, this.#past.length))) as NewCommand)
      : random.pick(this.#past);
    const change = random.chance(0.2) && command.input.body !== null ? OTHER_BODIES[command.input.type] : undefined;
    const body = change === undefined ? command.input.body : { ...(command.input.body as object), ...change };
    const { network = '' } = command.input;
    // A person who moves on meanwhile repeats the same thing from elsewhere.
    const from = this.submitted % MOVED_EVERY === 0 ? { network: `${network} moved` } : {};
    this.submit(run, { ...command, input: { ...command.input, body, ...from } });
  }

  /** The core's process is gone: most callers will retry, in random order. */
  runEnded(run: number): void {
    for (const unanswered of this.#waiting) {
      if (unanswered.run !== run) continue;
      this.#waiting.delete(unanswered);
      if (this.#random.chance(0.95) && !hasOwnName(unanswered.command)) this.#orphans.push(unanswered.command);
    }
    this.#random.shuffle(this.#orphans);
  }

  resubmitOrphans(run: Run, atMost: number): void {
    for (const command of this.#orphans.splice(0, atMost)) this.submit(run, command);
  }

  #remember(command: NewCommand): void {
    if (hasOwnName(command)) return;
    if (this.#past.length < REMEMBERED_MAX) this.#past.push(command);
    else if (this.#random.chance(0.5)) this.#past[this.#random.int(0, REMEMBERED_MAX - 1)] = command;
    else {
      this.#past.push(command);
      this.#past.shift();
    }
  }
}
