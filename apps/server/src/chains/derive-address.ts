import { createHash, ECDH } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { nestedAddress, segwitAddress } from './bitcoin-address.ts';
import { accountOf, checksummed } from './evm-address.ts';
import { type ExtendedKey, readExtendedKey } from './extended-key.ts';
import type { BitcoinChain, Family } from './network.ts';
import { tronAddress } from './tron-address.ts';

/** Non-hardened indexes end here; they are all that a public key can derive. */
export const INDEX_MAX = 2 ** 31 - 1;

/** In BIP-44 this depth is the account's branch of receiving addresses (`m/84'/0'/0'/0`). */
const BRANCH_DEPTH = 4;

/** Makes the deposit addresses of one family from the operator's extended public key. */
export class AddressDeriver {
  readonly #family: Family;
  readonly #branch: HDKey;
  readonly #extended: ExtendedKey;
  readonly #chain: BitcoinChain;

  /** Throws on a wrong key: settings are checked with `readExtendedKey` first. */
  constructor(family: Family, key: string, chain?: BitcoinChain) {
    const read = readExtendedKey(family, key);
    if (!read.ok) throw new Error(`The key of ${family} ${read.problem}.`);
    this.#family = family;
    this.#extended = read.extended;
    this.#chain = chain ?? (read.extended.isTest ? 'test' : 'main');
    // Wallets export the account (`m/44'/60'/0'`) and show its receiving addresses at `0/index`.
    const { key: extendedKey } = read.extended;
    this.#branch = extendedKey.depth < BRANCH_DEPTH ? extendedKey.deriveChild(0) : extendedKey;
  }

  /** `index` is the user's id. */
  address(index: number): string {
    if (!Number.isSafeInteger(index) || index < 0 || INDEX_MAX < index) {
      throw new RangeError(`an index is from 0 to ${INDEX_MAX}, not ${index}`);
    }
    const child = this.#branch.deriveChild(index);
    if (this.#family === 'bitcoin') return this.#bitcoinAddress(child);
    const account = accountOf(uncompressed(child.publicKey!));
    return this.#family === 'tron' ? tronAddress(account) : checksummed(Buffer.from(account).toString('hex'));
  }

  #bitcoinAddress(child: HDKey): string {
    const keyHash = child.pubKeyHash!;
    if (this.#extended.kind !== 'nested') return segwitAddress(this.#chain, keyHash);
    return nestedAddress(this.#chain, hash160(Uint8Array.of(0, keyHash.length, ...keyHash)));
  }
}

/** One address; `AddressDeriver` is quicker for many of one key. */
export const deriveAddress = (family: Family, key: string, index: number): string =>
  new AddressDeriver(family, key).address(index);

const uncompressed = (key: Uint8Array): Uint8Array =>
  ECDH.convertKey(key, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer;

const hash160 = (data: Uint8Array): Uint8Array =>
  createHash('ripemd160').update(createHash('sha256').update(data).digest()).digest();
