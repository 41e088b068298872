import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { Json } from '@glasshouse/server/kernel/core/types';
import type { FillWire } from '@glasshouse/server/products/convert/view';
import type { SpotOrderWire } from '@glasshouse/server/products/spot/view';
import { type BurstMarket, CROSS, type PriceMove } from './burst-market.ts';
import { Tally } from './tally.ts';
import type { Venue } from './venue.ts';

/** A move that is no noise: half of a jump. */
const CLEAR = 0.004;
/** Orders of the same jump share their luck. */
const BLOCK_MS = 10_000;
const LEADERS: ReadonlySet<string> = new Set(['BTCUSDT', 'ETHUSDT']);
const AMOUNT = '1500';
const CROSS_AMOUNT = '0.015';
const SECOND_MS = 1_000;
const JUMPS_MIN = 60;
const USERS = 50;
const ACCEPTED = 200;
const AT_ONCE = 5;

export interface BurstStrategy {
  readonly product: 'spot' | 'convert' | 'quotes' | 'triangles';
  readonly name: string;
  /** Orders of the same kind at a time. */
  readonly times?: number;
  /** What should rise, of what has not ticked yet. */
  readonly picks: (seen: readonly PriceMove[], silent: readonly string[], market: BurstMarket) => readonly string[];
}

const mean = (moves: readonly number[]): number =>
  moves.reduce((sum, move) => sum + move, 0) / Math.max(1, moves.length);

const isCoin = (code: string): boolean => code !== CROSS;

/** At least two have risen, and all of them on average. */
function agree(seen: readonly PriceMove[], silent: readonly string[]): readonly string[] {
  const moves = seen.filter(({ code }) => isCoin(code)).map(({ move }) => move);
  return moves.length < 2 || mean(moves) < CLEAR ? [] : silent.filter(isCoin);
}

/** Bitcoin or ether has risen, and the small coins have not ticked. */
function followLeaders(seen: readonly PriceMove[], silent: readonly string[]): readonly string[] {
  const moves = seen.filter(({ code }) => LEADERS.has(code)).map(({ move }) => move);
  const others = seen.filter(({ code }) => isCoin(code) && !LEADERS.has(code)).map(({ move }) => move);
  const hasRisen = 0 < moves.length && CLEAR < mean(moves) && (others.length === 0 || CLEAR < mean(others));
  return hasRisen ? silent.filter((code) => isCoin(code) && !LEADERS.has(code)) : [];
}

/** What two coins make of the cross is above what it shows. */
function crossBehind(seen: readonly PriceMove[], _silent: readonly string[], market: BurstMarket): readonly string[] {
  const last = seen.at(-1)?.code;
  if (last !== 'ETHUSDT' && last !== 'BTCUSDT') return [];
  const should = market.shownPrice('ETHUSDT') / market.shownPrice('BTCUSDT');
  return (1 + CLEAR) * market.shownPrice(CROSS) < should ? [CROSS] : [];
}

/** One coin has just moved, which the other has not confirmed: a live cross follows it half-way. */
function crossHalfway(seen: readonly PriceMove[], silent: readonly string[]): readonly string[] {
  const last = seen.at(-1);
  if (last?.code !== CROSS) return [];
  const bitcoin = seen.find(({ code }) => code === 'BTCUSDT');
  const moves = seen.filter(({ code }) => isCoin(code)).map(({ move }) => move);
  const isHalf = bitcoin !== undefined && CLEAR < bitcoin.move && silent.includes('ETHUSDT') && 2 <= moves.length;
  return isHalf && CLEAR < mean(moves) ? [CROSS] : [];
}

export const BURSTS: readonly BurstStrategy[] = [
  { product: 'spot', name: 'several coins agree', picks: agree },
  { product: 'spot', name: 'small coins after the leaders', picks: followLeaders },
  { product: 'spot', name: 'five orders at a jump', times: AT_ONCE, picks: agree },
  { product: 'spot', name: 'a cross against its coins', picks: crossBehind },
  { product: 'spot', name: 'a cross before its other coin', picks: crossHalfway },
  { product: 'triangles', name: 'three spot orders round', picks: crossBehind },
  { product: 'convert', name: 'at the next price', picks: agree },
  { product: 'quotes', name: 'firm, of what has not ticked', picks: agree },
  { product: 'quotes', name: 'five firm prices at a jump', times: AT_ONCE, picks: agree },
];

