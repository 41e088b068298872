import type { Pool } from '../../platform/postgres.ts';
import type { Network } from '../network.ts';
import { AddressSet, addAddress } from '../watch/address-set.ts';
import type { ChainReader } from '../watch/chain-reader.ts';
import type { ChainEvent, ExpectedPayout } from '../watch/events.ts';
import { WatchStore } from '../watch/watch-store.ts';
import { Watcher } from '../watch/watcher.ts';

/** A watcher with what surrounds it in memory; the store is the database. */
export class WatchedChain {
  readonly events: ChainEvent[] = [];
  readonly warnings: string[] = [];
  readonly addresses = new AddressSet();
  payouts: ExpectedPayout[] = [];
  /** Called before an event is taken; throws to refuse it. */
  onReport: (event: ChainEvent) => void = () => undefined;
  readonly #network: Network;
  readonly #readers: readonly [ChainReader, ...ChainReader[]];
  readonly #pool: Pool;
  #watcher: Watcher | undefined;

  constructor(pool: Pool, network: Network, readers: readonly [ChainReader, ...ChainReader[]]) {
    this.#pool = pool;
    this.#network = network;
    this.#readers = readers;
  }

  publish(address: string, user: number): void {
    if (!addAddress(this.addresses, this.#network, address, user)) throw new Error(`${address} cannot be watched`);
  }

  /** As after a crash: nothing is left but the database. */
  restart(): void {
    this.#watcher = undefined;
  }

  /** Turns until there is nothing left to read. */
  async catchUp(): Promise<void> {
    while ((await this.turn()) === 'more');
  }

  async turn(): Promise<'more' | 'idle'> {
    this.#watcher ??= new Watcher({
      network: this.#network,
      readers: this.#readers,
      store: new WatchStore(this.#pool, this.#network.name),
      refreshAddresses: async () => this.addresses,
      report: async ({ event }) => {
        this.onReport(event);
        this.events.push(event);
      },
      confirmationsNeeded: async () => this.#network.confirmations,
      payouts: async () => this.payouts,
      warn: (_facts, message) => this.warnings.push(message),
    });
    return await this.#watcher.turn();
  }

  /** `seen ETH 1 #1`: kind, asset, amount and round; with the confirmations, where they count. */
  told(): readonly string[] {
    return this.events.map((event) => {
      if (event.kind === 'payout') return `payout ${event.id} ${event.outcome}`;
      const { asset, amount, round } = event.transfer;
      const line = `${event.kind} ${asset} ${amount} #${round}`;
      return event.kind === 'confirmed' ? `${line} after ${event.confirmations}` : line;
    });
  }

  /** And forgets it. */
  takeTold(): readonly string[] {
    const events = this.told();
    this.events.length = 0;
    return events;
  }
}
