import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { OptionOrderWire } from '@glasshouse/server/products/options/view';
import { type OpenTrade, Trader } from './trader.ts';

const PERIODS = [30, 60, 120, 180, 300, 600, 1_800, 3_600] as const;
/** The least that is sold, so that no limit of the house is in the way. */
const STAKE = '1';

/**
 * Up or down over every period. A win of the payout and the loss of the stake are equally likely by
 * the published odds: what counts is the result beyond their mean.
 */
export class OptionsTrader extends Trader {
  readonly product = 'options';
  override readonly hasOdds = true;
  readonly #open = new Map<number, OpenTrade>();

  async place(trade: OpenTrade, view: 1 | -1): Promise<void> {
    const { userId, code } = trade;
    const direction = view === 1 ? 'up' : 'down';
    const body = { code, direction, amount: STAKE, periodId: this.random.pick(this.horizons(PERIODS)) };
    const made = await this.send<OptionOrderWire>(userId, 'options.buy', body);
    if (made !== undefined) this.#open.set(made.id, trade);
  }

  heard({ kind, data }: SequencedUserEvent): void {
    if (kind !== 'options.order') return;
    const { id, outcome, payoutRate } = data as unknown as OptionOrderWire;
    const trade = this.#open.get(id);
    if (trade === undefined || outcome === null) return;
    this.#open.delete(id);
    const payout = Number(payoutRate);
    const edge = (1 - payout) / 2;
    // A draw and a void give the stake back: neither is a bet.
    this.record(trade, outcome === 'win' ? payout + edge : outcome === 'lose' ? edge - 1 : 0);
  }
}
