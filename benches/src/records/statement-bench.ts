import { ZERO } from '@glasshouse/rules/money';
import type { CoreBus } from '@glasshouse/server/kernel/core/bus';
import { ledgerCalls } from '@glasshouse/server/ledger/routes';
import { usdtOnly } from '@glasshouse/server/ledger/valuation';
import { createLooks } from '@glasshouse/server/operator/looks';
import { operatorUserCalls } from '@glasshouse/server/operator/users/routes';
import { createSessionStore } from '@glasshouse/server/people/auth/sessions';
import { systemClock } from '@glasshouse/server/platform/clock';
import { masterKeyOf } from '@glasshouse/server/platform/master-key';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Figure, median, quantile, type Report, ratio, readable, targetAtMost } from '../harness/report.ts';
import { startEmbeddedCluster } from '../sequencer/databases.ts';
import { middleDay, READER, statementDatabase, timed } from './fill.ts';

const LINES = 1_000_000;
const READS = 200;
const SMOKE = { lines: 8_000, reads: 10 };
const PAGE = 50;
/** The peer skips half a million lines for each. */
const SKIPS = 3;

export const statement: Bench = {
  name: 'statement',
  about: 'pages of a statement with 10⁶ lines, for its owner and for an operator, compared with offsets',
  run,
};

type Query = { readonly book: 'real'; readonly limit: number; readonly [field: string]: string | number };
type Items = { readonly items: readonly { readonly id: string }[]; readonly next: string | null };
type Read = (query: Query) => Promise<Items>;

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const lines = isSmoke ? SMOKE.lines : LINES;
  const reads = isSmoke ? SMOKE.reads : READS;
  const cluster = await startEmbeddedCluster();
  let url = '';
  const filled = await timed(async () => {
    url = await statementDatabase(cluster, lines);
  });
  print(`${readable(lines)} lines after ${readable(filled / 1_000)} s`);
  const pool = createPool(url, { max: 1, name: 'bench' });
  const { owner, operator } = readersOf(pool);
  const first: Query = { book: 'real', limit: PAGE };
  const cursor = await middleOf(pool, lines);
  const ways: { readonly [name: string]: () => Promise<Items> } = {
    'first page, its owner': () => owner(first),
    'first page, an operator': () => operator(first),
    'first page of an asset': () => owner({ ...first, asset: 'BTC' }),
    'first page of a reason': () => owner({ ...first, reason: 'spot.hold' }),
    'first page of a day in the middle': () => owner({ ...first, ...middleDay(lines) }),
    'page in the middle, by its cursor': () => owner({ ...first, cursor }),
  };
  const names = Object.keys(ways);
  for (const name of names) {
    const { items } = await ways[name]!();
    if (items.length !== PAGE) throw new Error(`${name}: ${items.length} lines`);
  }
  const ours = new Map<string, number[]>(names.map((name) => [name, []]));
  const times = { middle: [] as number[], skips: [] as number[], limit: [] as number[] };
  // The first round only warms up connection and compiler.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const durations: number[] = [];
      for (let nth = 0; nth < reads; nth += 1) durations.push(await timed(ways[name]!));
      if (round === 0) continue;
      ours.get(name)!.push(quantile(durations, 0.99));
      if (name === names.at(-1)) times.middle.push(median(durations));
    }
    if (round === 0) continue;
    times.limit.push(median(await many(reads, () => bareRows(pool))));
    times.skips.push(median(await many(SKIPS, () => skipped(pool, lines / 2))));
    const worst = Math.max(...names.map((name) => ours.get(name)!.at(-1)!));
    print(`round ${round}: slowest ${readable(worst)} ms at the 99th percentile`);
  }
  await pool.end();
  await cluster.stop();

  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'ms', values });
  const middle = figure('Glasshouse: page in the middle, median', times.middle);
  const skips = figure('the same page by an offset, median', times.skips);
  return {
    title: 'A long statement',
    setting: `${lines.toLocaleString('en-US')} lines of one person among as many of others; pages of ${PAGE} by the calls' own handlers, one after the other, from the embedded database. The operator's look is on record already. ${reads} reads of each kind a round. The peer asks for the page in the middle by its offset. ${rounds} rounds after one that warms up.`,
    figures: [
      ...names.map((name) => figure(`Glasshouse: ${name}, p99`, ours.get(name)!)),
      middle,
      skips,
      figure('limit: as many postings by the index alone, median', times.limit),
    ],
    targets: [
      ...names.map((name) => targetAtMost(`${name}, p99`, median(ours.get(name)!), 20, ' ms')),
      targetAtMost('page in the middle compared with an offset', ratio(middle, skips), 0.1, ' ×'),
    ],
  };
}

