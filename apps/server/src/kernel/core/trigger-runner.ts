import { hash } from 'node:crypto';
import type { AppliedCommand } from './apply.ts';
import { guardOf, type HeldTrigger } from './guard.ts';
import type { SequencerOutput } from './sequencer-options.ts';
import { type Batch, isRefusal, type Store } from './store.ts';
import type { Book, Command, CommandAnswer, CommandInput, CoreState, Json } from './types.ts';

/** Finding what a tick or the time fires failed: the state may lack what was taken from it. */
export class TriggerError extends Error {
  override readonly name = 'TriggerError';
  readonly held: PendingTrigger;

  constructor(held: PendingTrigger, cause: unknown) {
    super(`${held.id} failed`, { cause });
    this.held = held;
  }
}

interface PendingTrigger {
  readonly id: string;
  readonly code: string;
  readonly input: CommandInput | null;
  readonly reason: string;
}

/** How long commands of a type are fired one by one after the database refused several at once. */
const ONE_BY_ONE_MS = 60_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Commands that the database refused, remembered so that a repeat does not cost a reload. */
const REFUSED_MAX = 1_000;

interface RunnerOptions {
  /** Undefined: the handler threw, and nothing changed. */
  readonly decide: (input: CommandInput, at: number) => CommandAnswer | undefined;
  /** Of the newest entry. */
  readonly sequence: () => number;
  readonly store: Pick<Store, 'refused'>;
  /** Types whose orders are carried out one by one. */
  readonly alone: ReadonlySet<string>;
  readonly bug: SequencerOutput['bug'];
}

/** A batch that could not be stored. */
interface Failed {
  readonly open: { readonly applied: readonly AppliedCommand[]; readonly fired: ReadonlyMap<number, CommandInput> };
  readonly sealed: { readonly batch: Batch };
}

/**
 * Carries out what ticks and time fire. A command for many orders that throws is tried for each of
 * them alone; one that throws alone is held with the tick that fired it, its instrument is closed
 * until an operator has looked, and it is tried again, less and less often. Its neighbours never
 * notice.
 */
