import type { SequencedUserEvent } from '@glasshouse/server/kernel/core/bus';
import type { ContractOrderWire } from '@glasshouse/server/products/contracts/view';
import { type OpenTrade, Trader, type TraderOptions } from './trader.ts';

const SECONDS = [5, 30, 120, 600] as const;
const LEVERAGE = 5;

interface Position extends OpenTrade {
  isClosing: boolean;
}

/** Long and short positions of the smallest size, closed again after a while. */
export class ContractsTrader extends Trader {
  readonly product = 'contracts';
  readonly #lots: ReadonlyMap<string, string>;
  readonly #open = new Map<number, Position>();

  constructor(options: TraderOptions & { readonly lots: ReadonlyMap<string, string> }) {
    super(options);
    this.#lots = options.lots;
  }

  async place(trade: OpenTrade, view: 1 | -1): Promise<void> {
    const { userId, code } = trade;
    const side = view === 1 ? 'buy' : 'sell';
    const body = { code, side, type: 'market', lots: this.#lots.get(code)!, leverage: LEVERAGE };
    const made = await this.send<ContractOrderWire>(userId, 'contracts.buy', body);
    if (made === undefined) return;
    this.#open.set(made.id, { ...trade, isClosing: false });
    this.later(this.random.pick(this.horizons(SECONDS)), async () => {
      const position = this.#open.get(made.id);
      if (position === undefined) return;
      await this.send(userId, 'contracts.close', { id: made.id });
    });
  }

  heard({ kind, data }: SequencedUserEvent): void {
    if (kind !== 'contracts.order') return;
    const { id, side, state, openPrice, closePrice, feeRate } = data as unknown as ContractOrderWire;
    const trade = this.#open.get(id);
    if (trade === undefined || (state !== 'closed' && state !== 'liquidated')) return;
    this.#open.delete(id);
    if (openPrice === null || closePrice === null) return;
    const gain = Number(closePrice) / Number(openPrice) - 1;
    this.record(trade, (side === 'buy' ? gain : -gain) - 2 * Number(feeRate));
  }
}
