import { Answers, contentOf, type Waiting } from './answers.ts';
import { applyCommand, handlerTable } from './apply.ts';
import { OpenBatch, type Sealed, seal, tableKeys } from './batch.ts';
import { answerOf, type LogEntry } from './log-entry.ts';
import { loadState } from './recovery.ts';
import { SEQUENCER_LIMITS, type SequencerLimits, type SequencerOptions } from './sequencer-options.ts';
import { createState, evictResidents, putAccount, touchResident } from './state.ts';
import { type Batch, FencedError } from './store.ts';
import type { CommandAnswer, CommandInput, CoreModule, CoreState, Json, Tick } from './types.ts';

/** Commands applied before it is looked whether the flush has ended, about a millisecond's work. */
const APPLY_AT_ONCE = 24;

type Item =
  | { readonly kind: 'command'; readonly waiting: Waiting }
  | { readonly kind: 'ticks'; readonly ticks: readonly Tick[]; readonly done: () => void }
  | { readonly kind: 'time'; readonly at: number };
type Open = OpenBatch<Item, { readonly waiting: Waiting; readonly answer: CommandAnswer }>;

/** Takes nothing more, and waits to be flushed. */
interface Closed {
  readonly open: Open;
  readonly sealed: Sealed;
}

interface InFlight extends Closed {
  readonly finished: Promise<void>;
  told: (() => void) | undefined;
  state: 'flushing' | 'durable' | Error;
}