/** The calls of both sides, as the server makes them; no command is part of what is measured. */
function readersOf(pool: Pool): { readonly owner: Read; readonly operator: Read } {
  const now = Date.now;
  const bus: CoreBus = {
    submit: async () => ({ seq: 1, code: 200, result: null }),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const shared = { pool, bus, now, worthOf: usdtOnly };
  const ledger = ledgerCalls({
    ...shared,
    assetOfMarket: () => undefined,
    precisionOf: () => 2,
    candles: async () => [],
    unrealisedOf: async () => ZERO,
    takerRatesOf: async () => () => undefined,
    owedOf: async () => ZERO,
  });
  const operators = operatorUserCalls({
    ...shared,
    masterKey: masterKeyOf('00'.repeat(32)),
    sessions: createSessionStore({ pool, clock: systemClock }),
    looks: createLooks({ bus, now }),
  });
  const where = {
    language: 'en',
    visitor: undefined,
    ip: '127.0.0.1',
    userAgent: 'bench',
    commandId: 'bench',
  } as const;
  const caller = { userId: READER, sessionId: 1, kind: 'user', status: 'active', hasWeight: true } as const;
  const stamp = () => ({ operator: 1, session: 1, device: 'bench', credential: 'bench', address: '127.0.0.1' });
  const operator = { operator: undefined, sessionId: 1, token: undefined, device: 'bench', keepToken: () => {} };
  return {
    owner: async (query) => {
      const context = { ...where, caller, book: query.book };
      return resultOf(await ledger.listStatement!({ params: {}, query, body: {} } as never, context));
    },
    operator: async (query) => {
      const input = { params: { id: String(READER) }, query, body: {} };
      return resultOf(await operators.listUserStatement!(input as never, { ...where, ...operator, stamp }));
    },
  };
}

function resultOf<Result>(answer: { readonly ok: boolean; readonly result?: Result }): Result {
  if (!answer.ok || answer.result === undefined) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer.result;
}

/** The cursor of the line in the middle of the statement. */
async function middleOf(pool: Pool, lines: number): Promise<string> {
  const { rows } = await pool.query<{ seq: number }>(
    `select seq from postings where user_id = $1 and book = 'real' and idx = 0 order by seq desc offset $2 limit 1`,
    [READER, lines / 8],
  );
  return `${rows[0]!.seq}_0_1`;
}

async function many(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let nth = 0; nth < times; nth += 1) durations.push(await timed(work));
  return durations;
}

const bareRows = (pool: Pool): Promise<unknown> =>
  pool.query(
    `select * from postings where user_id = $1 and book = 'real' order by seq desc, idx desc limit ${PAGE + 1}`,
    [READER],
  );

/** A page as most applications make it. */
const skipped = (pool: Pool, offset: number): Promise<unknown> =>
  pool.query(
    `select p.*, own.kind, other.kind as other_kind from postings p
       join accounts own on own.owner = $1 and own.id in (p.from_id, p.to_id)
       join accounts other on other.id = p.from_id + p.to_id - own.id
      where p.user_id = $1 and p.book = 'real' order by p.seq desc, p.idx desc offset $2 limit ${PAGE + 1}`,
    [READER, offset],
  );
