import { expect, test } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { reconcile } from './reconciliation.ts';

const database = withTestDatabase();
const NOW = Date.parse('2026-01-05T12:00:00Z');

test('what lies on a chain is never pushed out by the many coins of the house', async () => {
  const { pool } = database;
  await pool.query(
    `insert into accounts (id, owner, book, asset, kind, balance)
     select 9000 + n, 0, 'real', 'A' || lpad(n::text, 4, '0'), 'external', -1 from generate_series(1, 250) n`,
  );
  const seen = { network: 'TRC20', asset: 'USDT', balance: '5', addresses: 1, at: NOW };
  const { assets } = await reconcile(pool, async () => [seen], NOW);
  expect(assets).toHaveLength(200);
  expect(assets[0]).toMatchObject({ symbol: 'USDT', ledger: '0', onChain: '5', difference: '5' });
  expect(assets[1]?.symbol).toBe('A0001');
});

test('funds of the house are what its lines say, and what nobody booked is a difference', async () => {
  const { pool } = database;
  await pool.query(
    `insert into accounts (id, owner, book, asset, kind, balance) values
       (1, 0, 'real', 'ETH', 'external', -30), (2, 0, 'real', 'ETH', 'capital', 12), (3, 7, 'real', 'ETH', 'available', 18)`,
  );
  const line = `insert into postings (seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, ref, user_id, book, asset, at)
                values ($1, 0, $2, $3, $4, 0, 0, $5, null, $6, 'real', 'ETH', now())`;
  await pool.query(
    `insert into command_log (seq, command_id, user_id, type, code, at, entry, hash)
     select n, 'line' || n, 7, 'test', 200, now(), '{}', sha256(int8send(n)) from generate_series(1::bigint, 4) n`,
  );
  for (const values of [
    [1, 1, 2, '15', 'house.capital', 0],
    [2, 2, 1, '3', 'house.draw', 0],
    [3, 1, 3, '10', 'deposit.credit', 7],
    // Somebody's balance that no deposit explains.
    [4, 1, 3, '8', 'deposit.credit', 7],
  ]) {
    await pool.query(line, values);
  }
  await pool.query(
    `insert into deposits (id, user_id, book, method, asset, network, state, arrived, credited, frozen, owed, output, simulated, steps, placed_at, closed_at, settled)
     values (3, 7, 'real', 'crypto', 'ETH', 'ERC20', 'approved', 10, 10, 0, 0, 0, false, '[]', now(), now(), false)`,
  );
  const seen = { network: 'ERC20', asset: 'ETH', balance: '10', addresses: 1, at: NOW };
  const { assets } = await reconcile(pool, async () => [seen], NOW);
  expect(assets[0]).toMatchObject({
    symbol: 'ETH',
    ledger: '30',
    parts: [{ part: 'houseFunds', amount: '-12' }],
    difference: '-8',
  });
});
