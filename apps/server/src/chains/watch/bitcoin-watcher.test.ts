import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { AddressDeriver } from '../derive-address.ts';
import type { BitcoinNetwork } from '../network.ts';
import { BitcoinChain } from '../testing/bitcoin-chain.ts';
import { WatchedChain } from '../testing/watched-chain.ts';
import { readBlock } from './bitcoin-block.ts';
import { BitcoinReader } from './bitcoin-reader.ts';
import { EndpointError, WrongChainError } from './endpoint.ts';

/** The same watcher on Bitcoin, through an Esplora and through a node. */

const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const deriver = new AddressDeriver('bitcoin', ZPUB, 'regtest');
const ANNA = 7;
const annas = deriver.address(ANNA);
const strangers = deriver.address(99);
const EASY = 1n << 256n;

const database = withTestDatabase();
let chain: BitcoinChain;
beforeAll(async () => {
  chain = await BitcoinChain.start();
});
afterEach(() => {
  chain.tamper = (_path, answer) => answer;
});
afterAll(async () => {
  await chain.stop();
});

let tests = 0;
const networkNow = (over: Partial<BitcoinNetwork> = {}): BitcoinNetwork => {
  tests += 1;
  return {
    name: `BTC${tests}`,
    title: 'Bitcoin',
    family: 'bitcoin',
    chain: 'regtest',
    assets: [{ asset: 'BTC', contract: undefined, decimals: 8 }],
    confirmations: 2,
    blockSeconds: 600,
    explorer: undefined,
    ...over,
  };
};

/** Makes the transaction another one than those of earlier tests. */
const unique = () => ({ address: deriver.address(100), satoshis: BigInt(tests) });

async function watched(url: string): Promise<WatchedChain> {
  const network = networkNow();
  const watcher = new WatchedChain(database.pool, network, [new BitcoinReader(network, url)]);
  watcher.publish(annas, ANNA);
  chain.mine();
  chain.mine();
  await watcher.catchUp();
  return watcher;
}

describe.each([
  ['an Esplora', () => chain.url],
  ['a node', () => `node+http://user:secret@${new URL(chain.url).host}`],
])('through %s', (_kind, url) => {
  it('finds outputs by address, and counts confirmations', async () => {
    const watcher = await watched(url());
    const [hash] = chain.mine([
      { address: strangers, satoshis: 5n },
      { address: annas, satoshis: 1_500_000n },
      { address: annas, satoshis: 1n },
      { address: annas, satoshis: 0n },
    ]);
    await watcher.catchUp();
    const lines = ['BTC 0.015 #1', 'BTC 0.00000001 #1'];
    expect(watcher.takeTold()).toEqual([
      ...lines.map((line) => `seen ${line}`),
      ...lines.map((line) => `confirmed ${line} after 1`),
    ]);
    chain.mine();
    await watcher.catchUp();
    expect(watcher.told()).toEqual(lines.map((line) => `confirmed ${line} after 2`));
    expect(watcher.events[0]).toMatchObject({ transfer: { txHash: hash, index: 1, address: annas, sender: null } });
  });

  it('follows a reorganisation: one transfer moved, one vanished', async () => {
    const watcher = await watched(url());
    const moves = [{ address: annas, satoshis: 70n }];
    chain.mine(moves, [{ address: annas, satoshis: 80n }]);
    await watcher.catchUp();
    watcher.takeTold();
    chain.forget(1);
    chain.mine();
    chain.mine(moves);
    await watcher.catchUp();
    expect(watcher.takeTold()).toEqual([
      'seen BTC 0.0000007 #2',
      'confirmed BTC 0.0000007 #2 after 1',
      'vanished BTC 0.0000008 #1',
    ]);
  });

  it('confirms payouts by hash, and says when one paid something else', async () => {
    const watcher = await watched(url());
    const [paid = '', less = ''] = chain.mine(
      [{ address: strangers, satoshis: 500n }, unique()],
      [{ address: strangers, satoshis: 499n }, unique()],
    );
    const expected = { asset: 'BTC', address: strangers, amount: '0.000005', userId: ANNA };
    watcher.payouts = [
      { id: 1, txHash: paid, ...expected },
      { id: 2, txHash: less, ...expected },
    ];
    await watcher.catchUp();
    expect(watcher.told()).toEqual([]);
    chain.mine();
    await watcher.catchUp();
    expect(watcher.told()).toEqual(['payout 1 confirmed', 'payout 2 wrong']);
  });
});

describe('endpoints that lie', () => {
  it.each([
    ['another transaction in a block', (bytes: Buffer) => flipped(bytes, bytes.length - 50)],
    ['another header', (bytes: Buffer) => flipped(bytes, 70)],
    ['half a block', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['more than a block', (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)])],
    ['no block', () => Buffer.from('<html>')],
  ])('%s is not taken', async (_what, change) => {
    const watcher = await watched(chain.url);
    chain.mine([{ address: annas, satoshis: 1_000n }]);
    chain.tamper = (path, answer) => (path.endsWith('/raw') ? change(answer) : answer);
    await expect(watcher.catchUp()).rejects.toThrow(EndpointError);
    chain.tamper = (_path, answer) => answer;
    await watcher.catchUp();
    expect(watcher.told()[0]).toBe('seen BTC 0.00001 #1');
  });

  it('a block that took too little work is none of the main chain', async () => {
    chain.mine();
    const response = await fetch(`${chain.url}/block-height/${chain.height}`);
    const bytes = await (await fetch(`${chain.url}/block/${await response.text()}/raw`)).arrayBuffer();
    expect(readBlock(Buffer.from(bytes), EASY).transactions).toHaveLength(1);
    expect(() => readBlock(Buffer.from(bytes), 1n << 186n)).toThrow('too easy');
  });

  it('another chain is refused at the start', async () => {
    const reader = new BitcoinReader(networkNow({ chain: 'main' }), chain.url);
    await expect(reader.check()).rejects.toThrow(WrongChainError);
  });
});

it('reads the first block of all', () => {
  const block = readBlock(GENESIS, 1n << 224n);
  expect(block.hash).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f');
  expect(block.transactions).toHaveLength(1);
  expect(block.transactions[0]).toMatchObject({
    id: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    isCoinbase: true,
    outputs: [{ value: 5_000_000_000n }],
  });
});

const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = changed[at]! ^ 1;
  return changed;
};

const GENESIS = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
);
