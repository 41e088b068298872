import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { AddressDeriver } from '../derive-address.ts';
import type { EvmNetwork } from '../network.ts';
import { LocalChain } from '../testing/local-chain.ts';
import { WatchedChain } from '../testing/watched-chain.ts';
import { EvmReader } from './evm-reader.ts';

/**
 * The watcher against a real EVM node with real ERC-20 contracts. Each test begins with a watcher
 * of its own network name, which has read everything so far.
 */

const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const ETHER = 10n ** 18n;
const USDT = 10n ** 6n;
const ANNA = 7;
const BEN = 8;
const deriver = new AddressDeriver('evm', XPUB);
const annas = deriver.address(ANNA);
const bens = deriver.address(BEN);

const database = withTestDatabase();
let chain: LocalChain;
let token: string;
let fake: string;
beforeAll(async () => {
  chain = await LocalChain.start();
  token = await chain.deployToken('USDT');
  fake = await chain.deployToken('USDT');
});
afterAll(async () => {
  await chain.stop();
});

let tests = 0;
function networkNow(confirmations = 3): EvmNetwork {
  tests += 1;
  return {
    name: `TEST${tests}`,
    title: 'Test',
    family: 'evm',
    chainId: chain.chainId,
    assets: [
      { asset: 'ETH', contract: undefined, decimals: 18 },
      { asset: 'USDT', contract: token, decimals: 6 },
    ],
    confirmations,
    blockSeconds: 1,
    explorer: undefined,
  };
}

async function watched(network = networkNow()): Promise<WatchedChain> {
  const watcher = new WatchedChain(database.pool, network, [new EvmReader(network, chain.url)]);
  watcher.publish(annas, ANNA);
  watcher.publish(bens, BEN);
  // It begins as many blocks back as it waits for, and these are empty.
  await chain.mine(network.confirmations);
  await watcher.catchUp();
  return watcher;
}

