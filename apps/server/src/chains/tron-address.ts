import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';

const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
export const base58check = createBase58check(sha256);

/** Every Tron address starts with this byte, which makes the text start with T. */
const PREFIX = 0x41;
const BYTES = 21;

export const tronAddress = (account: Uint8Array): string => base58check.encode(Uint8Array.of(PREFIX, ...account));

/** The 20 bytes of the account; undefined unless it is an address with a right checksum. */
export function tronAccount(address: string): Uint8Array | undefined {
  const bytes = decoded(address);
  return bytes?.length === BYTES && bytes[0] === PREFIX ? bytes.subarray(1) : undefined;
}

export function tronAddressProblem(address: string): 'malformed' | 'checksum' | undefined {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return 'malformed';
  return tronAccount(address) === undefined ? 'checksum' : undefined;
}

function decoded(address: string): Uint8Array | undefined {
  try {
    return base58check.decode(address);
  } catch {
    return undefined;
  }
}
