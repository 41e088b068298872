import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { AddressDeriver } from '../derive-address.ts';
import type { EvmNetwork } from '../network.ts';
import { LocalChain } from '../testing/local-chain.ts';
import { MeddlingEndpoint, type RpcMessage } from '../testing/meddling-endpoint.ts';
import { WatchedChain } from '../testing/watched-chain.ts';
import { EndpointError, WrongChainError } from './endpoint.ts';
import { EvmReader } from './evm-reader.ts';
import { WatchLoop } from './watch-loop.ts';
import type { Watcher } from './watcher.ts';

/** Endpoints that lie, lag, break or hang; and several that must agree. */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const ANNA = 7;
const annas = new AddressDeriver('evm', XPUB).address(ANNA);
const TIMEOUT_MS = 300;

const database = withTestDatabase();
let chain: LocalChain;
let token: string;
let endpoint: MeddlingEndpoint;
let watcher: WatchedChain;
let tests = 0;

beforeAll(async () => {
  chain = await LocalChain.start();
  token = await chain.deployToken('USDT');
  endpoint = await MeddlingEndpoint.start(chain.url);
});
afterAll(async () => {
  await endpoint.stop();
  await chain.stop();
});
beforeEach(async () => {
  watcher = await watched([endpoint.url]);
});
afterEach(() => {
  endpoint.meddle = (_call, result) => result;
  endpoint.instead = undefined;
});

function network(over: Partial<EvmNetwork> = {}): EvmNetwork {
  tests += 1;
  return {
    name: `MEDDLED${tests}`,
    title: 'Test',
    family: 'evm',
    chainId: chain.chainId,
    assets: [
      { asset: 'ETH', contract: undefined, decimals: 18 },
      { asset: 'USDT', contract: token, decimals: 6 },
    ],
    confirmations: 2,
    blockSeconds: 1,
    explorer: undefined,
    ...over,
  };
}

async function watched(urls: readonly string[]): Promise<WatchedChain> {
  const on = network();
  const [first, ...others] = urls.map((url) => new EvmReader(on, url, TIMEOUT_MS));
  const made = new WatchedChain(database.pool, on, [first!, ...others]);
  made.publish(annas, ANNA);
  await chain.mine(2);
  await made.catchUp();
  return made;
}

const pay = async (units = 250_000_000n): Promise<string> => await chain.sendToken(token, { to: annas, units });
const changing =
  (method: string, change: (result: never) => unknown) =>
  (call: RpcMessage, result: unknown): unknown =>
    call.method === method && result !== null ? change(result as never) : result;