describe('finding transfers', () => {
  it('finds coins and tokens by address, and counts confirmations', async () => {
    const watcher = await watched();
    const hash = await chain.sendCoin({ to: annas, units: ETHER / 2n });
    await chain.sendToken(token, { to: bens, units: 120n * USDT });
    await chain.mine();
    await watcher.catchUp();
    expect(watcher.takeTold().toSorted()).toEqual([
      'confirmed ETH 0.5 #1 after 1',
      'confirmed USDT 120 #1 after 1',
      'seen ETH 0.5 #1',
      'seen USDT 120 #1',
    ]);
    await chain.mine(2);
    await watcher.catchUp();
    expect(watcher.told().toSorted()).toEqual(['confirmed ETH 0.5 #1 after 3', 'confirmed USDT 120 #1 after 3']);
    const coin = watcher.events.find((event) => event.kind === 'confirmed' && event.transfer.asset === 'ETH');
    expect(coin).toMatchObject({
      transfer: {
        txHash: hash,
        address: annas,
        index: 0,
        dust: '0',
        sender: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      },
    });
    watcher.takeTold();
    await chain.mine(2);
    await watcher.catchUp();
    expect(watcher.told()).toEqual([]);
  });

  it('keeps what is too small for the ledger as dust', async () => {
    const watcher = await watched();
    await chain.sendCoin({ to: annas, units: ETHER + 12_345n });
    await chain.sendCoin({ to: annas, units: 999n });
    await chain.mine();
    await watcher.catchUp();
    expect(watcher.told().filter((line) => line.startsWith('seen'))).toEqual(['seen ETH 1 #1']);
    expect(watcher.events[0]).toMatchObject({ transfer: { amount: '1', dust: '12345' } });
    const { rows } = await database.pool.query(
      `select amount, dust from watch_transfers where state = 'dust' and network = $1`,
      [`TEST${tests}`],
    );
    expect(rows).toEqual([{ amount: '0.00000000', dust: '999' }]);
  });

  it('tells several transfers of one transaction apart, and sees no coins that a contract passes on', async () => {
    const owner = chain.accounts[0]!;
    const batcher = await chain.deploy('TimelockController', [0n, [owner], [owner], owner]);
    await chain.sendToken(token, { to: batcher, units: 100n * USDT });
    await chain.sendCoin({ to: owner, units: 0n });
    await chain.mine();
    const watcher = await watched();
    const data = transferData([annas, bens, annas], [1n * USDT, 2n * USDT, 3n * USDT]);
    const targets = [token, token, token, annas];
    const values = [0n, 0n, 0n, ETHER];
    const payloads = [...data, '0x'];
    const salt = `0x${'00'.repeat(32)}`;
    const batch = [targets, values, payloads, salt, salt];
    await chain.invoke('TimelockController', { to: batcher, name: 'scheduleBatch', args: [...batch, 0n] });
    await chain.mine();
    await chain.send({ to: batcher, value: `0x${ETHER.toString(16)}` });
    await chain.mine();
    const hash = await chain.invoke('TimelockController', { to: batcher, name: 'executeBatch', args: batch });
    await chain.mine();
    await watcher.catchUp();
    const seen = watcher.events.filter(({ kind }) => kind === 'seen');
    expect(seen.map((event) => event.kind === 'seen' && [event.transfer.txHash, event.transfer.amount])).toEqual([
      [hash, '1'],
      [hash, '2'],
      [hash, '3'],
    ]);
    expect(new Set(seen.map((event) => event.kind === 'seen' && event.transfer.index)).size).toBe(3);
    // The coin arrived, and nothing but the balance shows it.
    const balance = await chain.call('eth_getBalance', annas, 'latest');
    expect(BigInt(balance as string)).toBeGreaterThanOrEqual(ETHER);
  });

  it('credits transferFrom to the receiver', async () => {
    const watcher = await watched();
    const spender = chain.accounts[2]!;
    await chain.invoke('ERC20', { to: token, name: 'approve', args: [spender, 50n * USDT] });
    await chain.mine();
    const args = [chain.accounts[0], bens, 50n * USDT];
    await chain.invoke('ERC20', { to: token, from: spender, name: 'transferFrom', args });
    await chain.mine();
    await watcher.catchUp();
    expect(watcher.told()).toContain('seen USDT 50 #1');
  });

  it.each([
    ['a token that only calls itself USDT', () => chain.sendToken(fake, { to: annas, units: 500n * USDT })],
    ['a transfer of nothing', () => chain.sendToken(token, { to: annas, units: 0n })],
    ['a coin transfer of nothing', () => chain.sendCoin({ to: annas, units: 0n })],
    ['a transfer to somebody else', () => chain.sendCoin({ to: deriver.address(99), units: ETHER })],
    [
      'a transaction that failed',
      // A contract that takes no coins: the transaction names an amount, but it is reverted.
      () => chain.send({ to: token, value: '0xde0b6b3a7640000' }),
    ],
  ])('ignores %s', async (_what, send) => {
    const watcher = await watched();
    if (_what === 'a transaction that failed') watcher.publish(token, ANNA);
    await send();
    await chain.mine(3);
    await watcher.catchUp();
    expect(watcher.told()).toEqual([]);
  });

  it('finds what arrived while it was off, in slices', async () => {
    const watcher = await watched();
    for (let count = 0; count < 3; count += 1) {
      await chain.sendToken(token, { to: annas, units: USDT });
      await chain.mine(9);
    }
    watcher.restart();
    expect(await watcher.turn()).toBe('more');
    await watcher.catchUp();
    expect(watcher.told().filter((line) => line.startsWith('seen'))).toHaveLength(3);
    expect(watcher.told().filter((line) => line.endsWith('after 3'))).toHaveLength(3);
  });

  it('says again after a crash what the core may not have taken, and nothing else', async () => {
    const watcher = await watched();
    await chain.sendToken(token, { to: annas, units: 5n * USDT });
    await chain.mine(3);
    let refusals = 2;
    watcher.onReport = () => {
      refusals -= 1;
      if (0 <= refusals) throw new Error('the core is away');
    };
    await expect(watcher.catchUp()).rejects.toThrow('away');
    watcher.restart();
    await expect(watcher.catchUp()).rejects.toThrow('away');
    watcher.restart();
    await watcher.catchUp();
    expect(watcher.told()).toEqual(['seen USDT 5 #1', 'confirmed USDT 5 #1 after 3']);
  });
});

