import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { FillWire } from '@glasshouse/server/products/convert/view';
import type { Strategy } from './strategies.ts';
import { type OpenTrade, Trader } from './trader.ts';

const SECONDS = [5, 30, 120, 600] as const;
const AMOUNT = '50';
const coinOf = (code: string): string => code.slice(0, -'USDT'.length);

/** USDT into a coin that should rise, and back after a while. */
export class ConvertTrader extends Trader {
  readonly product: string = 'convert';
  /** What to do with a fill: it may come with the answer or with a later tick. */
  readonly #awaited = new Map<number, (fill: FillWire) => void>();

  async place(trade: OpenTrade, view: 1 | -1): Promise<void> {
    // Nothing can be sold that was not bought.
    if (view === -1) return;
    await this.fill(trade.userId, { from: 'USDT', to: coinOf(trade.code), amount: AMOUNT, quoteId: null }, (bought) =>
      this.later(this.random.pick(this.horizons(SECONDS)), () => this.sellBack(trade, bought)),
    );
  }

  async sellBack(trade: OpenTrade, bought: FillWire): Promise<void> {
    const body = { from: coinOf(trade.code), to: 'USDT', amount: bought.received, quoteId: null };
    await this.fill(trade.userId, body, (sold) =>
      this.record(trade, Number(sold.received) / Number(bought.amount) - 1),
    );
  }

  async fill(
    userId: number,
    body: { readonly from: string; readonly to: string; readonly amount: string; readonly quoteId: string | null },
    then: (fill: FillWire) => void,
  ): Promise<boolean> {
    const made = await this.send<FillWire>(userId, 'convert.fill', body);
    if (made === undefined) return false;
    if (Number(made.received) > 0) then(made);
    else this.#awaited.set(made.id, then);
    return true;
  }

  heard({ kind, data }: SequencedUserEvent): void {
    if (kind !== 'convert.fill') return;
    const fill = data as unknown as FillWire;
    const then = this.#awaited.get(fill.id);
    if (then === undefined || !(Number(fill.received) > 0)) return;
    this.#awaited.delete(fill.id);
    then(fill);
  }
}

/** USDT into one coin, from it into another, and back: at three prices one after the other. */
export class TrianglesTrader extends ConvertTrader {
  override readonly product = 'triangles';

  override async place(trade: OpenTrade, view: 1 | -1): Promise<void> {
    const otherCode = this.random.pick(this.codes.filter((code) => code !== trade.code));
    // Who expects this one to fall holds the other one first, and it as the shorter second.
    const [first, second] = (view === 1 ? [trade.code, otherCode] : [otherCode, trade.code]).map(coinOf) as [
      string,
      string,
    ];
    const { userId } = trade;
    await this.#leg(userId, ['USDT', first, AMOUNT], (bought) =>
      this.#leg(userId, [first, second, bought.received], (swapped) =>
        this.#leg(userId, [second, 'USDT', swapped.received], async (sold) =>
          this.record(trade, Number(sold.received) / Number(AMOUNT) - 1),
        ),
      ),
    );
  }

  async #leg(
    userId: number,
    [from, to, amount]: readonly [string, string, string],
    then: (fill: FillWire) => Promise<void>,
  ): Promise<void> {
    await this.fill(userId, { from, to, amount, quoteId: null }, (fill) => void then(fill));
  }
}

/** The last second in which a quote can still be used. */
const QUOTE_SECONDS = 9;
/** Enough orders in the same time as other products, with fewer strategies. */
const QUOTES_AT_ONCE = 4;

interface Snipe extends Strategy {
  /** Used once the market has moved by so many times what the quote costs. */
  readonly pays: number;
  readonly fromSecond: number;
}

const always: Strategy['view'] = () => 1;
const SNIPES: readonly Snipe[] = [
  { name: 'whatever comes', view: always, pays: Number.NEGATIVE_INFINITY, fromSecond: QUOTE_SECONDS },
  { name: 'at the end, for both ways', view: always, pays: 2, fromSecond: QUOTE_SECONDS },
  { name: 'at the end, for its cost', view: always, pays: 1, fromSecond: QUOTE_SECONDS },
  { name: 'as soon as it pays', view: always, pays: 2, fromSecond: 1 },
  { name: 'at its cost', view: always, pays: 1, fromSecond: 1 },
  { name: 'at half its cost', view: always, pays: 0.5, fromSecond: 1 },
  { name: 'another venue, both ways', view: always, pays: 2, fromSecond: 1, outside: true },
  { name: 'another venue, its cost', view: always, pays: 1, fromSecond: 1, outside: true },
  { name: 'another venue, half', view: always, pays: 0.5, fromSecond: 1, outside: true },
];

/**
 * Firm quotes as options that cost nothing: taken, looked at every second, used only once the
 * market has moved as far as wanted, and turned back at once.
 */
export class QuotesTrader extends ConvertTrader {
  override readonly product = 'quotes';
  override readonly hasOdds = true;
  override readonly strategies: readonly Strategy[] = SNIPES;
  #quotes = 0;

  override async place(trade: OpenTrade): Promise<void> {
    const others = Array.from({ length: QUOTES_AT_ONCE - 1 }, () => ({
      ...trade,
      userId: this.nextUser(),
      code: this.random.pick(this.codes),
    }));
    await Promise.all([trade, ...others].map((openTrade) => this.#ask(openTrade, openTrade.strategy as Snipe)));
  }

  async #ask(trade: OpenTrade, snipe: Snipe): Promise<void> {
    this.#quotes += 1;
    const quoteId = `sharp-${this.#quotes}`;
    const body = { from: 'USDT', to: coinOf(trade.code), amount: AMOUNT };
    const quoted = { ...body, quoteId };
    const quote = await this.send<{ spreadRate: string }>(trade.userId, 'convert.ask', quoted);
    if (quote === undefined) return;
    const history = this.histories.get(trade.code)!;
    const before = history.mid();
    const use = async (): Promise<void> => {
      const isUsed = await this.fill(trade.userId, quoted, (bought) => void this.sellBack(trade, bought));
      if (!isUsed) this.record(trade, 0);
    };
    const look = async (second: number): Promise<void> => {
      const seen = snipe.outside === true ? (history.outside ?? history.mid()) : history.mid();
      if (snipe.pays * Number(quote.spreadRate) < seen / before - 1) return use();
      if (second < QUOTE_SECONDS) this.later(1, () => look(second + 1));
      else this.record(trade, 0);
    };
    this.later(snipe.fromSecond, () => look(snipe.fromSecond));
  }
}
