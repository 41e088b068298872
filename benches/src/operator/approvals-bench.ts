import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerLink } from '@glasshouse/server/operator/links';
import { issueCode } from '@glasshouse/server/people/auth/codes';
import { openCodeKey, setCodeKey } from '@glasshouse/server/people/auth/tokens';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { openMasterKey } from '@glasshouse/server/platform/master-key';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import { Customer, Operator, SUCCESS, type Wire } from '@glasshouse/simulation/faults/funding/clients';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { sleep } from '../harness/program.ts';
import { type Figure, median, quantile, type Report, ratio, readable, targetAtMost } from '../harness/report.ts';

const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
/** Far more than people decide, and far less than the server could. */
const PER_SECOND = 40;
const SECONDS = 10;
const SMOKE_SECONDS = 2;
const PEOPLE = 20;
const MAKING_AT_ONCE = 16;
/** What PostgreSQL writes at least for a commit. */
const PAGE_BYTES = 8_192;

export const approvals: Bench = {
  name: 'approvals',
  about: 'a deposit approved by an operator over HTTP, compared with one SQL transaction for each',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const server = await startGlasshouse({ PROFILE: 'sandbox', XPUB_EVM: XPUB });
  setCodeKey(openCodeKey(server.dataDir));
  const pool = createPool(runningEmbeddedUrl(server.dataDir) as string, { max: 8, name: 'bench' });
  const wire: Wire = { url: `http://127.0.0.1:${server.port}`, sent: [], onSend: () => undefined };
  const link = await makeServerLink(pool, openMasterKey(server.dataDir, undefined), {
    name: 'ada',
    roles: ['owner'],
    operator: null,
    now: Date.now(),
  });
  const operator = await Operator.enrol(wire, link);
  const count = PER_SECOND * (isSmoke ? SMOKE_SECONDS : SECONDS);
  const deposits = await makeDeposits(pool, wire, count * rounds);
  print(`${deposits.length} deposits wait`);
  await preparePeer(pool, count * rounds);

  const times = { ours: [] as number[], slow: [] as number[], peer: [] as number[], peerSlow: [] as number[] };
  const [stepUps, limit]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    stepUps.push(await operator.confirmAgain());
    const ours = await openLoop(count, async (index) => {
      const body = { decision: 'approve', reason: 'looked at the transfer' };
      const path = `/deposits/${deposits[round * count + index]}/review`;
      const { code } = await operator.command('reviewDeposit', path, body);
      if (code !== SUCCESS) throw new Error(`a review was answered with ${code}`);
    });
    const peer = await openLoop(count, (index) => approveBySql(pool, round * count + index + 1));
    limit.push(median(writeAndSync(server.dataDir, count)));
    times.ours.push(median(ours));
    times.slow.push(quantile(ours, 0.99));
    times.peer.push(median(peer));
    times.peerSlow.push(quantile(peer, 0.99));
    print(`round ${round + 1}: p50 ${readable(median(ours))} ms, one transaction ${readable(median(peer))} ms`);
  }
  const { rows } = await pool.query<{ approved: number }>(
    `select count(*)::int as approved from deposits where state = 'approved'`,
  );
  if (rows[0]!.approved !== deposits.length) throw new Error(`${rows[0]!.approved} deposits were approved`);
  await pool.end();
  await server.stop();

  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'ms', values });
  const p50 = figure('Glasshouse: approval, p50', times.ours);
  const p99 = figure('Glasshouse: approval, p99', times.slow);
  const sql = figure('one SQL transaction for each, p50', times.peer);
  return {
    title: 'Approving what waits in a queue',
    setting: `An operator with a fresh second factor approves deposits over HTTP, ${PER_SECOND} a second in an open loop: a request starts when it is due, whatever became of those before. Each is a command in the hash-chained log with the operator's stamp, its audit line, the credit and its ledger lines, and is answered once durable. The peer does the bare minimum of that in one transaction of six statements on the same PostgreSQL, without HTTP, checks or log. ${rounds} rounds of ${count} each, alternating.`,
    figures: [
      p50,
      p99,
      sql,
      figure('one SQL transaction for each, p99', times.peerSlow),
      figure('limit: writing a page and fdatasync', limit),
      figure('Glasshouse: second factor, once a round', stepUps),
    ],
    targets: [
      targetAtMost('approval, p99', median(p99.values), 50, ' ms'),
      targetAtMost('p50 compared with one transaction', ratio(p50, sql), 4, ' ×'),
    ],
  };
}

