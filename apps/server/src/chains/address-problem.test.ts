import { addressFault } from '@glasshouse/rules/address';
import { RIGHT_BITCOIN_ADDRESSES, WRONG_BITCOIN_ADDRESSES } from '@glasshouse/rules/testing/bitcoin-addresses';
import { describe, expect, it } from 'vitest';
import { addressProblem, canonicalAddress } from './address-problem.ts';
import type { BitcoinNetwork, Network } from './network.ts';
import { Networks } from './networks.ts';
import { canonicalTxHash, txHashProblem } from './tx-hash.ts';

const networks = new Networks();
const named = (name: string): Network => networks.networkOf(name)!;

const valid: readonly (readonly [network: string, address: string])[] = [
  // EIP-55
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ERC20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['BEP20', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['POLYGON', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['ARBITRUM', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['BASE', '0xde709f2102306220921060314715629080e2fb77'],
  ['TRC20', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  // BIP-173 and BIP-350
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
];

const refused: readonly (readonly [network: string, address: string, problem: string])[] = [
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'malformed'],
  ['ERC20', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'malformed'],
  ['ERC20', 'vitalik.eth', 'malformed'],
  // BIP-21 and EIP-681: the address must be entered alone, since the rest would be lost silently.
  ['BTC', 'bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'paymentLink'],
  ['BTC', 'bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=0.5&label=Anna', 'paymentLink'],
  ['BTC', 'BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'paymentLink'],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=0.5', 'paymentLink'],
  ['ERC20', 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1?value=1e18', 'paymentLink'],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1?value=1e18', 'paymentLink'],
  [
    'ERC20',
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=1',
    'paymentLink',
  ],
  ['TRC20', 'tron:TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH?amount=5', 'paymentLink'],
  ['ERC20', 'https://example.org/address/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'malformed'],
  ['ERC20', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'otherNetwork'],
  ['ERC20', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'otherNetwork'],
  ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'contract'],
  ['ERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'contract'],
  ['BEP20', '0x55d398326f99059fF775485246999027B3197955', 'contract'],
  // The contract of another network is no recipient either.
  ['BEP20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'contract'],
  ['ERC20', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'contract'],
  ['ERC20', '0x0000000000000000000000000000000000000000', 'burn'],
  ['ERC20', '0x0000000000000000000000000000000000000001', 'burn'],
  ['ERC20', '0x000000000000000000000000000000000000dEaD', 'burn'],
  ['TRC20', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh', 'checksum'],
  ['TRC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'otherNetwork'],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'contract'],
  ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'burn'],
  ['BTC', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', 'checksum'],
  ['BTC', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306FYU', 'malformed'],
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'otherNetwork'],
  ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'otherNetwork'],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'checksum'],
  ['BTC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'otherNetwork'],
  // BIP-350: version 1 with the checksum of version 0, version 0 with that of version 1.
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
  ['BTC', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'checksum'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum'],
  // BIP-350 allows these, but nobody can know who may spend them one day.
  ['BTC', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'malformed'],
  ['BTC', 'BC1SW50QGDZ25J', 'malformed'],
];

describe('addressProblem', () => {
  it.each(valid)('%s takes %s', (network, address) => {
    expect(addressProblem(named(network), address)).toBeUndefined();
  });
  it.each(refused)('%s refuses %s: %s', (network, address, problem) => {
    expect(addressProblem(named(network), address)).toBe(problem);
  });

  it('refuses the token contracts of networks of the settings', () => {
    const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    const local: Network = { ...named('BASE'), assets: [{ asset: 'USDT', contract, decimals: 6 }] };
    expect(addressProblem(named('ERC20'), contract)).toBeUndefined();
    expect(addressProblem(named('ERC20'), contract, { networks: new Networks([local]).all })).toBe('contract');
  });

  it.each([...RIGHT_BITCOIN_ADDRESSES.map((address) => ['right', address] as const), ...WRONG_BITCOIN_ADDRESSES])(
    'judges a Bitcoin address as the pages do (%s): %s',
    (_, address) => {
      const isRight = RIGHT_BITCOIN_ADDRESSES.includes(address);
      expect(addressProblem(named('BTC'), address) === undefined).toBe(isRight);
      expect(addressFault('bitcoin', address) === undefined).toBe(isRight);
    },
  );

  it('refuses our own deposit addresses', () => {
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    expect(addressProblem(named('BTC'), address, { isOurs: (candidate) => candidate === address })).toBe('ours');
  });

  it('takes the addresses of the chain that a Bitcoin node is on', () => {
    const regtest: BitcoinNetwork = { ...(named('BTC') as BitcoinNetwork), chain: 'regtest' };
    expect(addressProblem(regtest, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')).toBeUndefined();
    expect(addressProblem(regtest, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBe('otherNetwork');
  });

  it('refuses every address with one letter changed, unless it carries no checksum', () => {
    for (const [network, address] of valid) {
      if (/^0x[^A-F]+$|^0x[^a-f]+$/.test(address)) continue;
      const at = address.length - 3;
      const changed = address.slice(0, at) + (address[at] === 'q' ? 'p' : 'q') + address.slice(at + 1);
      expect(addressProblem(named(network), changed), changed).toBeDefined();
    }
  });
});

describe('spellings', () => {
  it('has one for each address and hash', () => {
    expect(canonicalAddress(named('ERC20'), '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    );
    expect(canonicalAddress(named('BTC'), 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    const base58 = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
    expect(canonicalAddress(named('BTC'), base58)).toBe(base58);
    expect(canonicalTxHash(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`);
  });

  it.each([
    ['ERC20', `0x${'ab'.repeat(32)}`, undefined],
    ['ERC20', 'ab'.repeat(32), 'malformed'],
    ['ERC20', `0x${'ab'.repeat(31)}`, 'malformed'],
    ['BTC', 'AB'.repeat(32), undefined],
    ['BTC', `0x${'ab'.repeat(32)}`, 'malformed'],
    ['TRC20', 'ab'.repeat(32), undefined],
    ['TRC20', 'https://tronscan.org', 'malformed'],
  ])('%s hash %s: %s', (network, hash, problem) => {
    expect(txHashProblem(named(network), hash)).toBe(problem);
  });
});
