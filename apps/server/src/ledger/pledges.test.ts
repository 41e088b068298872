/** A pledge that is sold has proceeds and a cost, coin by coin; and what was borrowed is owed. */
import { amountOf, ZERO } from '@glasshouse/rules/money';
import { beforeAll, expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { costFollower } from './cost-follow.ts';
import { costStepsOf } from './cost-reads.ts';
import { equityCurve } from './equity.ts';
import { profitTotals } from './profit.ts';

const USER = 7;
const ownBook = { userId: USER, book: 'real' as const };
const START = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;
const NOW = START + 100 * MINUTE_MS;
const database = withTestDatabase();

/** Accounts of the person first, then of the house. */
const ACCOUNTS = [
  [USER, 'USDT', 'available', '33990'],
  [USER, 'BTC', 'collateral', '0.5'],
  [USER, 'ETH', 'collateral', '5'],
  [0, 'USDT', 'house', '0'],
  [0, 'BTC', 'house', '0'],
  [0, 'ETH', 'house', '0'],
] as const;
type Line = readonly [from: 'person' | 'house', asset: string, amount: string, reason: string];
/** One log entry every ten minutes. */
const ENTRIES: readonly (readonly Line[])[] = [
  [['house', 'USDT', '60000', 'deposit.credit']],
  [
    ['person', 'USDT', '40000', 'spot.buy'],
    ['house', 'BTC', '1', 'spot.buy'],
  ],
  [
    ['person', 'USDT', '20000', 'spot.buy'],
    ['house', 'ETH', '10', 'spot.buy'],
  ],
  [['house', 'USDT', '30000', 'loans.payout']],
  [
    ['person', 'BTC', '0.5', 'loans.sale'],
    ['house', 'USDT', '25000', 'loans.proceeds'],
    ['person', 'ETH', '5', 'loans.sale'],
    ['house', 'USDT', '9000', 'loans.proceeds'],
    ['person', 'USDT', '10', 'loans.interest'],
    ['person', 'USDT', '30000', 'loans.principal'],
  ],
];

beforeAll(async () => {
  const { pool } = database;
  for (const [index, [owner, asset, kind, balance]] of ACCOUNTS.entries()) {
    await pool.query("insert into accounts values ($1, $2, 'real', $3, $4, $5)", [
      index + 1,
      owner,
      asset,
      kind,
      balance,
    ]);
  }
  const accountOf = (owner: number, asset: string) =>
    ACCOUNTS.findIndex(([own, name]) => own === owner && name === asset) + 1;
  for (const [entry, lines] of ENTRIES.entries()) {
    const at = new Date(START + entry * 10 * MINUTE_MS);
    for (const [idx, [from, asset, amount, reason]] of lines.entries()) {
      const ends = [accountOf(USER, asset), accountOf(0, asset)];
      const [fromId, toId] = from === 'person' ? ends : ends.toReversed();
      await pool.query(
        `insert into postings (seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, ref, user_id, book, asset, at)
         values ($1, $2, $3, $4, $5, 0, 0, $6, $7, $8, 'real', $9, $10)`,
        [entry + 1, idx, fromId, toId, amount, reason, String(entry < 4 ? entry + 1 : 4), USER, asset, at],
      );
    }
  }
});

test('each coin of a pledge has its own proceeds, cost and profit', async () => {
  const { pool } = database;
  const range = { ...ownBook, kind: 'loans' as const, from: null, to: null };
  const totals = await profitTotals({ pool, follow: costFollower(pool) }, range);
  expect(totals).toMatchObject([
    { asset: 'BTC', averageCost: { quantity: '0.5', proceeds: '25000', cost: '20000', profit: '5000' } },
    { asset: 'ETH', averageCost: { quantity: '5', proceeds: '9000', cost: '10000', profit: '-1000' } },
    { asset: 'USDT', realised: '34000', fees: '10' },
  ]);
  const page = { after: undefined, limit: 2, from: null, to: null };
  const { items } = await costStepsOf(pool, { ...ownBook, asset: undefined }, page);
  expect(items).toMatchObject([
    { kind: 'loans', ref: '4', asset: 'ETH', basis: 'usdt', value: '9000', quantityAfter: '5', costAfter: '10000' },
    { kind: 'loans', ref: '4', asset: 'BTC', basis: 'usdt', value: '25000', quantityAfter: '0.5', costAfter: '20000' },
  ]);
});

test('yield in a coin costs what it was worth when it came, a penalty leaves at its cost', async () => {
  const { pool } = database;
  const otherBook = { userId: 8, book: 'real' as const };
  await pool.query(
    `insert into accounts values (21, 8, 'real', 'ETH', 'available', 5.4), (22, 0, 'real', 'ETH', 'pool.plan1', 0)`,
  );
  const lines = [
    [11, 0, 22, 21, '5', 'adjust.credit', '11'],
    [12, 0, 22, 21, '0.5', 'plans.yield', '9'],
    [12, 1, 21, 22, '0.1', 'plans.penalty', '9'],
  ];
  for (const [seq, idx, from, to, amount, reason, ref] of lines) {
    await pool.query(
      `insert into postings (seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, ref, user_id, book, asset, at)
       values ($1, $2, $3, $4, $5, 0, 0, $6, $7, 8, 'real', 'ETH', $8)`,
      [seq, idx, from, to, amount, reason, ref, new Date(NOW)],
    );
  }
  const requests: unknown[] = [];
  const worthThen = async (at: unknown) => {
    requests.push(at);
    return amountOf('1100');
  };
  expect(await costFollower(pool, { worthThen })(otherBook)).toBe(true);
  expect(requests).toEqual([{ asset: 'ETH', amount: amountOf('0.5'), at: NOW }]);
  const page = { after: undefined, limit: 3, from: null, to: null };
  const { items } = await costStepsOf(pool, { ...otherBook, asset: 'ETH' }, page);
  expect(items).toMatchObject([
    { quantity: '-0.1', basis: 'carried', cost: '20', profit: '0', costAfter: '1080' },
    { quantity: '0.5', basis: 'ticks', value: '1100', cost: '1100', costAfter: '1100' },
    { quantity: '5', basis: 'none', costAfter: '0' },
  ]);
});

test('what was borrowed is subtracted while it is owed, and now with its interest', async () => {
  const deps = {
    pool: database.pool,
    worthOf: (asset: string, amount: typeof ZERO) => (asset === 'USDT' ? amount : ZERO),
    precisionOf: () => undefined,
    candles: async () => [],
    unrealisedOf: async () => ZERO,
    owedOf: async () => amountOf('5'),
  };
  const curve = (await equityCurve(deps, { ...ownBook, from: new Date(START), to: new Date(NOW), now: NOW })) ?? [];
  const at = (minute: number) => curve.find((point) => Date.parse(point.at) === START + minute * MINUTE_MS)?.value;
  // Coins have no price here: only what is held and owed in USDT counts.
  expect([at(5), at(25), at(35), at(45), curve.at(-1)?.value]).toEqual(['60000', '0', '0', '33990', '33985']);
});
