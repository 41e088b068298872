import { sameJson } from './canonical-json.ts';
import type { CommandAnswer, CommandInput } from './types.ts';

export type Waiting = { readonly input: CommandInput; readonly resolve: (answer: CommandAnswer) => void };

export const refusal = (code: number): CommandAnswer => ({ seq: 0, code, result: null });

/** What a repeated id must repeat to get the first answer. */
type Content = Omit<CommandInput, 'id'>;

export interface Remembered {
  readonly content: Content;
  readonly answer: CommandAnswer;
  durable: boolean;
  /** Repeats that arrived before the first was durable. */
  readonly also: Waiting[];
}

/**
 * Answers by command id, so that a repeat gets the first answer. Only those that the database does
 * not have yet: kept for seconds longer they would reach the old generation, and only a major GC
 * would free them.
 */
export class Answers {
  readonly #byId = new Map<string, Remembered>();

  get(id: string): Remembered | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  set(id: string, entry: Pick<Remembered, 'content' | 'answer' | 'durable'>): void {
    this.#byId.set(id, { ...entry, also: [] });
  }

  /** The answer to this id is durable: whoever repeated it meanwhile gets it now. */
  settle(id: string): void {
    const remembered = this.#byId.get(id);
    if (remembered === undefined) return;
    remembered.durable = true;
    for (const { resolve } of remembered.also.splice(0)) resolve({ ...remembered.answer, repeated: true });
  }

  /**
   * Drops durable answers. Only between admissions: an answer found for an admitted command must
   * still be there when the command is applied, or it would be decided twice.
   */
  forget(): void {
    for (const [id, { durable }] of this.#byId) if (durable) this.#byId.delete(id);
  }

  clear(): void {
    this.#byId.clear();
  }
}

/**
 * Whether a repeated id asks for the same thing. The body is only read when an id does come again.
 */
export const isSameContent = (first: Content, again: Content): boolean =>
  first.userId === again.userId &&
  first.book === again.book &&
  first.type === again.type &&
  sameJson(first.body, again.body);
