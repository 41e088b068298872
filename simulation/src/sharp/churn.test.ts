/**
 * What a fee tier needs must have been paid by the time that it is reached, whatever is traded and
 * however cheap the volume, and a demo reset must take it back.
 */
import { VOLUME_SOURCES } from '@glasshouse/server/money/fee-tiers/volume';
import { expect, test } from 'vitest';
import { bargains, CHURNS, churn } from './churn.ts';

const HIGHEST = 5;

test.each<[keyof typeof CHURNS, reaches: number]>([
  ['contracts', HIGHEST],
  ['options that are settled', 2],
  // Neither the house's edge nor its margin is a fee.
  ['options without a fee', 0],
  ['options that are void', 0],
  ['spot at the house’s quotes', 2],
  ['spot between two accounts of one’s own', 2],
  ['conversions', 0],
])('%s: a tier costs what it needs, and a reset takes it back', async (method, reaches) => {
  const { reached, afterReset } = await churn(CHURNS[method], VOLUME_SOURCES, reaches || HIGHEST);
  expect(Math.max(...(reached.at(-1)?.levels ?? []))).toBe(reaches);
  expect(bargains(reached)).toEqual([]);
  expect(afterReset).toEqual([0, 0]);
});

type Broken = (sql: string) => string;
const again: Broken = (sql) =>
  sql
    .replace(/([sf])\.seq > \$1/, (_, table) => `${table}.seq > $1 - 1000000`)
    .replace('between $3 and', "between $3::timestamptz - interval '1 day' and");

test.each<[string, keyof typeof CHURNS, Broken]>([
  // A thousandth of what was traded, as tiers by volume had it.
  [
    'tiers that follow volume',
    'contracts',
    (sql) => sql.replace('sum(s.fee)', 'sum(s.lots * o.lot_size * s.points / 100000000)'),
  ],
  ['fees that are counted in each run again', 'contracts', again],
  ['fees of the other side of the trade too', 'contracts', (sql) => sql.replace('sum(s.fee)', '2 * sum(s.fee)')],
  ['tiers that follow stakes', 'options without a fee', (sql) => sql.replace('sum(fee)', 'sum(stake * 0.05)')],
  [
    'fees of options that were void',
    'options that are void',
    (sql) => sql.replace("= 'settled'", "in ('settled', 'void')"),
  ],
  ['fees of both directions for each', 'options that are settled', (sql) => sql.replace('sum(fee)', '2 * sum(fee)')],
  [
    'tiers that follow what was bought',
    'spot at the house’s quotes',
    (sql) => sql.replace('sum(f.fee', 'sum(f.amount * 0.01'),
  ],
  [
    'fees of both sides for each',
    'spot between two accounts of one’s own',
    (sql) => sql.replace('sum(f.fee', 'sum(2 * f.fee'),
  ],
  ['fills that are counted in each run again', 'spot between two accounts of one’s own', again],
  [
    'conversions that count as a fee',
    'conversions',
    (sql) => sql.replace('0 as fees', 'sum(value_usdt) * 0.01 as fees'),
  ],
])('the churner finds %s', async (_name, method, broken) => {
  const { product } = CHURNS[method];
  const sources = VOLUME_SOURCES.map((source) =>
    source.product === product ? { ...source, sql: broken(source.sql) } : source,
  );
  expect(sources).not.toEqual(VOLUME_SOURCES);
  const { reached } = await churn(CHURNS[method], sources, HIGHEST);
  expect(bargains(reached)).not.toEqual([]);
});
