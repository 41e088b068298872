import type { ResultOf } from '@glasshouse/api';

type Balances = ResultOf<'listBalances'>;

const NOTHING = { held: '0', margin: '0', plan: '0', collateral: '0', inOptions: '0' };

/** A demo book with this much USDT to spend, and these coins, which no price is known of. */
export const balancesOf = (available: string, coins: Readonly<Record<string, string>> = {}): Balances => ({
  items: [
    { book: 'demo', asset: 'USDT', available, ...NOTHING, total: available, valueUsdt: available },
    ...Object.entries(coins).map(([asset, quantity]) => ({
      book: 'demo' as const,
      asset,
      available: quantity,
      ...NOTHING,
      total: quantity,
      valueUsdt: null,
    })),
  ],
  totalUsdt: available,
  owedUsdt: '0',
  netUsdt: available,
});

export const RISK_READ: ResultOf<'getRiskWarning'> = {
  book: 'demo',
  text: 1,
  from: '2025-11-01',
  until: '2026-11-30T01:00:00.000Z',
  accountsMin: 50,
  products: (['options', 'contracts'] as const).map((product) => ({
    product,
    accounts: 0,
    losing: null,
    share: null,
    acknowledged: { product, text: 1, language: 'en', at: '2026-11-30T01:00:00.000Z' },
  })),
};
