import type { EvmNetwork } from '@glasshouse/server/chains/network';
import { AddressSet, addAddress } from '@glasshouse/server/chains/watch/address-set';
import { EvmReader } from '@glasshouse/server/chains/watch/evm-reader';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startProgram } from '../harness/program.ts';
import { type Figure, median, type Report, ratio, readable, targetAtLeast, targetAtMost } from '../harness/report.ts';
import { depositAddress, HITS, LOGS, TOKEN, TRANSACTIONS, TRANSFER_TOPIC } from './blocks.ts';

export type BlockServerCalls = {
  readonly make: { readonly params: { readonly count: number; readonly users: number }; readonly result: string };
};

const USERS = 100_000;
const BLOCKS = 200;
const SMOKE = { users: 2_000, blocks: 20 };
/** As the watcher reads them. */
const SLICE = 10;

export const watcher: Bench = {
  name: 'watcher',
  about: 'an EVM watcher with 10⁵ addresses: time per full block, compared with asking for every receipt',
  run,
};

const NETWORK: EvmNetwork = {
  name: 'ERC20',
  title: 'Ethereum',
  family: 'evm',
  chainId: 1,
  assets: [
    { asset: 'ETH', contract: undefined, decimals: 18 },
    { asset: 'USDT', contract: TOKEN, decimals: 6 },
  ],
  confirmations: 12,
  blockSeconds: 12,
  explorer: undefined,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const users = isSmoke ? SMOKE.users : USERS;
  const count = isSmoke ? SMOKE.blocks : BLOCKS;
  const node = await startProgram<BlockServerCalls>(new URL('./serve-blocks.ts', import.meta.url));
  const url = await node.call('make', { count, users });
  const ours = new AddressSet();
  const theirs = new Set<string>();
  for (let user = 1; user <= users; user += 1) {
    addAddress(ours, NETWORK, depositAddress(user), user);
    theirs.add(depositAddress(user));
  }
  const times = { ours: [] as number[], theirs: [] as number[], limit: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.limit.push((await fetchOnly(url, count)) / count);
    times.ours.push((await onOurs(url, { count, ours })) / count);
    // One round trip for each transaction: a tenth of the blocks tells as much.
    const few = Math.max(2, count / 10);
    times.theirs.push((await onEveryReceipt(url, { count: few, theirs })) / few);
    print(`round ${round + 1}: ${readable(times.ours.at(-1)!)} and ${readable(times.theirs.at(-1)!)} ms a block`);
  }
  await node.stop();
  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'ms a block', values });
  const mine = figure('Glasshouse: watcher', times.ours);
  const receiptFigure = figure('a receipt for each transaction', times.theirs);
  const limit = figure('limit: fetching and parsing the same answers', times.limit);
  const perAddress = ours.bytes / ours.size;
  return {
    title: 'Watching a chain',
    setting: `${users.toLocaleString('en-US')} addresses; blocks with ${TRANSACTIONS} transactions and ${LOGS} token transfers, ${HITS} of them to us, from a node on this machine in a process of its own. The watcher reads ${SLICE} blocks at a time, checks every answer, and asks for the receipts of what pays us; the usual way asks for the receipt of every transaction, to learn whether it failed. The addresses take ${readable(perAddress)} bytes each. ${rounds} rounds of ${count} blocks.`,
    figures: [mine, receiptFigure, limit],
    targets: [
      targetAtMost('time per full block', median(mine.values), 100, ' ms'),
      targetAtMost('compared with the limit', ratio(mine, limit), 5, ' ×'),
      targetAtLeast('the usual way compared with ours', ratio(receiptFigure, mine), 5, ' ×'),
    ],
  };
}

async function onOurs(url: string, { count, ours }: { count: number; ours: AddressSet }): Promise<number> {
  const reader = new EvmReader(NETWORK, url);
  const startedAt = performance.now();
  let found = 0;
  for (let from = 1; from <= count; from += SLICE) {
    const blocks = await reader.scan(from, Math.min(count, from + SLICE - 1), ours);
    found += blocks.reduce((sum, { transfers }) => sum + transfers.length, 0);
  }
  assertFound(found, count);
  return performance.now() - startedAt;
}

async function onEveryReceipt(url: string, { count, theirs }: { count: number; theirs: Set<string> }): Promise<number> {
  const startedAt = performance.now();
  let found = 0;
  for (let number = 1; number <= count; number += 1) {
    const block = await call<{ transactions: { hash: string; to: string; value: string }[] }>(
      url,
      'eth_getBlockByNumber',
      `0x${number.toString(16)}`,
      true,
    );
    for (const { hash, to, value } of block.transactions) {
      const receipt = await call<{ status: string; logs: { address: string; topics: string[] }[] }>(
        url,
        'eth_getTransactionReceipt',
        hash,
      );
      if (receipt.status !== '0x1') continue;
      if (value !== '0x0' && theirs.has(to)) found += 1;
      for (const { address, topics } of receipt.logs) {
        const isTransfer = address === TOKEN && topics[0] === TRANSFER_TOPIC;
        if (isTransfer && theirs.has(`0x${topics[2]!.slice(26)}`)) found += 1;
      }
    }
  }
  assertFound(found, count);
  return performance.now() - startedAt;
}

/** The answers that the watcher needs, parsed and thrown away. */
async function fetchOnly(url: string, count: number): Promise<number> {
  const startedAt = performance.now();
  for (let from = 1; from <= count; from += SLICE) {
    const numbers = Array.from({ length: Math.min(SLICE, count - from + 1) }, (_, index) => from + index);
    const blocks = (await post(
      url,
      numbers.map((number) => request('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])),
    )) as { result: { hash: string } }[];
    await post(
      url,
      blocks.map(({ result }) => request('eth_getLogs', [{ blockHash: result.hash }])),
    );
  }
  return performance.now() - startedAt;
}

const request = (method: string, params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 0, method, params });

async function call<Result>(url: string, method: string, ...params: readonly unknown[]): Promise<Result> {
  return ((await post(url, request(method, params))) as { result: Result }).result;
}

async function post(url: string, body: object): Promise<unknown> {
  return await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
}

function assertFound(found: number, blocks: number): void {
  if (found !== blocks * HITS) throw new Error(`found ${found} transfers in ${blocks} blocks`);
}
