import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import { AddressDeriver, deriveAddress, INDEX_MAX } from './derive-address.ts';
import { readExtendedKey } from './extended-key.ts';

/** Addresses against published vectors: BIP-32, BIP-49, BIP-84, and the well-known test wallets. */

const seedOf = (words: string): Buffer => pbkdf2Sync(words, 'mnemonic', 2_048, 64, 'sha512');
const ABANDON = seedOf(`${'abandon '.repeat(11)}about`);
const JUNK = seedOf(`${'test '.repeat(11)}junk`);
const accountKey = (seed: Buffer, path: string): HDKey => HDKey.fromMasterSeed(seed).derive(path);

const BIP84_ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const BIP49_UPUB =
  'upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY';

describe('derived addresses', () => {
  it.each([
    ['bitcoin', BIP84_ZPUB, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['bitcoin', BIP84_ZPUB, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['bitcoin', BIP49_UPUB, 0, '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2'],
    ['evm', accountKey(JUNK, "m/44'/60'/0'").publicExtendedKey, 0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['evm', accountKey(JUNK, "m/44'/60'/0'").publicExtendedKey, 1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ['evm', accountKey(JUNK, "m/44'/60'/0'/0").publicExtendedKey, 1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ['tron', accountKey(ABANDON, "m/44'/195'/0'").publicExtendedKey, 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ] as const)('%s %s at %i', (family, key, index, address) => {
    expect(deriveAddress(family, key, index)).toBe(address);
  });

  it('takes an xpub for native segwit, as wallets do that know no zpub', () => {
    const key = accountKey(ABANDON, "m/84'/0'/0'").publicExtendedKey;
    expect(key.startsWith('xpub')).toBe(true);
    expect(deriveAddress('bitcoin', key, 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  });

  it('derives publicly what the private key derives (BIP-32, test vector 2)', () => {
    const root =
      'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
    const read = readExtendedKey('evm', root);
    expect(read.ok && read.extended.key.deriveChild(0).publicExtendedKey).toBe(
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
    );
  });

  it('has an address for every user id, and none beyond the indexes that exist', () => {
    const deriver = new AddressDeriver('bitcoin', BIP84_ZPUB);
    expect(deriver.address(INDEX_MAX)).toMatch(/^bc1q/);
    for (const index of [-1, 1.5, INDEX_MAX + 1, Number.NaN]) {
      expect(() => deriver.address(index)).toThrow(RangeError);
    }
  });
});

describe('extended keys that are refused', () => {
  const account = accountKey(JUNK, "m/44'/60'/0'");
  it.each([
    ['a private key', 'evm', account.privateExtendedKey, 'PRIVATE key (xprv)'],
    ['a key of Bitcoin for Ethereum', 'evm', BIP84_ZPUB, 'expected an xpub'],
    ['a typing error', 'bitcoin', BIP84_ZPUB.replace('rFR7', 'rFR8'), 'checksum'],
    ['an address', 'bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'not an extended public key'],
    ['nothing', 'tron', '', 'checksum'],
  ] as const)('%s', (_what, family, key, problem) => {
    const read = readExtendedKey(family, key);
    expect(read.ok ? '' : read.problem).toContain(problem);
    expect(() => new AddressDeriver(family, key)).toThrow(problem);
  });

  it('says nothing of a private key that it was given', () => {
    const read = readExtendedKey('evm', account.privateExtendedKey);
    expect(JSON.stringify(read)).not.toContain(account.privateExtendedKey.slice(8, 40));
  });
});
