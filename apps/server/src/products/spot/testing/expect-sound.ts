import { userEventData } from '@glasshouse/api/sockets';
import { amountOf } from '@glasshouse/rules/money';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import { parseEntry } from '../../../kernel/core/log-entry.ts';
import { Replay, rowDigest } from '../../../kernel/verify/replay.ts';
import { MODULES } from '../../../runtime/modules.ts';
import { heldAsset, needOf, openOf } from '../rows.ts';
import { spotOf } from '../slice.ts';
import type { SpotFixture } from './fixture.ts';

const orderOfContract = Compile(userEventData['spot.order']);

/** What must hold whatever was done to the market. */
export function expectSound({ harness, store }: SpotFixture): void {
  const { state } = harness.sequencer;
  expect(harness.bugs).toEqual([]);
  for (const { kind, data } of harness.events) {
    if (kind === 'spot.order') expect([...orderOfContract.Errors(data)]).toEqual([]);
  }
  expectConserved(store.accounts.values());
  const needed = new Map<string, bigint>();
  const slice = spotOf(state);
  for (const order of slice.orders.values()) {
    const need = needOf(order, openOf(order));
    expect(amountOf(order.held), `held for order ${order.id}`).toBe(need);
    const key = `u${order.user_id}/${order.book}/${heldAsset(order)}/held`;
    needed.set(key, (needed.get(key) ?? 0n) + need);
  }
  for (const { key, balance } of state.accounts.values()) {
    if (key.endsWith('/held')) expect(balance, key).toBe(needed.get(key) ?? 0n);
    if (key.endsWith('/clearing')) expect(balance, key).toBe(0n);
  }
  for (const book of slice.books.values()) {
    const bid = book.best('buy');
    const ask = book.best('sell');
    if (bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask);
  }
  const replay = new Replay(MODULES);
  for (const { entry } of store.entries) expect(replay.apply(parseEntry(entry)).difference).toBeUndefined();
  const balances = (accounts: typeof state.accounts) =>
    [...accounts.values()].map(({ key, balance }) => `${key} ${balance}`).sort();
  const stored = [...store.accounts.values()].map(({ key, balance }) => `${key} ${balance}`).sort();
  expect(balances(replay.state.accounts)).toEqual(stored);
  for (const [table, rows] of store.rows) {
    for (const row of rows.values()) expect(replay.rows.get(replay.rowId({ table, row }))).toBe(rowDigest(row));
  }
}

function expectConserved(accounts: Iterable<{ key: string; balance: bigint }>): void {
  const sums = new Map<string, bigint>();
  for (const { key, balance } of accounts) {
    const [, book, asset] = key.split('/');
    const scope = `${book}/${asset}`;
    sums.set(scope, (sums.get(scope) ?? 0n) + balance);
  }
  for (const [scope, sum] of sums) expect(sum, scope).toBe(0n);
}
