/** Balances include every posting collected so far, whenever they are read. */
import { type Amount, amountOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { createState, putAccount } from '../../kernel/core/state.ts';
import type { Command } from '../../kernel/core/types.ts';
import { accountsOf, ContractEffects } from './contract-effects.ts';
import type { ContractOrder } from './rows.ts';

const command: Command = { seq: 1, id: '1:k', userId: 1, book: 'demo', type: 't', body: null, facts: null, at: 1 };
const order = { id: 5, user_id: 1, book: 'demo', asset: 'USDT' } as ContractOrder;

function collected(): {
  effects: ContractEffects;
  post: (from: 'pool' | 'capital', to: 'pool' | 'capital', amount: string) => void;
} {
  const state = createState([]);
  const accounts = accountsOf(order);
  putAccount(state, { id: 1, key: accounts.pool, owner: 0, balance: amountOf('100') });
  putAccount(state, { id: 2, key: accounts.capital, owner: 0, balance: amountOf('50') });
  const effects = new ContractEffects(state, command);
  return {
    effects,
    post: (from, to, amount) =>
      effects.post({ from: accounts[from], to: accounts[to], amount: amountOf(amount), reason: 'test', order }),
  };
}

const both = (effects: ContractEffects): Amount[] => [
  effects.balance(accountsOf(order).pool),
  effects.balance(accountsOf(order).capital),
];

test('read before, between and after postings', () => {
  const { effects, post } = collected();
  post('pool', 'capital', '30');
  expect(both(effects)).toEqual([amountOf('70'), amountOf('80')]);
  post('capital', 'pool', '5');
  post('capital', 'pool', '0');
  expect(both(effects)).toEqual([amountOf('75'), amountOf('75')]);
  expect(effects.toEffects().postings).toHaveLength(2);
});

test('one account read early, the other late', () => {
  const { effects, post } = collected();
  expect(effects.balance(accountsOf(order).pool)).toBe(amountOf('100'));
  post('pool', 'capital', '30');
  post('capital', 'pool', '1');
  expect(both(effects)).toEqual([amountOf('71'), amountOf('79')]);
});

test('accounts follow the owner, book and asset of the order', () => {
  const otherOrder = { user_id: 2, book: 'real', asset: 'BTC' } as const;
  expect(accountsOf(order)).toMatchObject({ margin: 'u1/demo/USDT/margin', pool: 'house/demo/USDT/pool.contracts' });
  expect(accountsOf(otherOrder)).toMatchObject({ margin: 'u2/real/BTC/margin', pool: 'house/real/BTC/pool.contracts' });
  expect(accountsOf(order)).toMatchObject({ available: 'u1/demo/USDT/available', fees: 'house/demo/USDT/fees' });
});
