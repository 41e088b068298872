import { add, amountOf, ZERO } from '@glasshouse/rules/money';
import { SHIPPED } from '../figures/figures.ts';
import type { EquityDeps } from '../ledger/equity.ts';
import type { TapePricesDeps } from '../ledger/tax/tape-prices.ts';
import { marketValues } from '../ledger/valuation.ts';
import type { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';
import type { Pool } from '../platform/postgres.ts';
import { ordersOf as contractOrdersOf, type Surroundings } from '../products/contracts/queries.ts';
import { interestOwed } from '../products/loans/queries.ts';
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
    unrealisedOf: async (of) => {
      const page = { after: undefined, limit: SHIPPED['contracts.openOrdersMax'], from: null, to: null };
      const { items } = await contractOrdersOf(pool, { ...of, states: ['open'] }, page, around);
      return items.reduce((sum, { unrealised }) => (unrealised === null ? sum : add(sum, amountOf(unrealised))), ZERO);
    },
    interestOwedOf: (of) => interestOwed(pool, { ...of, now: around.now() }),
  };
}

/** Ticks of the past, for reports. */
export const tapeSources = (history: Pick<History, 'tick' | 'tickBefore'>): Omit<TapePricesDeps, 'pool'> => ({
  tickBefore: (of) => history.tickBefore(of),
  tickOf: async (of) => (await history.tick(of))?.tick?.tick,
});