/**
 * The only writer. Commands are applied in memory as they come, into the open batch, while the batch before it is being
 * flushed; when that flush ends the open batch is sealed and flushed in its turn. One that is full before is sealed and its
 * statement made at once, so that the database waits for nothing but the order to begin. Nobody is answered before the flush.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  readonly #limits: SequencerLimits;
  readonly #internal: ReadonlySet<string>;
  readonly #moduleOf: ReadonlyMap<string, CoreModule>;
  readonly #keys: ReadonlyMap<string, readonly string[]>;
  #state: CoreState;
  #handlers: ReturnType<typeof handlerTable>;
  #queue: Item[] = [];
  /** The first of the queue, with what they need brought in. */
  #admitted: Item[] = [];
  #queuedCommands = 0;
  #timeQueued = false;
  #open: Open = new OpenBatch();
  /** Full, and sealed ahead. While there is one nothing is applied: the state is the one that it will have made durable. */
  #next: Closed | undefined;
  #inFlight: InFlight | undefined;
  readonly #answers = new Answers();
  #nextJournalId = 1;
  /** Where the batch before the open one ends. */
  #sealedHead: Batch['before'] = { sequence: 0, nextAccountId: 1 };
  #failures = 0;
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? SEQUENCER_LIMITS;
    this.#internal = new Set(options.modules.flatMap((module) => module.internal ?? []));
    this.#moduleOf = new Map(
      options.modules.flatMap((module) => Object.keys(module.handlers).map((type) => [type, module] as const)),
    );
    this.#keys = tableKeys(options.modules);
    this.#state = createState(options.modules);
    this.#handlers = handlerTable(this.#state);
  }

  /** For reading only: by triggers, tests and the auditor. */
  get state(): CoreState {
    return this.#state;
  }

  /** Takes the shard and reads the state. The queue is served from then on. */
  async start(): Promise<void> {
    await this.#load();
    this.#running = this.#run();
  }

  /** Serves what is queued, then lets go of the shard. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    await this.#options.store.close();
  }

  /** Resolves when the command is durable or refused. Types that only the core may submit are refused here. */
  submit(input: CommandInput): Promise<CommandAnswer> {
    if (this.#internal.has(input.type)) return Promise.resolve(refusal(this.#options.codes.internalOnly));
    return this.submitInternal(input);
  }

  /** As `submit`, for the server itself: at start it defines terms and funds pools. */
  submitInternal(input: CommandInput): Promise<CommandAnswer> {
    if (this.#stopping || this.#limits.queueMax <= this.#queuedCommands) {
      return Promise.resolve(refusal(this.#options.codes.busy));
    }
    return new Promise((resolve) => {
      this.#queuedCommands += 1;
      this.#push({ kind: 'command', waiting: { input, resolve } });
    });
  }

  /** Accepted ticks, in order. Resolves when they are durable and published, or dropped because the state was lost. */
  ticks(ticks: readonly Tick[]): Promise<void> {
    return new Promise((done) => this.#push({ kind: 'ticks', ticks, done }));
  }

  /** Lets happen what is due by now. What was queued before is applied first; ticks that are queued later may be no older. */
  time(): void {
    if (this.#timeQueued) return;
    this.#timeQueued = true;
    this.#push({ kind: 'time', at: this.#options.now() });
  }

  #push(item: Item): void {
    this.#queue.push(item);
    this.#wake();
  }

  async #run(): Promise<void> {
    for (;;) {
      const inFlight = this.#inFlight;
      if (inFlight !== undefined && inFlight.state !== 'flushing') {
        this.#inFlight = undefined;
        if (inFlight.state === 'durable') this.#goOn(inFlight);
        else if (!(await this.#recover(inFlight.state, inFlight.open.items))) return;
      } else if (this.#inFlight === undefined && 0 < this.#open.items.length) {
        // Before anything else is applied: the database would only wait.
        this.#flush(this.#seal());
        this.#tellSealed();
      } else if (this.#canSealAhead()) {
        this.#next = this.#seal();
        this.#options.store.prepare?.(this.#next.sealed.batch);
      } else if (this.#canApply() || this.#canAdmit()) {
        try {
          if (this.#canApply()) await this.#applySome();
          else await this.#admit();
        } catch (error) {
          // What is applied but not flushed goes back too; the flush under way decides for itself.
          if (!(await this.#recover(error as Error, await this.#abandon()))) return;
        }
      } else if (this.#stopping && this.#inFlight === undefined && this.#queue.length === 0) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          // The queue may have been filled, or the flush have ended, before the wait was set up.
          if (this.#ready()) resolve();
        });
      }
    }
  }

  /** Something can be done without waiting. */
  #ready(): boolean {
    if (this.#inFlight !== undefined && this.#inFlight.state !== 'flushing') return true;
    return this.#canSealAhead() || this.#canApply() || this.#canAdmit();
  }

  #canSealAhead(): boolean {
    return this.#next === undefined && this.#limits.batchMax <= this.#open.items.length;
  }

  #canApply(): boolean {
    return this.#next === undefined && 0 < this.#admitted.length && this.#open.items.length < this.#limits.batchMax;
  }

  #canAdmit(): boolean {
    return this.#admitted.length === 0 && 0 < this.#queue.length;
  }

  /**
   * Takes as many of the queue as a batch may hold and brings in what they need: accounts of users not in memory, first
   * answers of ids that were seen before. They are looked up together: asking for 24 at a time kept a second connection of
   * the database as busy as the one that writes.
   */
  async #admit(): Promise<void> {
    const { store } = this.#options;
    const items = this.#queue.slice(0, this.#limits.batchMax);
    this.#answers.forget();
    evictResidents(this.#state, {
      residentsMax: this.#limits.residentsMax,
      checkMax: items.length + 100,
      keep: (userId) =>
        this.#inFlight?.open.users.has(userId) === true ||
        this.#next?.open.users.has(userId) === true ||
        this.#open.users.has(userId),
    });
    const owners = new Set<number>();
    const ids: string[] = [];
    for (const item of items) {
      if (item.kind !== 'command') continue;
      const { input } = item.waiting;
      if (input.userId !== 0 && !this.#state.residents.has(input.userId)) owners.add(input.userId);
      if (!this.#answers.has(input.id)) ids.push(input.id);
    }
    const [accounts, found] = await Promise.all([
      owners.size === 0 ? [] : store.loadAccounts([...owners]),
      ids.length === 0 ? new Map<string, LogEntry>() : store.findCommands(ids),
    ]);
    for (const account of accounts) putAccount(this.#state, account);
    for (const owner of owners) if (!this.#state.residents.has(owner)) this.#state.residents.set(owner, []);
    for (const [id, entry] of found) {
      const content = contentOf({ ...entry, userId: entry.user });
      this.#answers.set(id, { content, answer: answerOf(entry), durable: true });
    }
    this.#queue.splice(0, items.length);
    this.#admitted = items;
  }

  /**
   * While a flush is under way, a few at a time, so that its end is heard of soon. While none is, half of what waits: the
   * other half is applied while the first is being written, and the two go on taking turns.
   */
  async #applySome(): Promise<void> {
    const waiting = this.#admitted.length + this.#queue.length;
    const turn = this.#inFlight === undefined ? Math.max(Math.ceil(waiting / 2), APPLY_AT_ONCE) : APPLY_AT_ONCE;
    for (let applied = 0; applied < turn && this.#canApply(); applied += 1) this.#apply(this.#admitted.shift() as Item);
    if (this.#inFlight !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }

  #apply(item: Item): void {
    const { market, now } = this.#options;
    const state = this.#state;
    const at = Math.max(state.lastAt, now());
    this.#open.items.push(item);
    switch (item.kind) {
      case 'command':
        this.#applyWaiting(item.waiting, at);
        break;
      case 'ticks':
        for (const tick of item.ticks) {
          this.#open.ticks.push(tick);
          // Modules see the market as it was before this tick: an expiry between the two settles by the earlier one.
          for (const module of state.modules) {
            for (const input of module.onTick?.(state, tick, market) ?? []) this.#decide(input, at);
          }
          market.sequenced(tick);
        }
        break;
      case 'time':
        this.#timeQueued = false;
        // Due by the moment it was queued, not by now: ticks of the time between may wait in the queue behind it.
        for (const module of state.modules) {
          for (const input of module.onTime?.(state, item.at, market) ?? []) this.#decide(input, at);
        }
        break;
    }
  }

  #applyWaiting(waiting: Waiting, at: number): void {
    const { input, resolve } = waiting;
    const { codes } = this.#options;
    this.#queuedCommands -= 1;
    const content = contentOf(input);
    const seen = this.#answers.get(input.id);
    if (seen !== undefined) {
      if (seen.content !== content) resolve(refusal(codes.keyReused));
      else if (seen.durable) resolve({ ...seen.answer, repeated: true });
      else seen.also.push(waiting);
      return;
    }
    touchResident(this.#state, input.userId);
    const answer = this.#decide(input, at);
    if (answer === undefined) {
      // Nothing was logged, so a retry with the same id is decided anew once the bug is mended.
      resolve(refusal(codes.serverError));
      return;
    }
    this.#answers.set(input.id, { content, answer, durable: false });
    this.#open.answers.push({ waiting, answer });
  }

  /** Gives the command its place in the order and applies it. Undefined when its handler has a bug. */
  #decide(input: CommandInput, at: number): CommandAnswer | undefined {
    const state = this.#state;
    try {
      const facts: Json = this.#moduleOf.get(input.type)?.gather?.(input, at, this.#options.market, state) ?? null;
      const { id, userId, book, type, body } = input;
      const command = { seq: state.sequence + 1, id, userId, book, type, body, facts, at };
      const one = applyCommand(state, this.#handlers, command);
      this.#open.applied.push(one);
      for (const line of one.lines) if (line.userId !== 0) this.#open.users.add(line.userId);
      return one.answer;
    } catch (error) {
      this.#options.output.bug(error as Error, input);
      return undefined;
    }
  }

  /** The next batch, sealed ahead or just now, goes to the database before anybody is told of the one that has come back. */
  #goOn(durable: InFlight): void {
    const next = this.#next ?? (0 < this.#open.items.length ? this.#seal() : undefined);
    this.#next = undefined;
    if (next !== undefined) this.#flush(next);
    this.#publish(durable);
    if (next !== undefined) this.#tellSealed();
  }

  #seal(): Closed {
    const open = this.#open;
    this.#open = new OpenBatch();
    const journalId = this.#nextJournalId;
    if (0 < open.ticks.length) this.#nextJournalId += 1;
    const before = this.#sealedHead;
    const { sequence, nextAccountId } = this.#state;
    this.#sealedHead = { sequence, nextAccountId };
    const sealed = seal(this.#state, open, { journalId, before, keys: this.#keys });
    return { open, sealed };
  }

  /** After those that wait for the batch before it were told: what they are shown depends on it. */
  #tellSealed(): void {
    if (this.#inFlight !== undefined) this.#inFlight.told = this.#options.output.sealed?.(this.#state);
  }

  #flush({ open, sealed }: Closed): void {
    const nothing = open.applied.length === 0 && open.ticks.length === 0;
    const written = nothing ? Promise.resolve() : this.#options.store.flush(sealed.batch);
    const finished = written.then(
      () => this.#finish(inFlight, 'durable'),
      (error: Error) => this.#finish(inFlight, error),
    );
    const inFlight: InFlight = { open, sealed, told: undefined, finished, state: 'flushing' };
    this.#inFlight = inFlight;
  }

  #finish(inFlight: InFlight, state: 'durable' | Error): void {
    inFlight.state = state;
    this.#wake();
  }

  /** Answers and tells, in order, what is durable now. */
  #publish({ open, sealed, told }: InFlight): void {
    this.#failures = 0;
    for (const { waiting, answer } of open.answers) {
      waiting.resolve(answer);
      this.#answers.settle(waiting.input.id);
    }
    if (0 < open.ticks.length) this.#options.output.ticks(open.ticks);
    if (0 < sealed.events.length) this.#options.output.events(sealed.events);
    told?.();
    for (const item of open.items) if (item.kind === 'ticks') item.done();
  }

  /** Waits for the flush under way, publishes it if it succeeded, and returns its items if it did not. */
  async #abandon(): Promise<Item[]> {
    const inFlight = this.#inFlight;
    this.#inFlight = undefined;
    await inFlight?.finished;
    if (inFlight?.state === 'durable') this.#publish(inFlight);
    return inFlight === undefined || inFlight.state === 'durable' ? [] : inFlight.open.items;
  }

  /**
   * Drops the state and reads it again. Commands that were under way go back to the front of the queue: after the shard
   * is acquired anew each is in the log, and gets that answer, or never will be, and is decided now.
   */
  async #recover(first: Error, lost: readonly Item[]): Promise<boolean> {
    const undone = [...lost, ...(this.#next?.open.items ?? []), ...this.#open.items, ...this.#admitted];
    for (const item of undone) if (item.kind === 'ticks') item.done();
    this.#queue = [...undone.filter((item) => item.kind === 'command'), ...this.#queue];
    this.#queuedCommands = this.#queue.filter((item) => item.kind === 'command').length;
    this.#timeQueued = this.#queue.some((item) => item.kind === 'time');
    this.#admitted = [];
    this.#next = undefined;
    this.#open = new OpenBatch();
    let error = first;
    for (;;) {
      this.#failures += 1;
      if (error instanceof FencedError || this.#options.attemptsMax < this.#failures) break;
      await this.#options.pause(this.#failures);
      try {
        await this.#options.output.reloading?.();
        await this.#load();
        await this.#options.output.reloaded();
        // Ticks accepted while the state was lost count on from numbers that are not durable.
        for (const item of this.#queue) if (item.kind === 'ticks') item.done();
        this.#queue = this.#queue.filter((item) => item.kind !== 'ticks');
        return true;
      } catch (next) {
        error = next as Error;
      }
    }
    this.#options.output.fatal(error);
    return false;
  }

  async #load(): Promise<void> {
    const { state, head } = await loadState(this.#options.store, this.#options.modules);
    this.#state = state;
    this.#handlers = handlerTable(state);
    this.#answers.clear();
    this.#nextJournalId = head.nextJournalId;
    this.#sealedHead = head;
  }
}

const refusal = (code: number): CommandAnswer => ({ seq: 0, code, result: null });
