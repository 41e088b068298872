import type { CommandAnswer, CommandInput } from './types.ts';

export type Waiting = { readonly input: CommandInput; readonly resolve: (answer: CommandAnswer) => void };

export interface Remembered {
  /** What must be the same for a repeated id to get the first answer. */
  readonly content: string;
  readonly answer: CommandAnswer;
  durable: boolean;
  /** Repeats that came before the first was durable. */
  readonly also: Waiting[];
}

/**
 * Answers by the ids of their commands, so that a repeat gets the first answer: those that the database does not know yet.
 * No longer: what is kept for seconds has grown old when it is let go, and only a collection of the whole heap clears it away.
 */
export class Answers {
  readonly #byId = new Map<string, Remembered>();

  get(id: string): Remembered | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  set(id: string, of: Pick<Remembered, 'content' | 'answer' | 'durable'>): void {
    this.#byId.set(id, { ...of, also: [] });
  }

  /** The answer to this id is durable now; also those get it who repeated it meanwhile. */
  settle(id: string): void {
    const remembered = this.#byId.get(id);
    if (remembered === undefined) return;
    remembered.durable = true;
    for (const { resolve } of remembered.also.splice(0)) resolve({ ...remembered.answer, repeated: true });
  }

  /**
   * Drops the answers that are durable. Only between admissions: an answer that was found for a command must still be
   * there when the command is applied, or it would be decided again.
   */
  forget(): void {
    for (const [id, { durable }] of this.#byId) if (durable) this.#byId.delete(id);
  }

  clear(): void {
    this.#byId.clear();
  }
}

export const contentOf = ({ userId, book, type, body }: Omit<CommandInput, 'id'>): string =>
  JSON.stringify([userId, book, type, body]);
