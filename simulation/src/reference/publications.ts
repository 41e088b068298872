import { textOf } from './figures.ts';
import { canonical, type Findings } from './findings.ts';
import type { ExpectedEvent } from './prediction.ts';
import type { Prices } from './prices.ts';
import { type Entry, type StoredLine, type StoredTick, tickName } from './stored.ts';

export interface PublishedEvent extends ExpectedEvent {
  readonly seq: number;
  readonly at: number;
}

/** Everything one run of the core published. */
interface Channel {
  readonly events: PublishedEvent[];
  readonly heldEvents: PublishedEvent[];
  /** Undefined marks where the run reloaded its state. */
  readonly ticks: (StoredTick | undefined)[];
  readonly heldTicks: (StoredTick | undefined)[];
  ended: boolean;
  /** Entries this run knows to be durable, whose events it still has to publish. */
  readonly owed: number[];
  readonly lastTick: Map<string, number>;
  /**
   * Codes with ticks that may have become durable without the run's knowledge before its last
   * reload.
   */
  mayJump: Set<string>;
}

/**
 * Prices and user events: published only once durable, in order, exactly once, none lost by a core
 * that keeps running.
 */
export class Publications {
  readonly #channels = new Map<number, Channel>();
  /** Expected events of each entry until they are published or the run has ended. */
  readonly #expected = new Map<number, { at: number; events: string[] }>();
  readonly #prices: Prices;
  readonly #findings: Findings;
  events = 0;
  ticks = 0;

  constructor(prices: Prices, findings: Findings) {
    this.#prices = prices;
    this.#findings = findings;
  }

  expect(entry: Entry, events: readonly ExpectedEvent[], lines: readonly StoredLine[]): void {
    const all = [...events, ...balanceEvents(lines)].map((event) => canonical(event));
    if (0 < all.length) this.#expected.set(entry.seq, { at: entry.at, events: all.sort() });
  }

  /** The core learned that these entries are durable. */
  acknowledged(run: number, seqs: readonly number[]): void {
    this.#channel(run).owed.push(...seqs);
  }

  eventsPublished(run: number, events: readonly PublishedEvent[]): void {
    this.#channel(run).events.push(...events);
  }

  ticksPublished(run: number, ticks: readonly StoredTick[]): void {
    this.#channel(run).ticks.push(...ticks);
  }

  /**
   * The run reloaded its state: it does not publish ticks that became durable without its
   * knowledge.
   */
  reloaded(run: number): void {
    this.#channel(run).ticks.push(undefined);
  }

  /** The run has ended: events it did not publish are read from the store by clients. */
  ended(run: number): void {
    this.#channel(run).ended = true;
  }

  /** Everything published so far is checked by the next `checkHeld`. */
  holdUnchecked(): void {
    for (const channel of this.#channels.values()) {
      channel.heldTicks.push(...channel.ticks.splice(0));
      channel.heldEvents.push(...channel.events.splice(0));
    }
  }

  checkHeld(options: { quiet: boolean }): void {
    for (const [run, channel] of this.#channels) {
      this.#checkChannel(channel);
      if (channel.ended) this.#channels.delete(run);
      if (channel.ended || !options.quiet) continue;
      const missing = channel.owed.filter((seq) => this.#expected.has(seq));
      this.#findings.check(
        missing.length === 0,
        () => `run ${run} never published the events of ${missing.slice(0, 5)}`,
      );
    }
  }

  #checkChannel(channel: Channel): void {
    for (const tick of channel.heldTicks.splice(0)) {
      if (tick === undefined) channel.mayJump = new Set(channel.lastTick.keys());
      else this.#checkTick(channel, tick);
    }
    const published = Map.groupBy(channel.heldEvents.splice(0), (event) => event.seq);
    for (const [seq, events] of published) this.#checkEvents(channel, seq, events);
  }

  #checkTick(channel: Channel, tick: StoredTick): void {
    this.ticks += 1;
    const last = channel.lastTick.get(tick.code);
    this.#findings.check(this.#prices.isDurable(tick), () => `${tickName(tick)} was published but is not durable`);
    const follows =
      last === undefined || tick.seq === last + 1 || (channel.mayJump.delete(tick.code) && last < tick.seq);
    this.#findings.check(follows, () => `${tickName(tick)} was published after number ${last}`);
    channel.lastTick.set(tick.code, tick.seq);
  }

  #checkEvents(channel: Channel, seq: number, events: readonly PublishedEvent[]): void {
    const expected = this.#expected.get(seq);
    const place = channel.owed.indexOf(seq);
    this.events += events.length;
    if (place < 0 || expected === undefined) {
      this.#findings.add(`events of entry ${seq} were published before it was durable, twice, or out of order`);
      return;
    }
    const skipped = channel.owed
      .splice(0, place + 1)
      .filter((owedSeq) => owedSeq !== seq && this.#expected.has(owedSeq));
    this.#findings.check(skipped.length === 0, () => `events of ${skipped} were not published before those of ${seq}`);
    const found = events.map(({ userId, book, kind, data }) =>
      canonical({ userId, book, kind, data: sorted(kind, data) }),
    );
    this.#findings.equal(`events of entry ${seq}`, found.sort(), expected.events);
    this.#findings.check(
      events.every(({ at }) => at === expected.at),
      () => `events of entry ${seq} do not have its time`,
    );
    this.#expected.delete(seq);
  }

  #channel(run: number): Channel {
    let channel = this.#channels.get(run);
    if (channel === undefined) {
      const empty = { events: [], heldEvents: [], ticks: [], heldTicks: [] };
      channel = { ...empty, owed: [], lastTick: new Map(), mayJump: new Set(), ended: false };
      this.#channels.set(run, channel);
    }
    return channel;
  }
}

/** Every user balance an entry changed; one event per user and book. */
function balanceEvents(lines: readonly StoredLine[]): ExpectedEvent[] {
  const last = new Map<string, bigint>();
  for (const line of lines) last.set(line.from, line.fromBalance).set(line.to, line.toBalance);
  const byOwner = new Map<
    string,
    { userId: number; book: string; data: { asset: string; kind: string; balance: string }[] }
  >();
  for (const [key, balance] of last) {
    const [owner, book, asset, kind] = key.split('/') as [string, string, string, string];
    if (owner === 'house') continue;
    const name = `${owner}/${book}`;
    const event = byOwner.get(name) ?? { userId: Number(owner.slice(1)), book, data: [] };
    event.data.push({ asset, kind, balance: textOf(balance) });
    byOwner.set(name, event);
  }
  return [...byOwner.values()].map((event) => ({ ...event, kind: 'balance', data: sorted('balance', event.data) }));
}

const sorted = (kind: string, data: unknown): unknown =>
  kind === 'balance' && Array.isArray(data)
    ? [...data].sort((left, right) => (canonical(left) < canonical(right) ? -1 : 1))
    : data;
