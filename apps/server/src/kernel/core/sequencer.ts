// long: one loop whose order of steps is its meaning
import { Answers, isSameContent, refusal, type Waiting } from './answers.ts';
import { applyCommand, handlerTable } from './apply.ts';
import { OpenBatch, seal, tableKeys } from './batch.ts';
import { guarded } from './guard.ts';
import { hasTime, type InFlight, type Item, type Open, type SealedBatch } from './in-flight.ts';
import { answerOf, type LogEntry, sessionPart } from './log-entry.ts';
import { MarketTurns } from './market-turns.ts';
import { Questions } from './questions.ts';
import { loadState } from './recovery.ts';
import { SEQUENCER_LIMITS, type SequencerLimits, type SequencerOptions } from './sequencer-options.ts';
import { createState, evictResidents, putAccount, touchResident } from './state.ts';
import { type Batch, isFinal } from './store.ts';
import { TriggerRunner } from './trigger-runner.ts';
import type { CommandAnswer, CommandInput, CoreState, Gatherer, Tick } from './types.ts';

/** Commands applied before yielding to the event loop while a flush runs: about a millisecond. */
const APPLY_AT_ONCE = 24;

/**
 * The single writer. Commands are applied in memory to the open batch while the batch before it is
 * being flushed; when that flush ends, the open batch is sealed and flushed in turn. A batch that
 * fills up earlier is sealed and its statement built ahead, so that the database only waits for the
 * send. Nobody is answered before the flush.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  readonly #limits: SequencerLimits;
  readonly #internal: ReadonlySet<string>;
  readonly #gatherers: ReadonlyMap<string, Gatherer>;
  readonly #questions: Questions;
  readonly #keys: ReadonlyMap<string, readonly string[]>;
  #state: CoreState;
  #handlers: ReturnType<typeof handlerTable>;
  #queue: Item[] = [];
  /** Taken from the front of the queue, with the accounts and earlier answers they need loaded. */
  #admitted: Item[] = [];
  #queuedCommands = 0;
  #timeQueued = false;
  #open: Open = new OpenBatch();
  /** Full, and sealed ahead. Nothing is applied behind it: the state is what it makes durable. */
  #sealedAhead: SealedBatch | undefined;
  #inFlight: InFlight | undefined;
  readonly #answers = new Answers();
  readonly #triggers: TriggerRunner;
  readonly #turns: MarketTurns;
  #nextJournalId = 1;
  /** Head of the state at the last seal, where the open batch begins. */
  #sealedHead: Batch['before'] = { sequence: 0, nextAccountId: 1 };
  #failures = 0;
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? SEQUENCER_LIMITS;
    this.#internal = new Set(options.modules.flatMap((module) => module.internal ?? []));
    this.#gatherers = new Map(options.modules.flatMap(({ gather }) => Object.entries(gather)));
    this.#questions = new Questions(options);
    this.#keys = tableKeys(options.modules);
    const decide = (input: CommandInput, at: number) => this.#decide(input, at, true);
    this.#triggers = new TriggerRunner({
      decide,
      sequence: () => this.#state.sequence,
      store: options.store,
      alone: new Set(options.modules.flatMap((module) => module.alone ?? [])),
      bug: options.output.bug,
    });
    const { firedMax } = this.#limits;
    this.#turns = new MarketTurns({ triggers: this.#triggers, market: options.market, firedMax });
    this.#state = createState(options.modules);
    this.#handlers = handlerTable(this.#state);
  }

  /** Read-only: for triggers, tests and the auditor. */
  get state(): CoreState {
    return this.#state;
  }

  /** Whether something is under way, which need not be anything that a caller waits for. */
  get isBusy(): boolean {
    return this.#turns.hasRest(this.#state) || 0 < this.#open.items.length || this.#inFlight !== undefined;
  }

  /** Whether what time has left due is under way: queued, applied or being written. */
  get isPassing(): boolean {
    return this.#timeQueued || [this.#open, this.#sealedAhead?.open, this.#inFlight?.open].some(hasTime);
  }

  /** Acquires the shard, loads the state, and starts serving the queue. */
  async start(): Promise<void> {
    await this.#load();
    this.#running = this.#run();
  }

  /** Drains the queue, then releases the shard. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    await this.#options.store.close();
  }

  /** Resolves when it is durable or refused. Types that only the core may submit are refused. */
  submit(input: CommandInput): Promise<CommandAnswer> {
    if (this.#internal.has(input.type)) return Promise.resolve(refusal(this.#options.codes.internalOnly));
    return this.submitInternal(input);
  }

  /** As `submit`, for the server itself, which defines terms and funds pools at the start. */
  submitInternal(input: CommandInput): Promise<CommandAnswer> {
    if (this.#stopping || this.#limits.queueMax <= this.#queuedCommands) {
      return Promise.resolve(refusal(this.#options.codes.busy));
    }
    return new Promise((resolve) => {
      this.#queuedCommands += 1;
      this.#push({ kind: 'command', waiting: { input, resolve } });
    });
  }

  /**
   * Accepted ticks, in order. Resolves once they are durable and published, or dropped with a lost
   * state.
   */
  ticks(ticks: readonly Tick[]): Promise<void> {
    return new Promise((done) => this.#push({ kind: 'ticks', ticks, done }));
  }

  /** Fires what is due by `at`, after everything queued. Ticks queued later may be no older. */
  time(at: number = this.#options.now()): void {
    if (this.#timeQueued) return;
    this.#timeQueued = true;
    this.#push({ kind: 'time', at });
  }

  #push(item: Item): void {
    this.#queue.push(item);
    this.#wake();
  }

  async #run(): Promise<void> {
    for (;;) {
      let goesOn: boolean;
      try {
        goesOn = await this.#step();
      } catch (error) {
        const lost = await this.#abandon();
        await this.#triggers.learn(error as Error, this.#sealedAhead);
        // Applied but unflushed commands go back too; the outcome of the flush under way stands.
        goesOn = await this.#recover(error as Error, lost);
      }
      if (!goesOn) return;
    }
  }

  /** Does what is most urgent; false at the end. */
  async #step(): Promise<boolean> {
    const inFlight = this.#inFlight;
    if (inFlight !== undefined && inFlight.state !== 'flushing') {
      this.#inFlight = undefined;
      if (inFlight.state !== 'durable') {
        await this.#triggers.learn(inFlight.state, inFlight);
        return this.#recover(inFlight.state, inFlight.open.items);
      }
      this.#flushNextAndPublish(inFlight);
    } else if (this.#inFlight === undefined && 0 < this.#open.items.length) {
      // Before applying anything else: the database would idle.
      this.#flush(this.#seal());
      this.#notifySealed();
    } else if (this.#canSealAhead()) {
      this.#sealedAhead = this.#seal();
      this.#options.store.prepare?.(this.#sealedAhead.sealed.batch);
    } else if (this.#canApply()) {
      await this.#applySome();
    } else if (this.#canAdmit()) {
      await this.#admit();
    } else if (this.#stopping && this.#inFlight === undefined && this.#queue.length === 0) {
      return false;
    } else {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        // The queue may have filled, or the flush ended, before the wait was set up.
        if (this.#ready()) resolve();
      });
    }
    return true;
  }

  /** Whether there is something to do without waiting. */
  #ready(): boolean {
    if (this.#inFlight !== undefined && this.#inFlight.state !== 'flushing') return true;
    return this.#canSealAhead() || this.#canApply() || this.#canAdmit();
  }

  #canSealAhead(): boolean {
    return this.#sealedAhead === undefined && this.#limits.batchMax <= this.#open.items.length;
  }

  #canApply(): boolean {
    return (
      this.#sealedAhead === undefined && 0 < this.#admitted.length && this.#open.items.length < this.#limits.batchMax
    );
  }

  #canAdmit(): boolean {
    return this.#admitted.length === 0 && (0 < this.#queue.length || this.#hasRest());
  }

  /** One turn for each batch: what was hit neither waits for all commands, nor they for it. */
  #hasRest(): boolean {
    return !this.#open.hasRest && !this.#stopping && this.#turns.hasRest(this.#state);
  }

  /**
   * Takes up to a batch from the queue and loads what it needs: accounts of users not in memory,
   * and answers of ids seen before. All are looked up at once: 24 at a time kept the reading
   * connection as busy as the writing one.
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
        this.#sealedAhead?.open.users.has(userId) === true ||
        this.#open.users.has(userId),
    });
    const owners = new Set<number>();
    const ids = [] as string[];
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
      const { user: userId, book, type, body } = entry;
      this.#answers.set(id, { content: { userId, book, type, body }, answer: answerOf(entry), durable: true });
    }
    this.#queue.splice(0, items.length);
    this.#admitted = this.#hasRest() ? [...items, { kind: 'rest' }] : items;
  }

  /** During a flush a few at a time, so that its end is noticed; otherwise half of what waits. */
  async #applySome(): Promise<void> {
    // The other half is applied while the first is written, and the two keep alternating.
    const waiting = this.#admitted.length + this.#queue.length;
    const turn = this.#inFlight === undefined ? Math.max(Math.ceil(waiting / 2), APPLY_AT_ONCE) : APPLY_AT_ONCE;
    for (let applied = 0; applied < turn && this.#canApply(); applied += 1) this.#apply(this.#admitted.shift() as Item);
    if (this.#inFlight !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }

  #apply(item: Item): void {
    const state = this.#state;
    const open = this.#open;
    const at = Math.max(state.lastAt, this.#options.now());
    const turn = { state, at, ticks: open.ticks };
    open.items.push(item);
    this.#triggers.settle(at);
    switch (item.kind) {
      case 'command':
        this.#applyWaiting(item.waiting, at);
        break;
      case 'ticks':
        this.#turns.take(turn, item.ticks);
        break;
      case 'rest':
        open.hasRest = true;
        this.#turns.rest(turn);
        break;
      case 'time':
        this.#timeQueued = false;
        this.#turns.pass(turn, item.at);
        break;
    }
  }

  #applyWaiting(waiting: Waiting, at: number): void {
    const { input, resolve } = waiting;
    const { codes } = this.#options;
    this.#queuedCommands -= 1;
    const reply = this.#questions.answer(this.#state, input, at);
    if (reply !== undefined) this.#open.answers.push({ waiting, answer: reply });
    if (reply !== undefined) return;
    const seen = this.#answers.get(input.id);
    if (seen !== undefined) {
      if (!isSameContent(seen.content, input)) resolve(refusal(codes.keyReused));
      else if (seen.durable) resolve({ ...seen.answer, repeated: true });
      else seen.also.push(waiting);
      return;
    }
    const isRefused = this.#triggers.isRefused(input, at);
    if (isRefused) resolve(refusal(codes.serverError));
    if (isRefused) return;
    touchResident(this.#state, input.userId);
    const answer = this.#decide(input, at);
    if (answer === undefined) {
      // Nothing was logged, so a retry with the same id is decided anew once the bug is fixed.
      resolve(refusal(codes.serverError));
      return;
    }
    this.#answers.set(input.id, { content: input, answer, durable: false });
    this.#open.answers.push({ waiting, answer });
  }

  /** Sequences and applies a command. Undefined when its handler has a bug. */
  #decide(input: CommandInput, at: number, isFired = false): CommandAnswer | undefined {
    const state = this.#state;
    try {
      const { id, userId, book, type, body } = input;
      const view = guarded(this.#options.market, state, this.#turns.behind);
      const facts = this.#gatherers.get(type)?.(input, at, view, state) ?? null;
      const command = { seq: state.sequence + 1, id, userId, book, type, body, facts, at, ...sessionPart(input) };
      const appliedCommand = applyCommand(state, this.#handlers, command);
      this.#open.applied.push(appliedCommand);
      if (isFired) this.#open.fired.set(command.seq, input);
      for (const line of appliedCommand.lines) if (line.userId !== 0) this.#open.users.add(line.userId);
      return appliedCommand.answer;
    } catch (error) {
      this.#options.output.bug(error as Error, input);
      return undefined;
    }
  }

  /**
   * Flushes the next batch before publishing the one just made durable, so that the database does
   * not idle.
   */
  #flushNextAndPublish(durable: InFlight): void {
    let next = this.#sealedAhead;
    try {
      if (next === undefined && 0 < this.#open.items.length) next = this.#seal();
      this.#sealedAhead = undefined;
      if (next !== undefined) this.#flush(next);
    } finally {
      this.#publish(durable);
    }
    if (next !== undefined) this.#notifySealed();
  }

  #seal(): SealedBatch {
    const open = this.#open;
    const journalId = this.#nextJournalId;
    if (0 < open.ticks.length) this.#nextJournalId += 1;
    const before = this.#sealedHead;
    const { sequence, nextAccountId } = this.#state;
    this.#sealedHead = { sequence, nextAccountId };
    const sealed = seal(this.#state, open, { journalId, before, keys: this.#keys });
    this.#open = new OpenBatch();
    return { open, sealed };
  }

  /** Only once the batch before it is published: its listeners read the state before this one. */
  #notifySealed(): void {
    if (this.#inFlight !== undefined) this.#inFlight.onDurable = this.#options.output.sealed?.(this.#state);
  }

  #flush({ open, sealed }: SealedBatch): void {
    const isEmpty = open.applied.length === 0 && open.ticks.length === 0;
    const written = isEmpty ? Promise.resolve() : this.#options.store.flush(sealed.batch);
    const finished = written.then(
      () => this.#finish(inFlight, 'durable'),
      (error: Error) => this.#finish(inFlight, error),
    );
    const inFlight: InFlight = { open, sealed, onDurable: undefined, finished, state: 'flushing' };
    this.#inFlight = inFlight;
  }

  #finish(inFlight: InFlight, state: 'durable' | Error): void {
    inFlight.state = state;
    this.#wake();
  }

  /** Answers callers and publishes ticks and events of a durable batch, in that order. */
  #publish({ open, sealed, onDurable }: InFlight): void {
    this.#failures = 0;
    for (const { waiting, answer } of open.answers) {
      waiting.resolve(answer);
      this.#answers.settle(waiting.input.id);
    }
    if (0 < open.ticks.length) this.#options.output.ticks(open.ticks);
    if (0 < sealed.events.length) this.#options.output.events(sealed.events);
    onDurable?.();
    for (const item of open.items) if (item.kind === 'ticks') item.done();
  }

  /**
   * Waits for the flush under way; publishes it if it succeeded, returns its items if it failed.
   */
  async #abandon(): Promise<Item[]> {
    const inFlight = this.#inFlight;
    this.#inFlight = undefined;
    await inFlight?.finished;
    if (inFlight?.state === 'durable') this.#publish(inFlight);
    return inFlight === undefined || inFlight.state === 'durable' ? [] : inFlight.open.items;
  }

  /**
   * Drops the state and loads it again. Commands under way go back to the front of the queue: once
   * the shard is reacquired, each either is in the log and gets that answer, or never will be and
   * is decided now.
   */
  async #recover(first: Error, lost: readonly Item[]): Promise<boolean> {
    const undone = [...lost, ...(this.#sealedAhead?.open.items ?? []), ...this.#open.items, ...this.#admitted];
    for (const item of undone) if (item.kind === 'ticks') item.done();
    this.#queue = [...undone.filter((item) => item.kind === 'command'), ...this.#queue];
    this.#queuedCommands = this.#queue.filter((item) => item.kind === 'command').length;
    this.#timeQueued = this.#queue.some((item) => item.kind === 'time');
    this.#admitted = [];
    this.#sealedAhead = undefined;
    this.#open = new OpenBatch();
    let error = first;
    for (;;) {
      this.#failures += 1;
      if (isFinal(error) || this.#options.attemptsMax < this.#failures) break;
      await this.#options.pause(this.#failures);
      try {
        await this.#options.output.reloading?.();
        await this.#load();
        await this.#options.output.reloaded();
        // Ticks accepted while the state was lost continue numbers that never became durable.
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
    const { state, head } = await loadState(this.#options);
    this.#state = state;
    this.#handlers = handlerTable(state);
    this.#answers.clear();
    this.#triggers.reloaded(head.sequence);
    this.#turns.reloaded();
    this.#nextJournalId = head.nextJournalId;
    this.#sealedHead = head;
  }
}
