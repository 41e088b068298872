import { amountOf } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '@glasshouse/server/kernel/core/accounts';
import type { Command, CoreModule } from '@glasshouse/server/kernel/core/types';

type Deposit = { readonly amount: string; readonly asset: string };

/**
 * Credits money and coins on either book; otherwise nobody could trade on the real book or sell
 * coins they never bought.
 */
export const depositsModule: CoreModule<{
  readonly 'simulation.deposit': { readonly body: Deposit; readonly facts: null };
}> = {
  name: 'simulation',
  initial: () => ({}),
  tables: [],
  reduce: () => {},
  handlers: {
    'simulation.deposit': (_state, { userId, book, seq, body }: Command<Deposit>) => ({
      ok: true,
      result: null,
      rows: [],
      events: [],
      postings: [
        {
          from: houseAccount(book, body.asset, 'external'),
          to: userAccount(userId, book, body.asset, 'available'),
          amount: amountOf(body.amount),
          reason: 'simulation.deposit',
          ref: String(seq),
        },
      ],
    }),
  },
  gather: {},
  internal: ['simulation.deposit'],
};
