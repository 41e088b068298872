/** jsonb returns the keys of rows in another order; answers made of them are the same. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { publishKey, tapeKey } from '../../market-data/tape/keys.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { PostgresStore } from '../core/postgres-store.ts';
import type { CoreModule } from '../core/types.ts';
import { Harness } from '../testing/harness.ts';
import { inJsonbOrder } from '../testing/jsonb-order.ts';
import { makeCheckpoint } from './checkpoints.ts';
import { verifyDatabase } from './verify.ts';

const database = withTestDatabase();
const signer = tapeKey(generateKeyPairSync('ed25519').privateKey);

const made = { code: 'EURUSD', precision: 5, inverse: true };
/** Answers as a core does that has loaded its rows, or as a replay does that has made them. */
const quoting = (isLoaded: boolean): CoreModule => ({
  name: 'quoting',
  initial: () => undefined,
  tables: [],
  reduce: () => undefined,
  handlers: {
    'test.quote': () => {
      const convertsBy = isLoaded ? (inJsonbOrder(made) as typeof made) : made;
      return { ok: true, result: { convertsBy }, postings: [], rows: [], events: [] };
    },
  },
  gather: {},
});

test('the order is that of jsonb', async () => {
  const { rows } = await database.pool.query('select $1::jsonb as value', [made]);
  expect(Object.keys(rows[0].value)).toEqual(['code', 'inverse', 'precision']);
  expect(JSON.stringify(inJsonbOrder(made))).toBe(JSON.stringify(rows[0].value));
});

test('a signed log with such an answer is clean, and so is its replay from before', async () => {
  const modules = [...MODULES, quoting(true)];
  const store = new PostgresStore({ connectionString: database.url, modules, encodeTicks, acquireTimeoutMs: 10_000 });
  const harness = new Harness(store, { modules });
  await publishKey(database.pool, signer);
  await harness.sequencer.start();
  await harness.internal('test.quote', {}, 'quote-1');
  const first = await makeCheckpoint(database.pool, { modules, signer, now: harness.now });
  await harness.internal('test.quote', {}, 'quote-2');
  await makeCheckpoint(database.pool, { modules, signer, now: harness.now });
  await harness.sequencer.stop();
  const replaying = [...MODULES, quoting(false)];
  const whole = await verifyDatabase(database.pool, replaying);
  expect(whole.findings).toEqual([]);
  expect(whole.checkpoints).toBe(2);
  expect((await verifyDatabase(database.pool, replaying, { from: first?.seq ?? 0 })).findings).toEqual([]);
});
