import { afterAll, beforeAll } from 'vitest';
import { createPool, type Pool } from './postgres.ts';
import { openScratchDatabase, type ScratchDatabase } from './scratch-database.ts';

/** Most connections that one test file opens through its pool. */
const POOL_MAX = 8;

export interface TestDatabase {
  /** For code that makes its own connections. */
  readonly url: string;
  readonly pool: Pool;
}

/**
 * A fresh, migrated PostgreSQL database for the tests of a file (or of a `describe`), removed
 * afterwards. Call it at the top; use the values inside tests:
 *
 *     const database = withTestDatabase();
 *     test('…', async () => { await database.pool.query('…'); });
 *
 * The tests that share it run in order and see each other's rows; `migrated: false` gives an empty
 * database.
 */
export function withTestDatabase(options: { readonly migrated?: boolean } = {}): TestDatabase {
  let opened: { readonly scratch: ScratchDatabase; readonly pool: Pool } | undefined;
  beforeAll(async () => {
    const scratch = await openScratchDatabase(options);
    opened = { scratch, pool: createPool(scratch.url, { max: POOL_MAX, name: 'test' }) };
  });
  afterAll(async () => {
    await opened?.pool.end();
    await opened?.scratch.drop();
  });
  const current = () => {
    if (opened === undefined) throw new Error('The test database exists only while tests run.');
    return opened;
  };
  return {
    get url() {
      return current().scratch.url;
    },
    get pool() {
      return current().pool;
    },
  };
}
