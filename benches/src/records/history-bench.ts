import { ZERO } from '@glasshouse/rules/money';
import type { TableSpec } from '@glasshouse/server/kernel/core/types';
import { equityCurve } from '@glasshouse/server/ledger/equity';
import { usdtOnly } from '@glasshouse/server/ledger/valuation';
import type { PageRequest } from '@glasshouse/server/platform/paging';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import { ORDERS_TABLE as CONTRACT_ORDERS } from '@glasshouse/server/products/contracts/rows';
import { ORDERS_TABLE as OPTION_ORDERS } from '@glasshouse/server/products/options/rows';
import { ORDERS_TABLE as SPOT_ORDERS } from '@glasshouse/server/products/spot/rows';
import { orderRows } from '@glasshouse/server/trading/order-pages';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Figure, median, quantile, type Report, readable, targetAtMost } from '../harness/report.ts';
import { startEmbeddedCluster } from '../sequencer/databases.ts';
import { fillStatement, middleDay, READER, STATEMENT_STARTED, timed } from './fill.ts';
import { fillOrders, type OrderTable } from './fill-orders.ts';

const OWN = 1_000_000;
/** Of all people together, of one product. */
const ALL = 10_000_000;
const READS = 40;
const SMOKE = { own: 4_000, all: 8_000, reads: 3 };
const PAGE = 50;
const DAY_MS = 86_400_000;

export const history: Bench = {
  name: 'history',
  about: 'order lists and equity of a person with 10⁶ orders of each product among 10⁷, every filter',
  run,
};

interface Product {
  readonly name: string;
  readonly spec: TableSpec;
  readonly live: readonly string[];
  readonly table: OrderTable;
}

const PRODUCTS: readonly Product[] = [
  {
    name: 'options',
    spec: OPTION_ORDERS,
    live: ['waiting', 'open'],
    table: { table: 'option_orders', ended: 'settled', rare: 'void' },
  },
  {
    name: 'contracts',
    spec: CONTRACT_ORDERS,
    live: ['waiting', 'open'],
    table: { table: 'contract_orders', ended: 'closed', rare: 'liquidated' },
  },
  {
    name: 'spot',
    spec: SPOT_ORDERS,
    live: ['waiting', 'partlyFilled'],
    table: { table: 'spot_orders', ended: 'filled', rare: 'revoked' },
  },
];

async function run({ rounds, isSmoke, print, scale }: BenchOptions): Promise<Report> {
  const own = isSmoke ? SMOKE.own : Math.round(OWN * scale);
  const all = isSmoke ? SMOKE.all : Math.round(ALL * scale);
  const reads = isSmoke ? SMOKE.reads : READS;
  const cluster = await startEmbeddedCluster();
  const url = await cluster.database('history');
  const lines = own;
  await fillStatement(url, lines);
  print('the statement is filled');
  for (const [nth, { table }] of PRODUCTS.entries()) {
    // The first product has all there are; the others as many of one person among as many.
    const filled = await timed(() => fillOrders(url, table, { own, all: nth === 0 ? all : 2 * own }));
    print(`${table.table} after ${readable(filled / 1_000)} s`);
  }
  await cluster.settle();
  const pool = createPool(url, { max: 1, name: 'bench' });
  const ways = { ...waysOf(pool, lines, own), ...equityWays(pool, lines) };
  const names = Object.keys(ways);
  const ours = new Map<string, number[]>(names.map((name) => [name, []]));
  // The first round only warms up connection and compiler.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const durations: number[] = [];
      for (let nth = 0; nth < reads; nth += 1) {
        durations.push(await timed(ways[name]!));
        // What takes seconds is not asked forty times.
        if (1_000 < durations.at(-1)! && 2 < nth) break;
      }
      if (0 < round) ours.get(name)!.push(quantile(durations, 0.99));
      else print(`${name}: ${readable(median(durations))} ms`);
    }
  }
  await pool.end();
  await cluster.stop();
  const figures: Figure[] = names.map((name) => ({ label: `${name}, p99`, unit: 'ms', values: ours.get(name)! }));
  return {
    title: 'Lists of a long history',
    setting: `${own.toLocaleString('en-US')} orders of each product of one person; options of all people ${all.toLocaleString('en-US')}, of the other products twice as many as hers; ${lines.toLocaleString('en-US')} lines of her statement. Pages of ${PAGE} by the calls' own statements, one after the other. ${reads} reads of each kind a round, ${rounds} rounds after one that warms up.`,
    figures,
    targets: figures.map(({ label, values }) =>
      targetAtMost(label, median(values), label.startsWith('equity') ? 2_000 : 250, ' ms'),
    ),
  };
}

type Ways = { readonly [name: string]: () => Promise<unknown> };
const FIRST: PageRequest = { after: undefined, limit: PAGE, from: null, to: null };

function waysOf(pool: Pool, lines: number, own: number): Ways {
  const day = middleDay(lines);
  const middle: PageRequest = { ...FIRST, from: new Date(day.from), to: new Date(day.to) };
  const entries = PRODUCTS.flatMap(({ name, spec, live, table }) => {
    const rows = (filter: { states?: readonly string[]; code?: string }, page: PageRequest) => () =>
      orderRows(pool, { spec, liveStates: live }, { userId: READER, book: 'real', ...filter }, page);
    return [
      [`${name}: first page`, rows({}, FIRST)],
      [`${name}: page in the middle, by its cursor`, rows({}, { ...FIRST, after: [own] })],
      [`${name}: live orders`, rows({ states: live }, FIRST)],
      [`${name}: a day in the middle`, rows({}, middle)],
      [`${name}: an instrument that is rare`, rows({ code: 'XTZUSDT' }, FIRST)],
      [`${name}: an instrument that was never traded`, rows({ code: 'EURUSD' }, FIRST)],
      [`${name}: a state that is rare`, rows({ states: [table.rare] }, FIRST)],
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** The worth of an account over the last month and all time, at the end of what was filled. */
function equityWays(pool: Pool, lines: number): Ways {
  const { to } = middleDay(lines);
  const start = Date.parse(STATEMENT_STARTED);
  const now = start + 2 * (Date.parse(to) - start);
  const deps = {
    pool,
    worthOf: usdtOnly,
    precisionOf: () => 2,
    candles: async () => [],
    unrealisedOf: async () => ZERO,
    owedOf: async () => ZERO,
  };
  const since = (days: number) => () =>
    equityCurve(deps, { userId: READER, book: 'real', from: new Date(now - days * DAY_MS), to: new Date(now), now });
  return { 'equity: a month': since(30), 'equity: all of it': since(36_500) };
}