describe('reorganisations', () => {
  it('reports a transfer that vanished, before and after it was confirmed', async () => {
    const watcher = await watched();
    const before = await chain.snapshot();
    await chain.sendToken(token, { to: annas, units: 7n * USDT });
    await chain.mine(3);
    await chain.sendToken(token, { to: bens, units: 8n * USDT });
    await chain.mine();
    await watcher.catchUp();
    expect(watcher.takeTold()).toContain('confirmed USDT 7 #1 after 3');
    await chain.revert(before);
    await chain.mine(5);
    await watcher.catchUp();
    expect(watcher.takeTold()).toEqual(['vanished USDT 7 #1', 'vanished USDT 8 #1']);
    expect(watcher.warnings).toContain('the chain was reorganised; its blocks are read again');
  });

  it('follows a transfer into another block, also when it had vanished in between', async () => {
    const watcher = await watched();
    const before = await chain.snapshot();
    const first = await chain.sendToken(token, { to: annas, units: 9n * USDT });
    await chain.mine();
    await watcher.catchUp();
    watcher.takeTold();
    await chain.revert(before);
    const again = await chain.snapshot();
    await chain.mine();
    const second = await chain.sendToken(token, { to: annas, units: 9n * USDT });
    expect(second).toBe(first);
    await chain.mine();
    await watcher.catchUp();
    expect(watcher.takeTold()).toEqual(['seen USDT 9 #2', 'confirmed USDT 9 #2 after 1']);
    await chain.revert(again);
    await chain.mine(3);
    await watcher.catchUp();
    expect(watcher.takeTold()).toEqual(['vanished USDT 9 #2']);
    await chain.sendToken(token, { to: annas, units: 9n * USDT });
    await chain.mine(3);
    await watcher.catchUp();
    expect(watcher.takeTold()).toEqual(['seen USDT 9 #3', 'confirmed USDT 9 #3 after 3']);
  });

  it('notices one that happened while it was off, and a chain that became shorter', async () => {
    const watcher = await watched();
    const before = await chain.snapshot();
    await chain.sendCoin({ to: bens, units: ETHER });
    await chain.mine(4);
    await watcher.catchUp();
    watcher.takeTold();
    watcher.restart();
    await chain.revert(before);
    await chain.mine();
    await watcher.catchUp();
    expect(watcher.takeTold()).toEqual(['vanished ETH 1 #1']);
  });
});

describe('payouts', () => {
  it('confirms what was paid, and reports what was not', async () => {
    const watcher = await watched();
    const payee = chain.accounts[5]!;
    const paid = await chain.sendToken(token, { to: payee, units: 20n * USDT });
    const coin = await chain.sendCoin({ to: payee, units: ETHER });
    const less = await chain.sendToken(token, { to: payee, units: 19n * USDT });
    const fakeTransfer = await chain.sendToken(fake, { to: payee, units: 20n * USDT });
    await chain.mine(2);
    const expected = { asset: 'USDT', address: payee, amount: '20', userId: ANNA };
    watcher.payouts = [
      { id: 1, txHash: paid, ...expected },
      { id: 2, txHash: coin, ...expected, asset: 'ETH', amount: '1' },
      { id: 3, txHash: less, ...expected },
      { id: 4, txHash: fakeTransfer, ...expected },
      { id: 5, txHash: `0x${'ab'.repeat(32)}`, ...expected },
    ];
    await watcher.catchUp();
    expect(watcher.told()).toEqual([]);
    await chain.mine();
    await watcher.catchUp();
    const events = ['payout 1 confirmed', 'payout 2 confirmed', 'payout 3 wrong', 'payout 4 wrong'];
    expect(watcher.takeTold()).toEqual(events);
    await watcher.catchUp();
    expect(watcher.told()).toEqual([]);
  });
});

const transferData = (to: readonly string[], units: readonly bigint[]): string[] =>
  to.map((address, index) => chain.encode('ERC20', 'transfer', [address, units[index]]));
