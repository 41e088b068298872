import { amountOf } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '@glasshouse/server/core/accounts';
import type { CoreModule } from '@glasshouse/server/core/types';

/** Puts money on the real book, which no product of this release can do yet: without it no real order could be bought. */
export const depositsModule: CoreModule<Record<string, never>> = {
  name: 'simulation',
  initial: () => ({}),
  tables: [],
  reduce: () => {},
  handlers: {
    'simulation.deposit': (_state, { userId, book, seq, body }) => ({
      ok: true,
      result: null,
      rows: [],
      events: [],
      postings: [
        {
          from: houseAccount(book, 'USDT', 'external'),
          to: userAccount(userId, book, 'USDT', 'available'),
          amount: amountOf((body as { amount: string }).amount),
          reason: 'simulation.deposit',
          ref: String(seq),
        },
      ],
    }),
  },
  internal: ['simulation.deposit'],
};
