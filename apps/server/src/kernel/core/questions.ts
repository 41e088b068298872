import { guarded } from './guard.ts';
import type { SequencerOptions } from './sequencer-options.ts';
import type { CommandAnswer, CommandInput, CoreState, Question } from './types.ts';

const DONE = 200;

/**
 * What is only asked: it goes through the queue like a command and is answered once the prices that
 * it saw are durable, but nothing of it is logged.
 */
export class Questions {
  readonly #byType: ReadonlyMap<string, Question>;
  readonly #options: Pick<SequencerOptions, 'market' | 'codes' | 'output'>;

  constructor(options: SequencerOptions) {
    this.#byType = new Map(options.modules.flatMap(({ questions = {} }) => Object.entries(questions)));
    this.#options = options;
  }

  /** Undefined for a command. */
  answer(state: CoreState, input: CommandInput, at: number): CommandAnswer | undefined {
    const question = this.#byType.get(input.type);
    if (question === undefined) return undefined;
    const { market, codes, output } = this.#options;
    try {
      const outcome = question(state, input, at, guarded(market, state));
      if (outcome.ok) return { seq: 0, code: DONE, result: outcome.result };
      const { fields } = outcome;
      return { seq: 0, code: outcome.code, result: null, ...(fields === undefined ? {} : { fields }) };
    } catch (error) {
      output.bug(error as Error, input);
      return { seq: 0, code: codes.serverError, result: null };
    }
  }
}
