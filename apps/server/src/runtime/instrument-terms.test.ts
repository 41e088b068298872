import { expect, test } from 'vitest';
import type { Pool } from '../platform/postgres.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import type { OptionTerms } from '../products/options/terms.ts';
import { readInstrumentTerms } from './instrument-terms.ts';
import type { Instruments } from './instruments.ts';

const database = withTestDatabase();
const CODE = 'BTCUSDT';
const EVERY_MS = 20;
/** Asked about contracts only, which this database has none of. */
const NO_INSTRUMENTS = {} as Instruments;

const termsOfVersion = (version: number): OptionTerms => ({
  code: CODE,
  version,
  precision: 2,
  asset: 'USDT',
  gapLimitMs: 1_000,
  stalenessMs: 1_000,
  exposureMax: '1000',
  periods: [],
});

const store = (version: number) =>
  database.pool.query(
    `insert into option_terms values ($1, $2, $3)
       on conflict (code) do update set version = excluded.version, terms = excluded.terms`,
    [CODE, version, JSON.stringify(termsOfVersion(version))],
  );

test('a change is shown soon; while nothing changes, only versions are read', async () => {
  const reads = { versions: 0, terms: 0 };
  const counted = {
    query: (text: string) => {
      reads[text.includes('sum(version)') ? 'versions' : 'terms'] += 1;
      return database.pool.query(text);
    },
  } as unknown as Pool;
  const failures: Error[] = [];
  await store(1);
  const terms = await readInstrumentTerms(counted, NO_INSTRUMENTS, (error) => failures.push(error), EVERY_MS);
  const shown = () => terms.termsOf({ code: CODE }, 'demo').options.termsVersion;
  try {
    expect(shown()).toBe(1);
    const { terms: first } = reads;
    await expect.poll(() => reads.versions).toBeGreaterThan(4);
    expect(reads.terms).toBe(first);
    await store(2);
    await expect.poll(shown).toBe(2);
  } finally {
    await terms.stop();
  }
  expect(failures).toEqual([]);
});