describe('an endpoint that lies is not believed', () => {
  type Block = { hash: string; parentHash: string; number: string };
  type Log = { data: string; blockHash: string; removed: boolean };
  type Receipt = { status: string; blockHash: string; logs: Log[] };
  const more = `0x${(10n ** 12n).toString(16).padStart(64, '0')}`;
  const otherBlockHash = `0x${'cd'.repeat(32)}`;

  it.each([
    ['more in a log', changing('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, data: more })))],
    [
      'logs of another block',
      changing('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, blockHash: otherBlockHash }))),
    ],
    [
      'logs that were removed',
      changing('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, removed: true }))),
    ],
    [
      'a receipt of another block',
      changing('eth_getTransactionReceipt', (receipt: Receipt) => ({ ...receipt, blockHash: otherBlockHash })),
    ],
    [
      'a receipt without its log',
      changing('eth_getTransactionReceipt', (receipt: Receipt) => ({ ...receipt, logs: [] })),
    ],
    [
      'a receipt without a status',
      changing('eth_getTransactionReceipt', (receipt: Receipt) => ({ ...receipt, status: null })),
    ],
    ['a receipt that it does not have', changing('eth_getTransactionReceipt', () => null)],
    ['a block of another number', changing('eth_getBlockByNumber', (block: Block) => ({ ...block, number: '0x1' }))],
    ['a block without a hash', changing('eth_getBlockByNumber', (block: Block) => ({ ...block, hash: null }))],
    ['numbers that are none', changing('eth_blockNumber', () => 'latest')],
    ['numbers without end', changing('eth_blockNumber', () => `0x${'f'.repeat(30)}`)],
    ['text instead of lists', changing('eth_getLogs', () => 'none')],
  ])('%s', async (_what, meddle) => {
    await pay();
    await chain.mine(3);
    endpoint.meddle = meddle;
    await expect(watcher.catchUp()).rejects.toThrow(EndpointError);
    expect(watcher.told()).toEqual([]);
    endpoint.meddle = (_call, result) => result;
    await watcher.catchUp();
    expect(watcher.told().at(-1)).toBe('confirmed USDT 250 #1 after 2');
  });

  it('an amount that it invents throughout is found out by another endpoint', async () => {
    const both = await watched([endpoint.url, chain.url]);
    const inLogs = changing('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, data: more })));
    const inReceipts = changing('eth_getTransactionReceipt', (receipt: Receipt) => ({
      ...receipt,
      logs: receipt.logs.map((log) => ({ ...log, data: more })),
    }));
    endpoint.meddle = (call, result) => inLogs(call, inReceipts(call, result));
    await pay();
    await chain.mine(3);
    await both.catchUp();
    expect(both.told()).toEqual(['seen USDT 1000000 #1']);
    expect(both.warnings).toContain('an endpoint does not show the transfer');
  });

  it('with a second endpoint that does not answer, nothing becomes final', async () => {
    const both = await watched([chain.url, endpoint.url]);
    await pay();
    await chain.sendCoin({ to: annas, units: 10n ** 18n });
    await chain.mine(3);
    endpoint.instead = () => 'silence';
    await both.catchUp();
    expect(both.takeTold().filter((line) => line.endsWith('after 2'))).toEqual([]);
    endpoint.instead = undefined;
    await both.catchUp();
    expect(both.told().filter((line) => line.endsWith('after 2'))).toHaveLength(2);
  });
});

describe('an endpoint that fails', () => {
  it.each([
    ['hangs', () => 'silence' as const],
    ['is overloaded', () => ({ status: 429, body: 'slow down' })],
    ['answers with a page', () => ({ status: 200, body: '<html>' })],
    ['answers with half a batch', () => ({ status: 200, body: '[]' })],
    ['refuses', () => ({ status: 200, body: '{"id":0,"error":{"code":-32005,"message":"limit exceeded"}}' })],
  ])('%s', async (_what, instead) => {
    await pay();
    await chain.mine(2);
    endpoint.instead = instead;
    await expect(watcher.turn()).rejects.toThrow(EndpointError);
    endpoint.instead = undefined;
    await watcher.catchUp();
    expect(watcher.told().at(-1)).toBe('confirmed USDT 250 #1 after 2');
  });

  it('is behind: what was read stays read', async () => {
    const early = await chain.head();
    await pay();
    await chain.mine(2);
    await watcher.catchUp();
    watcher.takeTold();
    endpoint.meddle = (call, result) => {
      if (call.method === 'eth_blockNumber') return `0x${early.toString(16)}`;
      return call.method === 'eth_getBlockByNumber' && early < Number(call.params[0]) ? null : result;
    };
    await watcher.catchUp();
    expect(watcher.told()).toEqual([]);
    expect(watcher.warnings).toContain('the endpoint is behind');
  });

  it('has another chain: refused at the start', async () => {
    const reader = new EvmReader(network({ chainId: 1 }), chain.url);
    await expect(reader.check()).rejects.toThrow(WrongChainError);
  });

  it('is tried again, later each time, and said to be back', async () => {
    const problems: (string | undefined)[] = [];
    let turns = 0;
    const turn = async (): Promise<'idle'> => {
      turns += 1;
      if (turns <= 2) throw new EndpointError('it does not answer');
      return 'idle';
    };
    const loop = new WatchLoop({
      watcher: { turn } as Watcher,
      blockSeconds: 1,
      random: () => 0,
      onProblem: (problem) => problems.push(problem),
      onFatal: (error) => {
        throw error;
      },
    });
    await vi.waitFor(() => expect(turns).toBe(3), { timeout: 5_000 });
    loop.stop();
    expect(problems).toEqual(['it does not answer', undefined]);
  });
});
