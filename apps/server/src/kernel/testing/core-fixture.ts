import { expect } from 'vitest';
import { MODULES } from '../../runtime/modules.ts';
import { SEQUENCER_LIMITS, type SequencerLimits } from '../core/sequencer-options.ts';
import type { AccountKey, Book, CommandAnswer, CoreModule } from '../core/types.ts';
import { Harness } from './harness.ts';
import { MemoryStore } from './memory-store.ts';

/** A core in memory. Each product's fixture extends it, and is made by its own `start`. */
export class CoreFixture {
  readonly store: MemoryStore;
  readonly #limits: SequencerLimits;
  readonly #modules: readonly CoreModule[];
  harness: Harness;
  #commands = 0;

  /** `modules`: for a rule that is broken on purpose. */
  constructor(
    store = new MemoryStore(MODULES),
    limits: Partial<SequencerLimits> = {},
    modules: readonly CoreModule[] = MODULES,
  ) {
    this.store = store;
    this.#limits = { ...SEQUENCER_LIMITS, ...limits };
    this.#modules = modules;
    this.harness = this.#newHarness();
  }

  #newHarness(): Harness {
    const { ticks } = this.store;
    return new Harness(this.store, {
      limits: this.#limits,
      modules: this.#modules,
      history: async (after) =>
        new Map([...after].map(([code, seq]) => [code, ticks.filter((tick) => tick.code === code && seq < tick.seq)])),
    });
  }

  /** Funds a pool of the demo book; nothing happens for an amount of 0. */
  async fund(into: string, amount: string, asset = 'USDT'): Promise<void> {
    if (amount === '0') return;
    await this.harness.internal('house.fund', { asset, amount, into }, this.nextId('fund'));
  }

  balance(owner: number | 'house', asset: string, kind: string, book: Book = 'demo'): bigint {
    const name = owner === 'house' ? 'house' : `u${owner}`;
    return this.harness.sequencer.state.accounts.get(`${name}/${book}/${asset}/${kind}` as AccountKey)?.balance ?? 0n;
  }

  /** What the owner of an order was sent last about it. */
  lastEvent<Wire extends { readonly id: number }>(kind: string, id: number): Wire {
    const event = this.harness.events.findLast(
      (candidate) => candidate.kind === kind && (candidate.data as { id: number }).id === id,
    );
    if (event === undefined) throw new Error(`no ${kind} event of ${id}`);
    return event.data as Wire;
  }

  rows<Values>(table: string): Values[] {
    return [...(this.store.rows.get(table)?.values() ?? [])] as Values[];
  }

  /** Another process takes over from what is stored. */
  async restart(): Promise<void> {
    const { market, now } = this.harness;
    this.harness = this.#newHarness();
    this.harness.now = now;
    for (const tick of market.lastTicks()) this.harness.market.sequenced(tick);
    await this.harness.sequencer.start();
  }

  /** Until everything that ticks have hit is carried out. */
  async settled(): Promise<void> {
    while (this.harness.sequencer.isBusy) await new Promise((resolve) => setImmediate(resolve));
  }

  /** No money appears or disappears on any book, and no handler threw. */
  expectConserved(): void {
    const sums = new Map<string, bigint>();
    for (const { scope, balance } of this.harness.sequencer.state.accounts.values()) {
      const name = `${scope.book}/${scope.asset}`;
      sums.set(name, (sums.get(name) ?? 0n) + balance);
    }
    for (const [name, sum] of sums) expect([name, sum]).toEqual([name, 0n]);
    expect(this.harness.bugs).toEqual([]);
  }

  /** An id that no command of this fixture has had. */
  protected nextId(prefix: string): string {
    this.#commands += 1;
    return `${prefix}-${this.#commands}`;
  }
}

/** The result of a command that must be accepted. */
export function accepted<Result>(answer: CommandAnswer): Result {
  if (answer.code !== 200) throw new Error(`refused with ${answer.code}`);
  return answer.result as Result;
}
