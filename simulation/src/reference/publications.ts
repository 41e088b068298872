import { type Entry, type StoredLine, type StoredTick, tickName } from './evidence.ts';
import { textOf } from './figures.ts';
import { canonical, type Findings } from './findings.ts';
import type { ExpectedEvent } from './prediction.ts';
import type { Prices } from './prices.ts';

export interface PublishedEvent extends ExpectedEvent {
  readonly seq: number;
  readonly at: number;
}

/** What one run of the core, from its start to its end, told the world. */
interface Channel {
  readonly events: PublishedEvent[];
  readonly heldEvents: PublishedEvent[];
  /** Undefined marks where the run lost its state and read it again. */
  readonly ticks: (StoredTick | undefined)[];
  readonly heldTicks: (StoredTick | undefined)[];
  ended: boolean;
  /** Entries of flushes that this run knows to be durable, whose events it owes. */
  readonly owed: number[];
  readonly lastTick: Map<string, number>;
  /**
   * Codes of which ticks may have become durable without the run's knowledge, when it last read its
   * state.
   */
  mayJump: Set<string>;
}

/**
 * Prices and user events: told only after they are durable, in order, each once, none lost by a
 * core that lives on.
 */
export class Publications {
  readonly #channels = new Map<number, Channel>();
  /** What each entry must tell, until it has been told or its core has ended. */
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
    const all = [...events, ...balancesToldBy(lines)].map((event) => canonical(event));
    if (0 < all.length) this.#expected.set(entry.seq, { at: entry.at, events: all.sort() });
  }

  /** The core learned that these entries are durable. */
  acknowledged(run: number, seqs: readonly number[]): void {
    this.#channel(run).owed.push(...seqs);
  }

  told(run: number, events: readonly PublishedEvent[]): void {
    this.#channel(run).events.push(...events);
  }

  shown(run: number, ticks: readonly StoredTick[]): void {
    this.#channel(run).ticks.push(...ticks);
  }

  /**
   * The run lost its state and read it again: ticks that were durable without its knowledge are not
   * shown by it.
   */
  reloaded(run: number): void {
    this.#channel(run).ticks.push(undefined);
  }

  /** The run has ended: what it still owed nobody heard, and reads it from the store instead. */
  ended(run: number): void {
    this.#channel(run).ended = true;
  }

  /** What was told until now will be looked at by the next `settle`. */
  hold(): void {
    for (const channel of this.#channels.values()) {
      channel.heldTicks.push(...channel.ticks.splice(0));
      channel.heldEvents.push(...channel.events.splice(0));
    }
  }

  settle(options: { quiet: boolean }): void {
    for (const [run, channel] of this.#channels) {
      this.#settle(channel);
      if (channel.ended) this.#channels.delete(run);
      if (channel.ended || !options.quiet) continue;
      const missing = channel.owed.filter((seq) => this.#expected.has(seq));
      this.#findings.check(missing.length === 0, () => `run ${run} never told the events of ${missing.slice(0, 5)}`);
    }
  }

  #settle(channel: Channel): void {
    for (const tick of channel.heldTicks.splice(0)) {
      if (tick === undefined) channel.mayJump = new Set(channel.lastTick.keys());
      else this.#tick(channel, tick);
    }
    const told = Map.groupBy(channel.heldEvents.splice(0), (event) => event.seq);
    for (const [seq, events] of told) this.#told(channel, seq, events);
  }

  #tick(channel: Channel, tick: StoredTick): void {
    this.ticks += 1;
    const last = channel.lastTick.get(tick.code);
    this.#findings.check(this.#prices.isDurable(tick), () => `${tickName(tick)} was shown, but it is not durable`);
    const follows =
      last === undefined || tick.seq === last + 1 || (channel.mayJump.delete(tick.code) && last < tick.seq);
    this.#findings.check(follows, () => `${tickName(tick)} was shown after number ${last}`);
    channel.lastTick.set(tick.code, tick.seq);
  }

  #told(channel: Channel, seq: number, events: readonly PublishedEvent[]): void {
    const expected = this.#expected.get(seq);
    const place = channel.owed.indexOf(seq);
    this.events += events.length;
    if (place < 0 || expected === undefined) {
      this.#findings.add(`events of entry ${seq} were told before it was known to be durable, twice, or out of order`);
      return;
    }
    const skipped = channel.owed.splice(0, place + 1).filter((other) => other !== seq && this.#expected.has(other));
    this.#findings.check(skipped.length === 0, () => `events of ${skipped} were not told before those of ${seq}`);
    const found = events.map(({ userId, book, kind, data }) =>
      canonical({ userId, book, kind, data: sorted(kind, data) }),
    );
    this.#findings.equal(`events of entry ${seq}`, found.sort(), expected.events);
    this.#findings.check(
      events.every(({ at }) => at === expected.at),
      () => `events of entry ${seq} have another time than it`,
    );
    this.#expected.delete(seq);
  }

  #channel(run: number): Channel {
    let channel = this.#channels.get(run);
    if (channel === undefined) {
      const told = { events: [], heldEvents: [], ticks: [], heldTicks: [] };
      channel = { ...told, owed: [], lastTick: new Map(), mayJump: new Set(), ended: false };
      this.#channels.set(run, channel);
    }
    return channel;
  }
}

/**
 * Every balance of a user that an entry touched, as it left it; one event for each user and book.
 */
function balancesToldBy(lines: readonly StoredLine[]): ExpectedEvent[] {
  const last = new Map<string, bigint>();
  for (const line of lines) last.set(line.from, line.fromBalance).set(line.to, line.toBalance);
  const told = new Map<
    string,
    { userId: number; book: string; data: { asset: string; kind: string; balance: string }[] }
  >();
  for (const [key, balance] of last) {
    const [owner, book, asset, kind] = key.split('/') as [string, string, string, string];
    if (owner === 'house') continue;
    const name = `${owner}/${book}`;
    const event = told.get(name) ?? { userId: Number(owner.slice(1)), book, data: [] };
    event.data.push({ asset, kind, balance: textOf(balance) });
    told.set(name, event);
  }
  return [...told.values()].map((event) => ({ ...event, kind: 'balance', data: sorted('balance', event.data) }));
}

const sorted = (kind: string, data: unknown): unknown =>
  kind === 'balance' && Array.isArray(data)
    ? [...data].sort((left, right) => (canonical(left) < canonical(right) ? -1 : 1))
    : data;
