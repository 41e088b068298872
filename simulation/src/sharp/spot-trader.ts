import type { SequencedUserEvent } from '@glasshouse/server/kernel/bus';
import type { SpotOrderWire } from '@glasshouse/server/products/spot/wire';
import { type OpenTrade, Trader } from './trader.ts';

const SECONDS = [5, 30, 120, 600] as const;
const AMOUNT = '20';

/** Coins bought when they should rise, and sold after a while. */
export class SpotTrader extends Trader {
  readonly product = 'spot';

  async place(trade: OpenTrade, view: 1 | -1): Promise<void> {
    // Nothing can be sold that was not bought.
    if (view === -1) return;
    const { userId, code } = trade;
    const market = { code, type: 'market', price: null, timeInForce: null };
    const bought = await this.send<SpotOrderWire>(userId, 'spot.submit', {
      ...market,
      side: 'buy',
      quantity: null,
      amount: AMOUNT,
    });
    if (bought === undefined || Number(bought.filledAmount) === 0) return;
    this.later(this.random.pick(this.horizons(SECONDS)), async () => {
      const sell = { ...market, side: 'sell', quantity: bought.filledQuantity, amount: null };
      const sold = await this.send<SpotOrderWire>(userId, 'spot.submit', sell);
      if (sold?.averagePrice == null || bought.averagePrice === null) return;
      const paid = Number(bought.filledAmount) + Number(bought.fee);
      const got = Number(sold.averagePrice) * Number(bought.filledQuantity) * (1 - feeShare(sold));
      this.record(trade, got / paid - 1);
    });
  }

  heard(_event: SequencedUserEvent): void {}
}

const feeShare = ({ fee, filledAmount }: SpotOrderWire): number =>
  Number(filledAmount) === 0 ? 0 : Number(fee) / Number(filledAmount);
