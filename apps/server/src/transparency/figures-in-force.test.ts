import { expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { figuresInForce } from './figures-in-force.ts';

const database = withTestDatabase();

const adopt = (edition: number, figures: object) =>
  database.pool.query('insert into rules_adopted values ($1, 3, $2, $3, to_timestamp($4))', [
    edition,
    figures,
    edition * 10,
    1_700_000_000 + edition,
  ]);

test('each figure is told with the entry since which it holds, and what operators set is not', async () => {
  await adopt(1, { 'demo.grant': '100000', 'spot.feeRateMax': '0.004', 'parameter.deposit.xpubs': {} });
  await adopt(2, { 'demo.grant': '50000', 'spot.feeRateMax': '0.004', 'parameter.deposit.xpubs': {} });
  await adopt(3, { 'demo.grant': '50000', 'spot.feeRateMax': '0.004', 'contracts.openOrdersMax': 100 });
  const { rules, figures } = await figuresInForce(database.pool);
  expect(rules).toBe(3);
  expect(figures).toEqual([
    // It was so before the log said it.
    { name: 'contracts.openOrdersMax', value: '100', entry: null, since: null },
    { name: 'demo.grant', value: '50000', entry: 20, since: '2023-11-14T22:13:22.000Z' },
    { name: 'spot.feeRateMax', value: '0.004', entry: 10, since: '2023-11-14T22:13:21.000Z' },
  ]);
});

test('a figure that never changed holds since the beginning', async () => {
  await database.pool.query('truncate rules_adopted');
  await adopt(1, { 'demo.grant': '100000' });
  expect((await figuresInForce(database.pool)).figures).toEqual([
    { name: 'demo.grant', value: '100000', entry: null, since: null },
  ]);
});

test('changes of terms are announced until they are in force', async () => {
  const { pool } = database;
  await pool.query(`set session_replication_role = 'replica'`);
  await pool.query(
    `insert into terms_changes (id, product, code, fields, effective_from, state, asked_by, asked_at, ended_at, version)
     values (41, 'contracts', 'BTCUSDT', '{"feeRate": "0.0007"}', '2030-01-01T00:00:00Z', 'scheduled', 1, now(), null, null),
            (42, 'contracts', 'BTCUSDT', '{"feeRate": "0.0006"}', '2020-01-01T00:00:00Z', 'applied', 1, now(), now(), 2)`,
  );
  expect((await figuresInForce(pool)).announced).toEqual([
    {
      entry: 41,
      product: 'contracts',
      code: 'BTCUSDT',
      from: '2030-01-01T00:00:00.000Z',
      fields: [{ name: 'feeRate', value: '0.0007' }],
    },
  ]);
});
