/** Effects apply all or nothing, and an illegal posting is found before anything moves. */
import type { Amount } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { houseAccount, keyOf, mayBeNegative, partsOf, userAccount } from './accounts.ts';
import { applyEffects, balanceOf, createState, evictResidents } from './state.ts';
import type { Command, CoreModule, Posting } from './types.ts';

const command: Command = { seq: 1, id: '1:k', userId: 1, book: 'demo', type: 't', body: null, facts: null, at: 1 };
const external = houseAccount('demo', 'USDT', 'external');
const available = userAccount(1, 'demo', 'USDT', 'available');
const held = userAccount(1, 'demo', 'USDT', 'held');
const post = (from: Posting['from'], to: Posting['to'], amount: bigint): Posting => ({
  from,
  to,
  amount: amount as Amount,
  reason: 'test',
  ref: null,
});
const apply = (state: ReturnType<typeof createState>, ...postings: Posting[]) =>
  applyEffects(state, command, { postings, rows: [], events: [] });

test('keys and their parts', () => {
  expect(partsOf(available)).toEqual({ owner: 1, book: 'demo', asset: 'USDT', kind: 'available' });
  expect(partsOf(external)).toEqual({ owner: 0, book: 'demo', asset: 'USDT', kind: 'external' });
  for (const key of [available, external, houseAccount('real', 'BTC', 'pool.options')])
    expect(keyOf(partsOf(key))).toBe(key);
  expect(mayBeNegative(partsOf(external))).toBe(true);
  expect(mayBeNegative(partsOf(houseAccount('demo', 'USDT', 'capital')))).toBe(false);
  expect(mayBeNegative(partsOf(available))).toBe(false);
});

test('lines carry the balances after each of them', () => {
  const state = createState([]);
  const lines = apply(state, post(external, available, 10n), post(available, held, 4n));
  expect(lines.map((line) => [line.fromBalance, line.toBalance, line.userId])).toEqual([
    [-10n, 10n, 1],
    [6n, 4n, 1],
  ]);
});

test.each([
  ['overdraws', [post(external, available, 5n), post(available, held, 6n)]],
  [
    'overdraws between two postings, though the sum would be right',
    [post(available, held, 1n), post(external, available, 1n)],
  ],
  ['moves nothing', [post(external, available, 0n)]],
  ['moves backwards', [post(external, available, -1n)]],
  ['goes to itself', [post(external, available, 1n), post(available, available, 1n)]],
  ['changes the book', [post(external, userAccount(1, 'real', 'USDT', 'available'), 1n)]],
  ['changes the asset', [post(external, userAccount(1, 'demo', 'BTC', 'available'), 1n)]],
  [
    'goes from one user to another',
    [post(external, available, 1n), post(available, userAccount(2, 'demo', 'USDT', 'available'), 1n)],
  ],
])('a posting that %s throws and changes nothing', (_name, postings) => {
  const state = createState([]);
  expect(() => apply(state, ...postings)).toThrow();
  expect([state.accounts.size, state.residents.size, state.nextAccountId]).toEqual([0, 0, 1]);
  // For existing accounts too.
  apply(state, post(external, available, 7n), post(available, held, 2n));
  const balances = [...state.accounts.values()].map(({ id, key, balance }) => [id, key, balance]);
  const doomed = post(held, held, 1n);
  expect(() => apply(state, post(held, available, 1n), post(available, external, 3n), doomed)).toThrow();
  expect([...state.accounts.values()].map(({ id, key, balance }) => [id, key, balance])).toEqual(balances);
});

test('the least recently used are evicted, but nobody with something live or not yet durable', () => {
  const live = new Set([2]);
  const module: CoreModule = {
    name: 'm',
    initial: () => ({}),
    tables: [],
    reduce: () => {},
    handlers: {},
    gather: {},
    isLive: (_slice, user) => live.has(user),
  };
  const state = createState([module]);
  for (const user of [1, 2, 3, 4, 5]) apply(state, post(external, userAccount(user, 'demo', 'USDT', 'available'), 7n));
  expect(evictResidents(state, { residentsMax: 2, checkMax: 100, keep: (user) => user === 1 })).toBe(3);
  expect([...state.residents.keys()].sort()).toEqual([1, 2]);
  expect(balanceOf(state, userAccount(3, 'demo', 'USDT', 'available'))).toBe(0n);
  expect(balanceOf(state, userAccount(2, 'demo', 'USDT', 'available'))).toBe(7n);
});
