import { keccak_256 } from '@noble/hashes/sha3.js';

const LOWER_A = 97;
const UPPER_OFFSET = 32;

/** EIP-55 of 40 hex digits in any case, with `0x`. */
export function checksummed(hex: string): string {
  const digits = hex.toLowerCase();
  const hash = keccak_256(Buffer.from(digits, 'latin1'));
  let text = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index);
    const nibble = index % 2 === 0 ? hash[index >> 1]! >> 4 : hash[index >> 1]! & 15;
    text += String.fromCharCode(LOWER_A <= digit && 8 <= nibble ? digit - UPPER_OFFSET : digit);
  }
  return text;
}

/** The last 20 bytes of the hash of the uncompressed key, as every EVM chain and Tron use them. */
export const accountOf = (uncompressedKey: Uint8Array): Uint8Array =>
  keccak_256(uncompressedKey.subarray(1)).subarray(12);

/**
 * One letter case throughout carries no checksum and is accepted, as wallets do; a mixed one must
 * match.
 */
export function evmAddressProblem(address: string): 'malformed' | 'checksum' | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'malformed';
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return isMixed && checksummed(digits) !== address ? 'checksum' : undefined;
}