export class TriggerRunner {
  readonly #options: RunnerOptions;
  readonly #decide: RunnerOptions['decide'];
  readonly #retries = new Map<string, { readonly attempts: number; readonly at: number }>();
  /** Types fired one by one until then. */
  readonly #oneByOne = new Map<string, number>();
  /** Ids of commands that the database refused, and the entry that says so; 0: none yet. */
  readonly #refused = new Map<string, number>();
  #pending: PendingTrigger[] = [];

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#decide = options.decide;
  }

  /**
   * What was it? Before the state is read again: a batch that holds what the store refuses goes on
   * without that, and a module that failed goes on without this instrument.
   */
  async learn(error: Error, failed: Failed | undefined): Promise<void> {
    const { store, bug } = this.#options;
    if (error instanceof TriggerError) {
      this.#pending.push(error.held);
      bug(error, { ...NOBODY, book: 'demo', id: error.held.id, type: 'onTick', body: null });
    }
    if (failed === undefined || !isRefusal(error)) return;
    const refused = (await store.refused?.(failed.sealed.batch).catch(() => [])) ?? [];
    for (const { command } of failed.open.applied) {
      if (!refused.includes(command.seq)) continue;
      this.#refuse(command, failed.open.fired.get(command.seq));
      const { id, userId, book, type, body } = command;
      bug(error, { id, userId, book, type, body });
    }
  }

  /** Entries after this one are lost, and must be written again. */
  reloaded(sequence: number): void {
    for (const [id, seq] of this.#refused) if (sequence < seq) this.#refused.set(id, 0);
  }

  /**
   * What a module finds due. When finding it fails, what was taken from the state so far is armed
   * again by reading it anew: the exception is for the caller.
   */
  due(
    state: CoreState,
    module: string,
    { code }: { readonly code: string },
    find: () => readonly CommandInput[] | undefined,
  ): readonly CommandInput[] {
    const id = `${module}/${code}`;
    const { held } = guardOf(state);
    if (held.size !== 0 && held.get(id)?.done_at === null) return [];
    try {
      return find() ?? [];
    } catch (error) {
      throw new TriggerError({ id, code, input: null, reason: reasonOf(error) }, error);
    }
  }

  fire(state: CoreState, input: CommandInput, at: number): void {
    const isSplit = this.#options.alone.has(input.type) || at < (this.#oneByOne.get(input.type) ?? 0);
    const { held } = guardOf(state);
    if (held.size === 0 && !isSplit && this.#refused.size === 0) {
      if (this.#decide(input, at) === undefined) this.#eachAlone(state, input, at, true);
      return;
    }
    const isOne = partsOf(input).length === 1;
    const touches = partsOf(input).some((part) => this.#isHeld(state, part) || this.#refused.has(part.id));
    if (isOne || isSplit || touches) this.#eachAlone(state, input, at, false);
    else if (this.#decide(input, at) === undefined) this.#eachAlone(state, input, at, true);
  }

  /** Held commands whose time has come, and what waited for the state to be read again. */
  retry(state: CoreState, at: number): void {
    this.settle(at);
    const { held } = guardOf(state);
    if (held.size === 0) return;
    for (const row of [...held.values()]) {
      if (row.done_at !== null || row.input === null || !this.#isDue(row, at)) continue;
      const input = row.input as unknown as CommandInput;
      // By the tick of that moment, except where every tick is a new attempt.
      const isDone = row.id !== input.id || this.#decide(input, at) !== undefined;
      if (isDone) {
        this.#retries.delete(row.id);
        this.note('core.done', { book: input.book, at, about: row.id }, { id: row.id });
      }
    }
  }

  /** Holds what the last reload was for; to be called before anything else is applied. */
  settle(at: number): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    for (const trigger of pending) this.#hold(trigger, at);
  }

  /** `fired` is set for a command of the core's own. */
  #refuse(command: Command, fired: CommandInput | undefined): void {
    if (fired !== undefined && 1 < partsOf(fired).length) {
      this.#oneByOne.set(command.type, command.at + ONE_BY_ONE_MS);
      return;
    }
    if (REFUSED_MAX <= this.#refused.size) this.#refused.delete(this.#refused.keys().next().value as string);
    this.#refused.set(command.id, 0);
    if (fired !== undefined) this.#pending.push(heldOf(fired, 'the database refused it'));
  }

  /** Whether the database refused this command of a caller; logged the first time. */
  isRefused(input: CommandInput, at: number): boolean {
    const logged = this.#refused.get(input.id);
    if (logged === undefined) return false;
    if (logged === 0) {
      const digest = hash('sha256', input.id);
      const body = { type: input.type, user: input.userId, digest };
      const noted = this.note('core.refused', { book: input.book, at, about: digest }, body);
      this.#refused.set(input.id, noted?.seq ?? 0);
    }
    return true;
  }

  #eachAlone(state: CoreState, input: CommandInput, at: number, hasThrown: boolean): void {
    const parts = partsOf(input);
    for (const part of parts) {
      if (this.#isHeld(state, part)) continue;
      if (this.#refused.has(part.id)) this.#hold(heldOf(part, 'the database refused it'), at);
      else if ((hasThrown && parts.length === 1) || this.#decide(part, at) === undefined) {
        this.#hold(heldOf(part, 'its handler threw'), at);
      }
    }
  }

  #hold({ id, code, input, reason }: PendingTrigger, at: number): void {
    const { attempts } = this.#retries.get(id) ?? { attempts: 0 };
    this.#retries.set(id, { attempts, at: at + FIRST_RETRY_MS });
    const body = { id, code, input: input === null ? null : plain(input), reason };
    this.note('core.hold', { book: input?.book ?? 'demo', at, about: id }, body);
  }

  /**
   * An entry of the core's own. The same may be noted again after a crash or a release: the
   * sequence keeps the ids apart.
   */
  note(
    type: string,
    { book, at, about }: { readonly book: Book; readonly at: number; readonly about: string },
    body: Json,
  ): CommandAnswer | undefined {
    const id = `${type}:${about}:${this.#options.sequence() + 1}`;
    return this.#decide({ ...NOBODY, book, id, type, body }, at);
  }

  #isHeld(state: CoreState, part: CommandInput): boolean {
    return guardOf(state).held.get(keyOf(part))?.done_at === null;
  }

  #isDue(row: HeldTrigger, at: number): boolean {
    const { input } = row;
    const id = (input as { id?: string }).id ?? row.id;
    // Each attempt costs everybody a reload: only once somebody has looked.
    if (this.#refused.has(id)) {
      if (row.reopened_at === null) return false;
      this.#refused.delete(id);
    }
    const { attempts, at: dueAt } = this.#retries.get(row.id) ?? { attempts: 0, at: row.held_at + FIRST_RETRY_MS };
    if (at < dueAt) return false;
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 10));
    this.#retries.set(row.id, { attempts: attempts + 1, at: at + pause });
    return true;
  }
}

const NOBODY = { userId: 0 } as const;

const partsOf = (input: CommandInput): readonly CommandInput[] => input.trigger?.parts() ?? [input];

const codeOf = ({ trigger, body }: CommandInput): string =>
  trigger?.code ?? (body as { tick?: { code?: string } } | null)?.tick?.code ?? '';

/** What is fired anew by every tick has one place however many ticks there are. */
const keyOf = (input: CommandInput): string =>
  input.trigger === undefined ? `${input.type}/${input.book}/${codeOf(input)}` : input.id;

const heldOf = (input: CommandInput, reason: string): PendingTrigger => ({
  id: keyOf(input),
  code: codeOf(input),
  input,
  reason,
});

const plain = ({ id, userId, book, type, body }: CommandInput): Json => ({ id, userId, book, type, body });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);
