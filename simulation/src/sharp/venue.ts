import { code } from '@glasshouse/api/codes';
import { adoption } from '@glasshouse/server/figures/in-force';
import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { LogEntry } from '@glasshouse/server/kernel/core/log-entry';
import { rulesOf } from '@glasshouse/server/kernel/core/rules';
import { Sequencer } from '@glasshouse/server/kernel/core/sequencer';
import type { ShardHead, Store } from '@glasshouse/server/kernel/core/store';
import type { Account, CommandAnswer, Json, MarketView, Tick } from '@glasshouse/server/kernel/core/types';
import type { FeedTick } from '@glasshouse/server/market-data/feeds/types';
import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import { contractsOf } from '@glasshouse/server/products/contracts/slice';
import { convertOf } from '@glasshouse/server/products/convert/slice';
import { spotOf } from '@glasshouse/server/products/spot/slice';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { seedHouse } from '@glasshouse/server/runtime/seed-house';

const USDT_UNITS = 100_000_000;
const ACCEPTED = 200;

/** Room for every order of a step, however many traders there are. */
const LIMITS = { batchMax: 2_000, queueMax: 1_000_000, residentsMax: 1_000_000, firedMax: 1_000 };

/** Nothing fails and nothing is read again here: what was written is not needed. */
class ForgetfulStore implements Store {
  async acquire(): Promise<ShardHead> {
    return { epoch: 1, sequence: 0, lastHash: Buffer.alloc(32), nextAccountId: 1, lastAt: 0, nextJournalId: 1 };
  }
  async loadAccounts(): Promise<Account[]> {
    return [];
  }
  async *loadLiveRows(): AsyncIterable<never[]> {}
  async findCommands(): Promise<Map<string, LogEntry>> {
    return new Map();
  }
  async flush(): Promise<void> {}
  async close(): Promise<void> {}
}

/** Markets that never close, fall silent or are in doubt: what is left is the price. */
class OpenMarket implements MarketView {
  readonly #last = new Map<string, Tick>();

  sequenced(tick: Tick): void {
    this.#last.set(tick.code, tick);
  }
  lastTick(instrument: string): Tick | undefined {
    return this.#last.get(instrument);
  }
  lastTicks(): Iterable<Tick> {
    return this.#last.values();
  }
  sessionEndsAt(): number {
    return Number.POSITIVE_INFINITY;
  }
  lastGapEndedAt(): number {
    return 0;
  }
  heldBy(): undefined {
    return undefined;
  }
}

/**
 * The real core with every product under its standard terms, on the demo book. Clients see what it
 * publishes: ticks, answers, and the events of their own orders.
 */
export class Venue {
  readonly #market = new OpenMarket();
  readonly #sequencer: Sequencer;
  readonly #seqs = new Map<string, number>();
  readonly #listeners: ((event: SequencedUserEvent) => void)[] = [];
  #now: number;
  #commands = 0;

  private constructor(startAt: number) {
    this.#now = startAt;
    const fail = (error: Error): never => {
      throw error;
    };
    this.#sequencer = new Sequencer({
      store: new ForgetfulStore(),
      modules: MODULES,
      market: this.#market,
      now: () => this.#now,
      limits: LIMITS,
      codes: {
        keyReused: code.idempotencyKeyReused,
        busy: code.coreUnavailable,
        internalOnly: code.unknownError,
        serverError: code.serverError,
      },
      pause: () => Promise.resolve(),
      attemptsMax: 1,
      output: {
        ticks: () => {},
        events: (events) => {
          for (const event of events) for (const listener of this.#listeners) listener(event);
        },
        reloaded: () => Promise.resolve(),
        fatal: fail,
        bug: fail,
      },
    });
  }

  static async open(instruments: readonly Instrument[], startAt: number, rules?: number): Promise<Venue> {
    const venue = new Venue(startAt);
    await venue.#sequencer.start();
    // As a server starts: under the rules and figures of this release, or rules of before.
    for (const command of adoption(venue.#sequencer.state)) {
      const body = {
        ...(command.body as { readonly version: number }),
        ...(rules !== undefined && { version: rules }),
      };
      const { code: answer } = await venue.#sequencer.submitInternal({ ...command, body });
      if (answer !== ACCEPTED) throw new Error(`the rules of this release cannot be adopted: ${answer}`);
    }
    await seedHouse(venue.#sequencer, instruments, 'demo-only');
    return venue;
  }

  /** The version of the rules that are in force. */
  get rulesVersion(): number {
    return rulesOf(this.#sequencer.state);
  }

  /**
   * Terms of earlier releases: the house's quotes and firm prices are met at the last price, and
   * contracts in another currency convert at the rate of their opening.
   */
  async offerAsBefore(): Promise<void> {
    const { state } = this.#sequencer;
    const define = async (type: string, name: string, body: Json): Promise<void> => {
      const input = { id: `before:${type}:${name}`, userId: 0, book: 'demo' as const, type, body };
      const answer = await this.#sequencer.submitInternal(input);
      if (answer.code !== ACCEPTED) throw new Error(`${name} cannot be offered as before: ${answer.code}`);
    };
    for (const [name, { terms }] of [...spotOf(state).pairs]) {
      const { version, awaits, slippageRate, roundsUp, quotesVary, ...offer } = terms;
      await define('spot.define', name, offer);
    }
    for (const [name, terms] of [...contractsOf(state).terms]) {
      const { version, convertsAt, tiers, ...offer } = terms;
      const lines = tiers.map(({ deduction, ...tier }) => tier);
      if (convertsAt !== undefined) await define('contracts.define', name, { ...offer, tiers: lines });
    }
    for (const [name, terms] of [...convertOf(state).terms]) {
      const { version, quoteAtNextTick, ...offer } = terms;
      await define('convert.define', name, offer);
    }
  }

  get now(): number {
    return this.#now;
  }

  /** All the USDT that somebody has, held and in margin too. */
  usdtOf(userId: number): number {
    let units = 0n;
    for (const [key, { balance }] of this.#sequencer.state.accounts) {
      if (key.startsWith(`u${userId}/demo/USDT/`)) units += balance;
    }
    return Number(units) / USDT_UNITS;
  }

  onEvent(listener: (event: SequencedUserEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** Time passes up to `at`, with the ticks of that time. */
  async advance(at: number, ticks: readonly FeedTick[]): Promise<void> {
    this.#now = at;
    const numbered = ticks.map(({ code: instrument, bid, ask, mid, at: tickAt }) => {
      const seq = (this.#seqs.get(instrument) ?? 0) + 1;
      this.#seqs.set(instrument, seq);
      return { code: instrument, seq, bid, ask, mid, at: tickAt };
    });
    if (0 < numbered.length) await this.#sequencer.ticks(numbered);
    this.#sequencer.time();
  }

  submit(userId: number, type: string, body: Json): Promise<CommandAnswer> {
    this.#commands += 1;
    return this.#sequencer.submit({ id: `${userId}:${this.#commands}`, userId, book: 'demo', type, body });
  }

  async stop(): Promise<void> {
    await this.#sequencer.stop();
  }
}
