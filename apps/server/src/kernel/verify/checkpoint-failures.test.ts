/**
 * A state that could not be signed costs that run, and neither the thread nor a connection.
 */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { tapeKey } from '../../market-data/tape/keys.ts';
import type { Pool } from '../../platform/postgres.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { MODULES } from '../../runtime/modules.ts';
import { makeCheckpoint } from './checkpoints.ts';
import { packed } from './state-file.ts';

const database = withTestDatabase();
const signer = tapeKey(generateKeyPairSync('ed25519').privateKey);

test('a second connection that is refused gives the first one back', async () => {
  const { pool } = database;
  let opened = 0;
  const connect = async () => {
    opened += 1;
    if (opened === 2) throw new Error('EMFILE: too many open files');
    return pool.connect();
  };
  const made = makeCheckpoint({ connect } as unknown as Pool, { modules: MODULES, signer, now: 0 });
  await expect(made).rejects.toThrow('EMFILE');
  expect(pool.totalCount).toBe(1);
  expect(pool.idleCount).toBe(1);
});

test('a page that cannot be read is an error of the reader of the state', async () => {
  async function* lines(): AsyncGenerator<string> {
    yield 'head\n';
    throw new Error('the connection was lost');
  }
  const read = async () => {
    for await (const bytes of packed(lines())) expect(bytes).toBeInstanceOf(Buffer);
  };
  await expect(read()).rejects.toThrow('the connection was lost');
});