type FilledOrder = SpotOrderWire | FillWire;

/** One strategy with its own people: buys what it picks, sells it after its next price. */
export class Burst {
  readonly strategy: BurstStrategy;
  readonly tally = new Tally(BLOCK_MS);
  count = 0;
  readonly #jumps = new Set<number>();

  /** Whether it has traded so often, and at enough jumps to judge it by. */
  hasDone(orders: number): boolean {
    return orders <= this.count && JUMPS_MIN <= this.#jumps.size;
  }
  readonly #venue: Venue;
  readonly #firstUser: number;
  #turns = 0;
  #quotes = 0;
  readonly #awaited = new Map<number, (order: FilledOrder) => Promise<void>>();
  readonly #afterTick = new Map<string, (() => Promise<void>)[]>();
  /** What events have brought and nobody has dealt with yet. */
  #news: (() => Promise<void>)[] = [];

  constructor(strategy: BurstStrategy, context: { readonly venue: Venue; readonly firstUser: number }) {
    this.strategy = strategy;
    this.#venue = context.venue;
    this.#firstUser = context.firstUser;
    context.venue.onEvent((event) => this.#told(event));
  }

  /** Everybody opens a demo account; who trades the cross buys bitcoin once there is a price. */
  async open(): Promise<void> {
    for (let index = 0; index < USERS; index += 1) await this.#venue.submit(this.#nextUser(), 'books.open', {});
  }

  /** A price has come: what waited for one after its purchase is sold. */
  async heard(code: string): Promise<void> {
    const due = this.#afterTick.get(code) ?? [];
    this.#afterTick.delete(code);
    for (const sell of due) await sell();
    while (0 < this.#news.length) await (this.#news.shift() as () => Promise<void>)();
  }

  async look(seen: readonly PriceMove[], silent: readonly string[], market: BurstMarket): Promise<void> {
    const { picks, times = 1 } = this.strategy;
    for (const code of picks(seen, silent, market)) {
      for (let index = 0; index < times; index += 1) await this.#place(code);
    }
  }

  #place(code: string): Promise<void> {
    const userId = this.#nextUser();
    switch (this.strategy.product) {
      case 'spot':
        return code === CROSS ? this.#tradeCross(userId) : this.#trade(userId, code, AMOUNT);
      case 'triangles':
        return this.#round(userId);
      default:
        return this.#convert(userId, code.slice(0, -'USDT'.length), code);
    }
  }

  async #trade(userId: number, code: string, amount: string): Promise<void> {
    const at = this.#venue.now;
    await this.#buy(userId, code, amount, async (bought) => {
      this.#later(code, () =>
        this.#sell(userId, code, bought.filledQuantity, async (sold) => {
          const paid = Number(bought.filledAmount) + Number(bought.fee);
          const part = Number(sold.filledQuantity) / Number(bought.filledQuantity);
          if (0 < part) this.#record(at, (Number(sold.filledAmount) - Number(sold.fee)) / (paid * part) - 1);
        }),
      );
    });
  }

  /** Pays with bitcoin, which it buys first; what counts is what becomes of the bitcoin. */
  async #tradeCross(userId: number): Promise<void> {
    await this.#stock(userId);
    await this.#trade(userId, CROSS, CROSS_AMOUNT);
  }

  readonly #stocked = new Set<number>();
  async #stock(userId: number): Promise<void> {
    if (this.#stocked.has(userId)) return;
    this.#stocked.add(userId);
    await this.#buy(userId, 'BTCUSDT', '40000', async () => {});
  }

  /** Tether to bitcoin, to ether over the cross, and back. */
  async #round(userId: number): Promise<void> {
    const at = this.#venue.now;
    await this.#buy(userId, 'BTCUSDT', AMOUNT, async (bitcoin) => {
      await this.#buy(userId, CROSS, bitcoin.filledQuantity, async (ether) => {
        await this.#sell(userId, 'ETHUSDT', ether.filledQuantity, async (sold) => {
          const spent = Number(bitcoin.filledAmount) + Number(bitcoin.fee);
          const used = (Number(ether.filledAmount) + Number(ether.fee)) / Number(bitcoin.filledQuantity);
          const part = used * (Number(sold.filledQuantity) / Number(ether.filledQuantity));
          if (0 < part) this.#record(at, (Number(sold.filledAmount) - Number(sold.fee)) / (spent * part) - 1);
        });
      });
    });
  }

  async #convert(userId: number, asset: string, code: string): Promise<void> {
    const at = this.#venue.now;
    const conversion = { from: 'USDT', to: asset, amount: AMOUNT };
    let quoteId: string | null = null;
    if (this.strategy.product === 'quotes') {
      this.#quotes += 1;
      quoteId = `${this.strategy.name} ${this.#quotes}`;
      if ((await this.#send(userId, 'convert.ask', { ...conversion, quoteId })) === undefined) return;
    }
    await this.#fill(userId, { ...conversion, quoteId }, async (bought) => {
      // Nothing was converted: nothing gained or lost, but an order all the same.
      if (Number(bought.received) === 0) return this.#record(at, 0);
      this.#later(code, async () => {
        const back = { from: asset, to: 'USDT', amount: bought.received, quoteId: null };
        await this.#fill(userId, back, async (sold) => {
          if (0 < Number(sold.received)) this.#record(at, Number(sold.received) / Number(bought.amount) - 1);
        });
      });
    });
  }

  #buy(userId: number, code: string, amount: string, then: (order: SpotOrderWire) => Promise<void>): Promise<void> {
    return this.#spot(userId, { code, side: 'buy', amount, quantity: null }, then);
  }

  #sell(userId: number, code: string, quantity: string, then: (order: SpotOrderWire) => Promise<void>): Promise<void> {
    return this.#spot(userId, { code, side: 'sell', amount: null, quantity }, then);
  }

  async #spot(
    userId: number,
    body: { readonly [field: string]: Json },
    then: (order: SpotOrderWire) => Promise<void>,
  ): Promise<void> {
    const order = { type: 'market', price: null, timeInForce: null, ...body };
    const made = await this.#send<SpotOrderWire>(userId, 'spot.submit', order);
    if (made !== undefined) await this.#await(made, (order) => then(order as SpotOrderWire));
  }

  async #fill(
    userId: number,
    body: { readonly [field: string]: Json },
    then: (fill: FillWire) => Promise<void>,
  ): Promise<void> {
    const made = await this.#send<FillWire>(userId, 'convert.fill', body);
    if (made !== undefined) await this.#await(made, (order) => then(order as FillWire));
  }

  async #await(made: FilledOrder, then: (order: FilledOrder) => Promise<void>): Promise<void> {
    if (isOver(made)) await then(made);
    else this.#awaited.set(made.id, then);
  }

  #told({ kind, userId, data }: SequencedUserEvent): void {
    const isOwn = this.#firstUser <= userId && userId < this.#firstUser + USERS;
    if (!isOwn || (kind !== 'spot.order' && kind !== 'convert.fill')) return;
    const order = data as unknown as FilledOrder;
    const then = this.#awaited.get(order.id);
    if (then === undefined || !isOver(order)) return;
    this.#awaited.delete(order.id);
    this.#news.push(() => then(order));
  }

  #later(code: string, what: () => Promise<void>): void {
    this.#afterTick.set(code, [...(this.#afterTick.get(code) ?? []), what]);
  }

  async #send<Result>(userId: number, type: string, body: Json): Promise<Result | undefined> {
    const answer = await this.#venue.submit(userId, type, body);
    return answer.code === ACCEPTED ? (answer.result as Result) : undefined;
  }

  #record(at: number, value: number): void {
    this.count += 1;
    this.tally.add(at, value);
    this.#jumps.add(Math.floor(at / SECOND_MS));
  }

  #nextUser(): number {
    this.#turns += 1;
    return this.#firstUser + (this.#turns % USERS);
  }
}

const isOver = ({ state }: FilledOrder): boolean => state !== 'waiting' && state !== 'partlyFilled';
