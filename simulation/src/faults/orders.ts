/** The calls that move money: where each is sent, and the table an accepted one ends up in. */
export type OrderKind = 'options' | 'contracts' | 'reversals' | 'spot' | 'convert';

export const KINDS: { readonly [kind in OrderKind]: { readonly path: string; readonly table: string } } = {
  options: { path: 'order/buyOptions', table: 'option_orders' },
  contracts: { path: 'order/buyU', table: 'contract_orders' },
  reversals: { path: 'order/reverseU', table: 'contract_orders' },
  spot: { path: 'order/submit', table: 'spot_orders' },
  convert: { path: 'user/dh', table: 'convert_orders' },
};

export const OPEN_POSITIONS = { path: 'order/listUOrder?state=open&limit=100' } as const;

export interface Market {
  readonly code: string;
  readonly price: number;
  readonly precision: number;
}

const INSTRUMENTS = ['BTCUSDT', 'ETHUSDT'] as const;
/** Close enough for the simulated feed to reach within seconds. */
const NEAR = 0.0004;
/** How far trailing stops stay behind. */
const TRAIL = '0.0002';

/** Current prices. */
export async function readMarkets(url: string): Promise<Market[]> {
  const response = await fetch(`${url}/swx/customer/index/listMarketByType?type=2`);
  const { result } = (await response.json()) as { result: Market[] };
  return INSTRUMENTS.map((code) => result.find((row) => row.code === code)).filter((row) => row !== undefined);
}

/** A position that nothing closes by itself. */
export function plainPosition(guest: number): { readonly kind: OrderKind; readonly body: object } {
  const side = guest % 2 === 0 ? 'buy' : 'sell';
  return { kind: 'contracts', body: { code: INSTRUMENTS[0], side, type: 'market', lots: '1', leverage: 5 } };
}

/** The `count`-th order of a user: each kind in turn, with varying figures. */
export function orderOf(request: { guest: number; count: number; markets: readonly Market[] }): {
  kind: OrderKind;
  body: object;
} {
  const { guest, count, markets } = request;
  const market = markets[count % markets.length] ?? { code: 'BTCUSDT', price: 1, precision: 2 };
  const { code, precision } = market;
  const near = (share: number): string => (market.price * (1 + share)).toFixed(precision);
  // Half of the users buy and half sell at the same prices, so that their orders match.
  const buys = guest % 2 === 0;
  switch (count % 4) {
    case 0: {
      const amount = `1${count % 10}.${String(count + 1).padStart(8, '0')}`;
      return { kind: 'options', body: { code, direction: buys ? 'up' : 'down', amount, periodId: 30 } };
    }
    case 1:
      return { kind: 'convert', body: { from: 'USDT', to: code.slice(0, -4), amount: `50.${count + 1}` } };
    case 2: {
      const stops = { stopLoss: near(buys ? -NEAR : NEAR), takeProfit: near(buys ? NEAR : -NEAR) };
      const side = buys ? 'buy' : 'sell';
      // Every other one waits for a breakout and takes half of its profit on the way.
      if (count % 8 === 6) {
        const stopPrice = near(buys ? NEAR / 2 : -NEAR / 2);
        const targets = [{ price: near(buys ? 2 * NEAR : -2 * NEAR), lots: '0.5' }];
        return { kind: 'contracts', body: { code, side, type: 'stop', stopPrice, lots: '1', leverage: 5, targets } };
      }
      const market = { code, side, type: 'market', lots: '1', leverage: 5 };
      // Others close by a trailing stop instead, which a start has to follow anew.
      return {
        kind: 'contracts',
        body: count % 16 === 2 ? { ...market, trailing: { rate: TRAIL } } : { ...market, ...stops },
      };
    }
    default: {
      const quantity = String(Number((10 / market.price).toPrecision(1)));
      const beyond = (share: number): string => near(buys ? share : -share);
      const bought = buys ? { amount: '10' } : { quantity };
      const orders = [
        { type: 'limit', price: near(0), quantity },
        { type: 'stop', stopPrice: beyond(NEAR / 2), ...bought },
        { type: 'trailingStop', trailingRate: TRAIL, ...bought },
        {
          type: 'oco',
          price: beyond(-NEAR),
          stopPrice: beyond(NEAR / 2),
          stopLimitPrice: beyond(2 * NEAR),
          quantity,
        },
      ];
      const order = orders[Math.floor(count / 4) % orders.length];
      return { kind: 'spot', body: { code, side: buys ? 'buy' : 'sell', ...order } };
    }
  }
}
