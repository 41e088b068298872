import type { CommandInput, CoreState, Json } from '@glasshouse/server/kernel/core/types';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { defaultOptionOffer } from '@glasshouse/server/products/options/offer';
import { seedContracts } from '@glasshouse/server/runtime/seed-contracts';
import { seedLiquidity } from '@glasshouse/server/runtime/seed-liquidity';
import { seedSpot } from '@glasshouse/server/runtime/seed-spot';
import { OPEN_CODES } from '../http/market.ts';

/** Users place orders in turn. */
export const USERS = 10_000;

export type WorkloadName = 'options' | 'contracts' | 'spot';

/** The commands of a bench. */
export interface Workload {
  /** Commands that create terms and fund pools. */
  seed(state: CoreState): CommandInput[];
  /** A first order each user needs, besides an open book. */
  prepare?(userId: number): Order;
  /** Order number `number`. */
  order(number: number): Order;
}

export interface Order {
  readonly type: string;
  readonly body: Json;
}

const INSTRUMENTS = CATALOGUE.filter(({ code }) => OPEN_CODES.includes(code));
/** More than 10,000 users with 100 open options of one USDT can win together. */
const POOL = '10000000';
const house = (id: string, type: string, body: Json): CommandInput => ({ id, userId: 0, book: 'demo', type, body });

const OFFERS = INSTRUMENTS.map((instrument) => defaultOptionOffer(instrument));
const options: Workload = {
  seed: () => [
    ...OFFERS.map((offer) => house(`define:${offer.code}`, 'options.define', offer)),
    house('fund', 'house.fund', { asset: 'USDT', amount: POOL, into: 'pool.options' }),
  ],
  order: (number) => {
    const { code, periods } = OFFERS[number % OFFERS.length]!;
    // The shortest: an instrument with few prices has none of a minute.
    const periodId = periods[0]!.seconds;
    return {
      type: 'options.buy',
      body: { code, direction: number % 2 === 0 ? 'up' : 'down', amount: '1', periodId },
    };
  },
};

/** Market orders on both sides of one instrument; none is closed, as at a market opening. */
const contracts: Workload = {
  seed: (state) => seedContracts(state, INSTRUMENTS),
  order: (number) => ({
    type: 'contracts.buy',
    body: { code: 'BTCUSDT', side: number % 2 === 0 ? 'buy' : 'sell', type: 'market', lots: '0.1', leverage: 10 },
  }),
};

/** There are no ticks here: the coins that everybody starts with are bought at the last price. */
function meetingHouseAtOnce(define: CommandInput): CommandInput {
  const { awaits, ...offer } = define.body as { readonly [field: string]: Json };
  return { ...define, body: offer };
}

/** Every second order rests and the next one fills it: one trade between users per two orders. */
const spot: Workload = {
  seed: (state) => [...seedLiquidity(state), ...seedSpot(state, INSTRUMENTS).map(meetingHouseAtOnce)],
  prepare: () => ({
    type: 'spot.submit',
    body: { ...SPOT, side: 'buy', type: 'market', price: null, quantity: null, amount: '100' },
  }),
  order(number) {
    // Users alternate sides from turn to turn, so that nobody runs out of either asset.
    const turn = Math.floor(number / USERS);
    const side = (number + turn) % 2 === 0 ? 'sell' : 'buy';
    return {
      type: 'spot.submit',
      body: { ...SPOT, side, type: 'limit', price: '10000', quantity: '0.001', amount: null },
    };
  },
};
const SPOT = { code: 'BTCUSDT', timeInForce: null };

export const WORKLOADS: Readonly<Record<WorkloadName, Workload>> = { options, contracts, spot };
