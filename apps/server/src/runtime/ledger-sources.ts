import { closingPrice } from '@glasshouse/rules/contracts';
import { closeNowDerivations } from '@glasshouse/rules/derivations/contracts';
import { feeRateOf } from '@glasshouse/rules/fee-tiers';
import {
  type Amount,
  add,
  amountOf,
  formatPoints,
  priceOf,
  priceOfPoints,
  rateOf,
  ZERO,
} from '@glasshouse/rules/money';
import { settleOption } from '@glasshouse/rules/options';
import { optionResult } from '@glasshouse/rules/results';
import { SHIPPED } from '../figures/figures.ts';
import type { EquityDeps } from '../ledger/equity.ts';
import type { LedgerCallsDeps } from '../ledger/routes.ts';
import type { TapePricesDeps } from '../ledger/tax/tape-prices.ts';
import { marketValues, pricedBy } from '../ledger/valuation.ts';
import type { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';
import { ThinnedTickError } from '../market-data/tape/thinned-tick-error.ts';
import { progressOf } from '../money/fee-tiers/routes.ts';
import type { Pool } from '../platform/postgres.ts';
import { type ContractView, ordersOf as contractOrdersOf, type Surroundings } from '../products/contracts/queries.ts';
import { loansOwed } from '../products/loans/queries.ts';
import { type OptionsOrderView, ordersOf as optionOrdersOf } from '../products/options/queries.ts';
import { readSpotTerms } from '../products/spot/queries.ts';
import type { History } from './history/history.ts';

export interface LedgerSourcesDeps extends Surroundings {
  readonly pool: Pool;
  readonly snapshot: MarketSnapshot;
  readonly history: Pick<History, 'candles'>;
}

/** What the ledger's reads need to know about markets and open contracts. */
export function ledgerSources({ pool, snapshot, history, ...around }: LedgerSourcesDeps): EquityDeps {
  return {
    pool,
    worthOf: marketValues((code) => {
      const line = snapshot.find(code);
      return line?.row === undefined ? undefined : { mid: line.row.mid, precision: line.instrument.precision };
    }),
    precisionOf: (code) => snapshot.find(code)?.instrument.precision,
    candles: (query) => history.candles({ ...query, asOf: snapshot.find(query.code)?.row?.at ?? around.now() }),
    unrealisedOf: async (ownBook) => {
      const filter = { ...ownBook, states: ['open'] };
      const page = { after: undefined, from: null, to: null };
      const ofContracts = { ...page, limit: SHIPPED['contracts.openOrdersMax'] };
      const ofOptions = { ...page, limit: SHIPPED['options.openOrdersMax'] };
      const contracts = await contractOrdersOf(pool, filter, ofContracts, around);
      const options = await optionOrdersOf(pool, filter, ofOptions, around.nameOf);
      return [
        ...contracts.items.map((order) => ifClosed(order, snapshot)),
        ...options.items.map((order) => ifEnded(order, snapshot)),
      ].reduce((sum, adds) => add(sum, adds), ZERO);
    },
    owedOf: (ownBook) => loansOwed(pool, { ...ownBook, now: around.now() }),
  };
}

/** What closing a contract would add to the balances, at the price that it would get now. */
function ifClosed(order: ContractView, snapshot: MarketSnapshot): Amount {
  const tick = snapshot.find(order.code)?.row;
  const { openPrice } = order;
  // A row that holds a price of before has no sides.
  const points = tick === undefined ? 0 : closingPrice(order.side, tick) || tick.mid;
  if (points === 0 || openPrice === null) return ZERO;
  return amountOf(closeNowDerivations({ ...order, openPrice }, formatPoints(points, order.precision)).adds.result);
}

/** What an option would add to the balances if it ended at the price of now. */
function ifEnded({ code, direction, entry, ...terms }: OptionsOrderView, snapshot: MarketSnapshot): Amount {
  const line = snapshot.find(code);
  if (line?.row === undefined || entry === null || line.row.mid <= 0) return ZERO;
  const exit = priceOfPoints(line.row.mid, line.instrument.precision);
  const outcome = settleOption({ direction, entry: priceOf(entry.price), exit });
  return optionResult({
    outcome,
    stake: amountOf(terms.amount),
    fee: amountOf(terms.fee),
    profit: amountOf(terms.profit),
  }).net;
}

/** What selling a coin at once costs a person: the pair's taker rate at their fee tier. */
export const takerRates =
  (pool: Pool, now: () => number): LedgerCallsDeps['takerRatesOf'] =>
  async (ownBook) => {
    const [terms, { feeDiscount }] = await Promise.all([
      readSpotTerms(pool),
      progressOf(pool, { ...ownBook, at: now() }),
    ]);
    return (asset) => {
      const pair = terms.get(pricedBy(asset));
      return pair && feeRateOf(rateOf(pair.takerRate), rateOf(feeDiscount));
    };
  };

/** Ticks of the past, for reports: where they are no longer kept there is no price. */
export const tapeSources = (history: Pick<History, 'tick' | 'tickBefore'>): Omit<TapePricesDeps, 'pool'> => ({
  tickBefore: (query) => history.tickBefore(query).catch(noneIfThinned),
  tickOf: async (query) => (await history.tick(query).catch(noneIfThinned))?.tick?.tick,
});

function noneIfThinned(error: unknown): undefined {
  if (!(error instanceof ThinnedTickError)) throw error;
}
