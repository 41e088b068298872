/** The thread that follows the chains: blocks are large, and orders must not wait for them. */
import { parentPort, workerData } from 'node:worker_threads';
import { readParameter } from '../../authority/read-parameter.ts';
import type { Network } from '../../chains/network.ts';
import { Networks } from '../../chains/networks.ts';
import { AddressBook } from '../../chains/watch/address-book.ts';
import { lookAtBalances } from '../../chains/watch/balance-look.ts';
import { balanceReaderOf } from '../../chains/watch/balance-reader.ts';
import { EndpointError } from '../../chains/watch/endpoint.ts';
import type { ExpectedPayout, OwnedEvent } from '../../chains/watch/events.ts';
import { readersOf } from '../../chains/watch/readers.ts';
import { WatchLoop } from '../../chains/watch/watch-loop.ts';
import { WatchStore } from '../../chains/watch/watch-store.ts';
import { Watcher } from '../../chains/watch/watcher.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { payeeDigest } from '../../money/withdrawals/payee-digest.ts';
import { WITHDRAWALS_TABLE, type Withdrawal } from '../../money/withdrawals/rows.ts';
import { hashesOf, unwantedHashes } from '../../money/withdrawals/second-payments.ts';
import { startJob } from '../../platform/job.ts';
import { createLog } from '../../platform/log.ts';
import { createPool } from '../../platform/postgres.ts';
import type { WatcherMessage, WatcherReply, WatchersData } from './messages.ts';

const POOL_MAX = 4;
/** Payouts asked about in one turn, the oldest first. */
const PAYOUTS_MAX = 200;
/** Ended payouts asked about in one turn, those that ended last first. */
const ENDED_MAX = 200;
/** How often the balances for the reconciliation are read. */
const BALANCES_MS = 3_600_000;

const { databaseUrl, chains, logLevel } = workerData as WatchersData;
const port = parentPort;
if (port === null) throw new Error('watchers run in a worker thread');
const post = (message: WatcherMessage): void => port.postMessage(message);
const log = createLog({ level: logLevel, name: 'watchers' });
const pool = createPool(databaseUrl, { max: POOL_MAX, name: 'glasshouse-watchers', patienceMs: 20_000 });

const waiting = new Map<number, (isAccepted: boolean) => void>();
let lastTicket = 0;
port.on('message', ({ ticket, taken: isAccepted }: WatcherReply) => {
  waiting.get(ticket)?.(isAccepted);
  waiting.delete(ticket);
});

async function report(event: OwnedEvent): Promise<void> {
  lastTicket += 1;
  const ticket = lastTicket;
  const isAccepted = await new Promise<boolean>((resolve) => {
    waiting.set(ticket, resolve);
    post({ kind: 'report', ticket, event });
  });
  // Waited out like an endpoint that does not answer: the event stays written.
  if (!isAccepted) throw new EndpointError('the core is not available');
}

/**
 * Each transaction that may pay a withdrawal, also one that another has replaced, and for a week
 * after its end each that would pay it once more.
 */
async function sentPayouts(network: Network): Promise<readonly ExpectedPayout[]> {
  const { rows } = await pool.query<Withdrawal>(
    `select ${selectList(WITHDRAWALS_TABLE)} from withdrawals
     where closed_at is null and state = 'sent' and network = $1
       and coalesce(trouble, '') not in ('reverted', 'differs', 'early', 'used')
     order by sent_at limit $2`,
    [network.name, PAYOUTS_MAX],
  );
  const { rows: ended } = await pool.query<Withdrawal>(
    `select ${selectList(WITHDRAWALS_TABLE)} from withdrawals
     where watched_until > now() and network = $1 and state in ('confirmed', 'failed')
     order by closed_at desc limit $2`,
    [network.name, ENDED_MAX],
  );
  const expected = [
    ...rows.flatMap((row) => hashesOf(row).map((txHash) => ({ row, txHash }))),
    ...ended.flatMap((row) => unwantedHashes(row).map((txHash) => ({ row, txHash }))),
  ];
  const hashes = expected.map(({ txHash }) => txHash);
  const { rows: outputs } = await pool.query<{ hash: string; output: number }>(
    `select tx_hash as hash, (paid ->> 'output')::bigint as output from withdrawals
     where state = 'confirmed' and tx_hash = any($1::text[]) and paid ->> 'output' is not null
     union all
     select second ->> 'hash', (second ->> 'output')::bigint
       from withdrawals, jsonb_array_elements(second_payments) second
     where watched_until is not null and second ->> 'hash' = any($1::text[])`,
    [hashes],
  );
  return expected.map(({ row, txHash }) => ({
    id: row.id,
    userId: row.user_id,
    txHash,
    asset: row.asset,
    address: row.address ?? '',
    amount: row.received,
    shown: payeeDigest(row),
    taken: outputs.filter(({ hash }) => hash === txHash).map(({ output }) => output),
  }));
}

function watch(network: Network, endpoints: readonly string[]): void {
  const readers = readersOf(network, endpoints);
  if (readers === undefined) throw new Error(`${network.name} cannot be watched`);
  const addresses = new AddressBook(pool, network);
  const watcher = new Watcher({
    network,
    readers,
    report,
    store: new WatchStore(pool, network.name),
    refreshAddresses: () => addresses.refresh(),
    confirmationsNeeded: async () =>
      (await readParameter(pool, 'deposit.confirmations'))[network.name] ?? network.confirmations,
    payouts: () => sentPayouts(network),
    warn: (facts, message) => log.warn(facts, message),
  });
  new WatchLoop({
    watcher,
    blockSeconds: network.blockSeconds,
    random: Math.random,
    onProblem: (problem) => post({ kind: 'problem', network: network.name, problem }),
    // The thread ends, and main starts it again: everything that it knew is in the database.
    onFatal: (error) => {
      log.error({ err: error, network: network.name }, 'a watcher failed');
      process.exit(1);
    },
  });
}

/** For the reconciliation; it follows no block, so a failure waits for the next time. */
function lookNowAndThen(network: Network, url: string): void {
  const reader = balanceReaderOf(network, url);
  if (reader === undefined) return;
  startJob({
    work: (isStopping) => lookAtBalances(pool, { network, reader, isStopping }),
    everyMs: BALANCES_MS,
    onFailure: (error) => log.warn({ network: network.name, reason: error.message }, 'balances could not be read'),
  });
}

const networks = new Networks(chains.networks);
for (const [name, { endpoints }] of Object.entries(chains.watch)) {
  const network = networks.networkOf(name);
  if (network === undefined) throw new Error(`there is no network ${name}`);
  watch(network, endpoints);
  lookNowAndThen(network, endpoints[0]!);
}
