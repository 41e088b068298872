import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { Json } from '@glasshouse/server/kernel/core/types';
import type { SpotOrderWire } from '@glasshouse/server/products/spot/view';
import { type OpenTrade, Trader } from './trader.ts';

const SECONDS = [5, 30, 120, 600] as const;
const AMOUNT = '20';

/** Coins bought when they should rise, and sold after a while. */
export class SpotTrader extends Trader {
  readonly product = 'spot';

  /** What to do with an order that has ended: with its answer, or at a later price. */
  readonly #awaited = new Map<number, (order: SpotOrderWire) => void>();

  async place(trade: OpenTrade, view: 1 | -1): Promise<void> {
    // Nothing can be sold that was not bought.
    if (view === -1) return;
    const { userId, code } = trade;
    const market = { code, type: 'market', price: null, timeInForce: null };
    await this.#trade(userId, { ...market, side: 'buy', quantity: null, amount: AMOUNT }, (bought) => {
      if (Number(bought.filledAmount) === 0) return;
      this.later(this.random.pick(this.horizons(SECONDS)), async () => {
        const sell = { ...market, side: 'sell', quantity: bought.filledQuantity, amount: null };
        await this.#trade(userId, sell, (sold) => {
          if (sold.averagePrice === null || bought.averagePrice === null) return;
          const paid = Number(bought.filledAmount) + Number(bought.fee);
          const got = Number(sold.averagePrice) * Number(bought.filledQuantity) * (1 - feeShare(sold));
          this.record(trade, got / paid - 1);
        });
      });
    });
  }

  async #trade(userId: number, body: Json, then: (order: SpotOrderWire) => void): Promise<void> {
    const made = await this.send<SpotOrderWire>(userId, 'spot.submit', body);
    if (made === undefined) return;
    if (made.doneAt !== null) then(made);
    else this.#awaited.set(made.id, then);
  }

  heard({ kind, data }: SequencedUserEvent): void {
    if (kind !== 'spot.order') return;
    const order = data as unknown as SpotOrderWire;
    const then = this.#awaited.get(order.id);
    if (then === undefined || order.doneAt === null) return;
    this.#awaited.delete(order.id);
    then(order);
  }
}

const feeShare = ({ fee, filledAmount }: SpotOrderWire): number =>
  Number(filledAmount) === 0 ? 0 : Number(fee) / Number(filledAmount);
