/**
 * Addresses by their checksums: the examples of EIP-55, BIP-173 and BIP-350, Bitcoin's and Tron's
 * own, and every single wrong character in them.
 */
import { expect, test } from 'vitest';
import { type AddressFormat, addressFault, addressLoss } from './address.ts';
import { RIGHT_BITCOIN_ADDRESSES, WRONG_BITCOIN_ADDRESSES } from './testing/bitcoin-addresses.ts';

const RIGHT: readonly (readonly [AddressFormat, string])[] = [
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['evm', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
];

test.each(RIGHT)('%s: %s is right', (format, address) => {
  expect(addressFault(format, address)).toBeUndefined();
});

test('an Ethereum address in one case has no checksum to check', () => {
  expect(addressFault('evm', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBeUndefined();
});

test.each(RIGHT)('%s: %s with any one character replaced is wrong', (format, address) => {
  for (let index = 0; index < address.length; index += 1) {
    const digit = address[index] === '2' ? '3' : '2';
    const wrong = address.slice(0, index) + digit + address.slice(index + 1);
    expect(addressFault(format, wrong), wrong).toBeDefined();
  }
});

test.each([
  ['evm', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'prefix'],
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'length'],
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'characters'],
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
  ['tron', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'prefix'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'length'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60', 'characters'],
  ['bitcoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'prefix'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3', 'length'],
  ['bitcoin', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'characters'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
] as const)('%s: %s has the wrong %s', (format, address, fault) => {
  expect(addressFault(format, address)).toBe(fault);
});

test.each(RIGHT_BITCOIN_ADDRESSES)('bitcoin: %s is right', (address) => {
  expect(addressFault('bitcoin', address)).toBeUndefined();
});

test.each(WRONG_BITCOIN_ADDRESSES)('bitcoin: %s is wrong: %s', (_, address) => {
  expect(addressFault('bitcoin', address)).toBeDefined();
});

const CONTRACTS = ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'];
test.each([
  ['evm', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'contract'],
  ['evm', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'contract'],
  ['evm', '0x0000000000000000000000000000000000000000', 'burn'],
  ['evm', '0x0000000000000000000000000000000000000004', 'burn'],
  ['evm', '0x000000000000000000000000000000000000dEaD', 'burn'],
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', undefined],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'contract'],
  ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'burn'],
  ['tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', undefined],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', undefined],
] as const)('%s: what is sent to %s is lost: %s', (format, address, loss) => {
  expect(addressLoss(format, address, CONTRACTS)).toBe(loss);
});