/** The milliseconds of each, counted from when it was due. */
async function openLoop(count: number, work: (index: number) => Promise<void>): Promise<number[]> {
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueAt = startedAt + (index * 1_000) / PER_SECOND;
    await sleep(Math.max(0, dueAt - performance.now()));
    running.push(work(index).then(() => performance.now() - dueAt));
  }
  return await Promise.all(running);
}

/** Simulated transfers of several people, all waiting for a review. */
async function makeDeposits(pool: Pool, wire: Wire, count: number): Promise<number[]> {
  const people: Customer[] = [];
  for (let number = 1; number <= PEOPLE; number += 1) {
    const email = `person${number}@example.com`;
    let code = '';
    await issueCode(pool, { account: email, purpose: 'register', now: Date.now() }, (made) => {
      code = made;
      return undefined;
    });
    people.push(await Customer.register(wire, { email, code }));
  }
  const ids: number[] = [];
  const body = { symbol: 'USDT', network: 'ERC20', amount: '150' };
  let made = 0;
  const make = async (): Promise<void> => {
    while (made < count) {
      made += 1;
      const sent = await people[made % PEOPLE]!.command('simulate', '/user/simulateRecharge', () => body);
      if (sent.code !== SUCCESS) throw new Error(`a transfer was answered with ${sent.code}`);
      ids.push((sent.result as { id: number }).id);
    }
  };
  await Promise.all(Array.from({ length: MAKING_AT_ONCE }, make));
  return ids;
}

async function preparePeer(pool: Pool, count: number): Promise<void> {
  await pool.query(`
    create table bench_deposits (id bigint primary key, person bigint not null, state text not null, amount numeric(38, 8) not null);
    create table bench_balances (person bigint primary key, balance numeric(38, 8) not null);
    create table bench_lines (id bigint generated always as identity primary key, person bigint not null, amount numeric(38, 8) not null, deposit bigint not null);
    create table bench_actions (id bigint generated always as identity primary key, operator bigint not null, deposit bigint not null, reason text not null, at timestamptz not null);
    insert into bench_deposits select n, n % ${PEOPLE}, 'reviewing', 150 from generate_series(1, ${count}) n;
    insert into bench_balances select n, 0 from generate_series(0, ${PEOPLE - 1}) n;
    insert into bench_balances values (-1, 0)`);
}

async function approveBySql(pool: Pool, id: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ person: number; amount: string }>(
      `update bench_deposits set state = 'approved' where id = $1 and state = 'reviewing' returning person, amount`,
      [id],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`deposit ${id} does not wait`);
    const line = 'insert into bench_lines (person, amount, deposit) values ($1, $2, $3), (-1, -$2::numeric, $3)';
    await client.query(line, [row.person, row.amount, id]);
    await client.query('insert into bench_actions (operator, deposit, reason, at) values (1, $1, $2, now())', [
      id,
      'looked at the transfer',
    ]);
    await client.query('update bench_balances set balance = balance + $2 where person = $1', [row.person, row.amount]);
    await client.query('update bench_balances set balance = balance - $1 where person = -1', [row.amount]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Nothing is durable faster than this. */
function writeAndSync(folder: string, count: number): number[] {
  const file = openSync(join(folder, 'bench-limit'), 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    times.push(performance.now() - startedAt);
  }
  closeSync(file);
  return times;
}
