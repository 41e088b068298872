import { code } from '@glasshouse/api/codes';
import { OPTIONS_POOL } from '../../ledger/handlers.ts';
import { defaultOptionOffer } from '../../products/options/offer.ts';
import { MODULES } from '../../runtime/modules.ts';
import type { SequencedUserEvent } from '../core/bus.ts';
import { Sequencer } from '../core/sequencer.ts';
import type { KernelCodes, SequencerLimits } from '../core/sequencer-options.ts';
import type { Store } from '../core/store.ts';
import type { CommandAnswer, CommandInput, CoreModule, Json, Tick, TickHistory } from '../core/types.ts';
import { TestMarket } from './test-market.ts';

export const KERNEL_CODES: KernelCodes = {
  keyReused: code.idempotencyKeyReused,
  busy: code.coreUnavailable,
  internalOnly: code.unknownError,
  serverError: code.serverError,
};

export const TEST_CODE = 'BTCUSDT';
export const GAP_LIMIT_MS = 15_000;
export const TEST_OFFER = {
  ...defaultOptionOffer({
    code: TEST_CODE,
    id: 1,
    type: 2,
    name: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    logo: null,
    precision: 2,
    lotSize: '0.001',
    minLots: '1',
    maxLeverage: 100,
    calendar: 'always',
    spreadPoints: 10,
    tickMs: 1_000,
    stalenessMs: 30_000,
    gapLimitMs: GAP_LIMIT_MS,
    outlierBps: 500,
  }),
  personMax: '500000',
};

/** A sequencer over any store, with a market and a clock moved by the test. */
export class Harness {
  readonly market = new TestMarket();
  readonly sequencer: Sequencer;
  readonly events: SequencedUserEvent[] = [];
  readonly published: Tick[] = [];
  readonly bugs: Error[] = [];
  fatal: Error | undefined;
  reloads = 0;
  beforeReload: () => void | Promise<void> = () => {};
  now = 1_700_000_000_000;
  #key = 0;

  constructor(
    store: Store,
    options: { limits?: SequencerLimits; modules?: readonly CoreModule[]; history?: TickHistory } = {},
  ) {
    this.sequencer = new Sequencer({
      store,
      ...(options.history === undefined ? {} : { history: options.history }),
      modules: options.modules ?? MODULES,
      market: this.market,
      now: () => this.now,
      codes: KERNEL_CODES,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      pause: () => Promise.resolve(),
      attemptsMax: 5,
      output: {
        ticks: (ticks) => this.published.push(...ticks),
        events: (events) => this.events.push(...events),
        reloading: async () => this.beforeReload(),
        reloaded: async () => {
          this.reloads += 1;
        },
        fatal: (error) => {
          this.fatal = error;
        },
        bug: (error) => this.bugs.push(error),
      },
    });
  }

  /** Starts, offers options on the test instrument and funds their pool. */
  async start(options: { pool?: string; offer?: typeof TEST_OFFER } = {}): Promise<void> {
    await this.sequencer.start();
    await this.internal('options.define', options.offer ?? TEST_OFFER, 'offer');
    const body = { asset: 'USDT', amount: options.pool ?? OPTIONS_POOL, into: 'pool.options' };
    await this.internal('house.fund', body, 'fund');
  }

  internal(type: string, body: Json, id: string): Promise<CommandAnswer> {
    return this.sequencer.submitInternal({ id, userId: 0, book: 'demo', type, body });
  }

  submit(userId: number, type: string, body: Json, key?: string): Promise<CommandAnswer> {
    this.#key += 1;
    return this.sequencer.submit(this.input(userId, type, body, key ?? `key-${this.#key}`));
  }

  input(userId: number, type: string, body: Json, key: string): CommandInput {
    return { id: `${userId}:${key}`, userId, book: 'demo', type, body };
  }

  /** The same from a network. */
  from(network: string | undefined, userId: number, type: string, body: Json, key?: string): Promise<CommandAnswer> {
    this.#key += 1;
    const input = this.input(userId, type, body, key ?? `key-${this.#key}`);
    return this.sequencer.submit(network === undefined ? input : { ...input, network });
  }

  open(userId: number): Promise<CommandAnswer> {
    return this.submit(userId, 'books.open', {}, 'open');
  }

  buy(userId: number, order: Partial<Record<'code' | 'direction' | 'amount' | 'periodId', Json>> = {}, key?: string) {
    const body = { code: TEST_CODE, direction: 'up', amount: '100', periodId: 60, ...order };
    return this.submit(userId, 'options.buy', body, key);
  }

  /** Time passes, then the price is this (in points). Resolves when the tick is durable. */
  async tick(mid: number, afterMs = 1_000, code = TEST_CODE): Promise<Tick> {
    this.now += afterMs;
    const tick = this.market.next(code, mid, this.now);
    await this.sequencer.ticks([tick]);
    return tick;
  }

  /** Time passes without a tick. */
  async wait(afterMs: number): Promise<void> {
    this.now += afterMs;
    this.sequencer.time();
    // Goes through the queue behind it: once answered, what was due is decided and flushed.
    await this.internal('house.fund', { asset: 'USDT', amount: '0', into: 'pool.options' }, `wait:${this.now}`);
  }

  balance(userId: number, kind: 'available' | 'held' = 'available'): bigint {
    return this.sequencer.state.accounts.get(`u${userId}/demo/USDT/${kind}` as never)?.balance ?? 0n;
  }

  house(kind: string): bigint {
    return this.sequencer.state.accounts.get(`house/demo/USDT/${kind}` as never)?.balance ?? 0n;
  }
}
