import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { AddressDeriver } from '../derive-address.ts';
import type { BitcoinNetwork, EvmNetwork } from '../network.ts';
import { BitcoinChain } from '../testing/bitcoin-chain.ts';
import { LocalChain } from '../testing/local-chain.ts';
import { lookAtBalances, readChainBalances } from './balance-look.ts';
import { balanceReaderOf } from './balance-reader.ts';

const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const database = withTestDatabase();
let chain: LocalChain;
beforeAll(async () => {
  chain = await LocalChain.start();
});
afterAll(async () => {
  await chain.stop();
});

async function publish(family: string, addresses: readonly string[], memo = ''): Promise<void> {
  await database.pool.query(
    `insert into deposit_addresses (family, address, memo, user_id, path, key_digest, published_at, published_by)
     select $1, address, $3, n, n, 'x', now(), n from unnest($2::text[]) with ordinality as a(address, n)`,
    [family, addresses, memo],
  );
}

it('adds up what the published addresses hold, to the last unit of the chain', async () => {
  const token = await chain.deployToken('USDT');
  const deriver = new AddressDeriver('evm', XPUB);
  const addresses = Array.from({ length: 120 }, (_, index) => deriver.address(index));
  await publish('evm', addresses);
  for (const address of addresses.slice(0, 3)) {
    await chain.sendCoin({ to: address, units: 10n ** 18n + 3n });
    await chain.sendToken(token, { to: address, units: 500n });
  }
  await chain.sendToken(token, { to: deriver.address(500), units: 7n });
  await chain.mine(2);
  const network: EvmNetwork = {
    name: 'ERC20',
    title: 'Test',
    family: 'evm',
    chainId: chain.chainId,
    assets: [
      { asset: 'ETH', contract: undefined, decimals: 18 },
      { asset: 'USDT', contract: token, decimals: 6 },
    ],
    confirmations: 1,
    blockSeconds: 1,
    explorer: undefined,
  };
  const reader = balanceReaderOf(network, chain.url)!;
  await lookAtBalances(database.pool, { network, reader, isStopping: () => false });
  const common = { network: 'ERC20', addresses: 120, block: await chain.head(), at: expect.any(Number) };
  expect(await readChainBalances(database.pool)).toEqual([
    { ...common, asset: 'ETH', balance: '3' },
    { ...common, asset: 'USDT', balance: '0.0015' },
  ]);
  const { rows } = await database.pool.query('select asset, dust from watch_balances order by asset');
  expect(rows).toEqual([
    { asset: 'ETH', dust: '9' },
    { asset: 'USDT', dust: '0' },
  ]);
});

it('adds up Bitcoin through an Esplora and through a node', async () => {
  const bitcoin = await BitcoinChain.start();
  const deriver = new AddressDeriver('bitcoin', XPUB, 'regtest');
  const [first = '', second = ''] = [deriver.address(1), deriver.address(2)];
  await publish('bitcoin', [first, second]);
  bitcoin.mine([
    { address: first, satoshis: 1_000n },
    { address: second, satoshis: 234n },
    { address: deriver.address(3), satoshis: 9n },
  ]);
  const network: BitcoinNetwork = {
    name: 'BTC',
    title: 'Bitcoin',
    family: 'bitcoin',
    chain: 'regtest',
    assets: [{ asset: 'BTC', contract: undefined, decimals: 8 }],
    confirmations: 1,
    blockSeconds: 600,
    explorer: undefined,
  };
  for (const url of [bitcoin.url, `node+${bitcoin.url}`]) {
    await database.pool.query(`delete from watch_balances where network = 'BTC'`);
    const reader = balanceReaderOf(network, url)!;
    await lookAtBalances(database.pool, { network, reader, isStopping: () => false });
    const found = (await readChainBalances(database.pool)).find(({ asset }) => asset === 'BTC');
    expect(found, url).toMatchObject({ balance: '0.00001234', addresses: 2, block: 1 });
  }
  await bitcoin.stop();
});
