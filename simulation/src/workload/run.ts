import { Sequencer } from '@glasshouse/server/kernel/core/sequencer';
import type { Store } from '@glasshouse/server/kernel/core/store';
import type { CommandInput, CoreModule, Tick, TickHistory } from '@glasshouse/server/kernel/core/types';
import type { Auditor } from '../reference/auditor.ts';
import { CODE } from '../reference/codes.ts';
import { InjectedFailure } from '../store/faults.ts';
import { FaultyStore, type FaultyStoreOptions } from '../store/faulty-store.ts';
import type { GapEndedAt, Head } from './gaps.ts';
import { SimMarket } from './market.ts';
import type { Scenario } from './scenario.ts';

export interface RunOptions {
  readonly number: number;
  readonly inner: Store;
  readonly modules: readonly CoreModule[];
  readonly scenario: Scenario;
  readonly gapEndedAt: GapEndedAt;
  readonly auditor: Auditor;
  readonly store: Pick<FaultyStoreOptions, 'delays' | 'faults'>;
  readonly now: () => number;
  /** Called after the core published something. */
  readonly onPublished: () => void;
  /** Durable tape heads, as a tape loads them on start. */
  readonly heads: () => Promise<readonly Head[]>;
  readonly history: TickHistory;
  /**
   * Whether the core may shut down because of this error: only for an injected failure or another
   * owner.
   */
  readonly mayEndBy: (error: Error) => boolean;
  /**
   * Another owner has the shard. This run may read inconsistent data; nothing it decides can become
   * durable.
   */
  readonly isStale: () => boolean;
  /** Commands no client can send, which the core may report as bugs. */
  readonly isMalformed: (input: CommandInput) => boolean;
}

/**
 * One run of the core's process on the durable content: from start until it crashes, is fenced or
 * shuts down.
 */
export class Run {
  readonly number: number;
  readonly sequencer: Sequencer;
  readonly market: SimMarket;
  readonly store: FaultyStore;
  readonly isStale: () => boolean;
  readonly onPublished: () => void;
  state: 'starting' | 'serving' | 'ended' = 'starting';
  /**
   * The process is gone. Its core is still an object here, perhaps between learning that a batch is
   * durable and publishing it, but nothing it says now reaches anyone.
   */
  hasCrashed = false;
  /** Tick batches submitted but not yet durable. */
  ticksUnderWay = 0;
  reloads = 0;
  /** A failure has requeued commands, some of them already answered. */
  hasFailed = false;

  constructor(options: RunOptions) {
    const { number, scenario, auditor, mayEndBy, isMalformed } = options;
    const { findings, publications } = auditor;
    this.number = number;
    this.isStale = options.isStale;
    this.onPublished = options.onPublished;
    this.store = new FaultyStore({
      ...options.store,
      inner: options.inner,
      run: number,
      acknowledged: (seqs) => publications.acknowledged(number, seqs),
      refused: (error) => findings.add(`the store refused a flush: ${error.message}`),
    });
    const onSequenced = (tick: Tick): void => auditor.tickSequenced(tick, this.sequencer.state.sequence);
    this.market = new SimMarket({ instruments: scenario.instruments, gapEndedAt: options.gapEndedAt, onSequenced });
    this.sequencer = new Sequencer({
      store: this.store,
      modules: options.modules,
      market: this.market,
      history: options.history,
      now: options.now,
      codes: { keyReused: CODE.keyReused, busy: CODE.busy, internalOnly: CODE.internalOnly, serverError: CODE.bug },
      limits: scenario.limits,
      pause: () => {
        this.hasFailed = true;
        return options.store.delays.wait(number);
      },
      attemptsMax: scenario.attemptsMax,
      output: {
        ticks: (ticks) => {
          if (this.hasCrashed) return;
          publications.ticksPublished(number, ticks);
          options.onPublished();
        },
        events: (events) => {
          if (this.hasCrashed) return;
          publications.eventsPublished(number, events);
          options.onPublished();
        },
        reloaded: async () => {
          if (this.hasCrashed) return;
          this.reloads += 1;
          publications.reloaded(number);
          this.market.restore(await options.heads());
        },
        fatal: (error) => {
          this.state = 'ended';
          if (!mayEndBy(error)) findings.add(`the core shut down: ${error.message}`);
        },
        bug: (error, input) => {
          if (!isMalformed(input) && !options.isStale() && !(error instanceof InjectedFailure))
            findings.add(`the core reported a bug in ${input.type} ${input.id}: ${error.message}`);
        },
      },
    });
    this.sequencer.start().then(
      async () => {
        this.market.restore(await options.heads());
        this.state = 'serving';
      },
      (error: Error) => {
        this.state = 'ended';
        if (!mayEndBy(error)) findings.add(`the core could not start: ${error.message}`);
      },
    );
  }

  /** A batch it had sent may still arrive. */
  crash(options: { arrives: boolean }): Promise<void> {
    this.hasCrashed = true;
    return this.store.crash(options);
  }

  ticks(ticks: readonly Tick[]): void {
    if (ticks.length === 0) return;
    this.ticksUnderWay += 1;
    void this.sequencer.ticks(ticks).then(() => {
      this.ticksUnderWay -= 1;
    });
  }
}
