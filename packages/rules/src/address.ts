/**
 * Whether a text is an address of a network, by the network's own checksum. A page uses it while
 * the address is typed; the server checks again before any money is held.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export type AddressFormat = 'evm' | 'tron' | 'bitcoin';

/**
 * `characters`: one that never occurs. `length`: too short or too long. `prefix`: an address of
 * another network. `checksum`: all of that fits, but at least one character is wrong.
 */
export type AddressFault = 'characters' | 'length' | 'prefix' | 'checksum';

/** The fault of an address, or undefined for one that is right. */
export function addressFault(format: AddressFormat, address: string): AddressFault | undefined {
  switch (format) {
    case 'evm':
      return evmFault(address);
    case 'tron':
      return tronFault(address);
    case 'bitcoin':
      return bitcoinFault(address);
  }
}

const EVM_LENGTH = 42;

/** All lower or all upper case carries no checksum; mixed case is EIP-55. */
function evmFault(address: string): AddressFault | undefined {
  if (!address.startsWith('0x')) return 'prefix';
  const digits = address.slice(2);
  if (!/^[0-9a-fA-F]*$/.test(digits)) return 'characters';
  if (address.length !== EVM_LENGTH) return 'length';
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined;
  return checksummedEvm(digits.toLowerCase()) === address ? undefined : 'checksum';
}

/** EIP-55: a letter is upper case where the hash of the lower-case address has a high digit. */
function checksummedEvm(lower: string): string {
  const hash = keccak_256(new TextEncoder().encode(lower));
  const digits = [...lower].map((digit, index) => {
    const byte = hash[index >> 1] as number;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15;
    return 8 <= nibble ? digit.toUpperCase() : digit;
  });
  return `0x${digits.join('')}`;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TRON_VERSION = 0x41;
const TRON_LENGTH = 34;

function tronFault(address: string): AddressFault | undefined {
  if (!address.startsWith('T')) return 'prefix';
  return base58Fault(address, { shortest: TRON_LENGTH, longest: TRON_LENGTH, versions: [TRON_VERSION] });
}

/** 0 pays to a key (1…), 5 to a script (3…). */
const BITCOIN_VERSIONS = [0, 5];

function bitcoinFault(address: string): AddressFault | undefined {
  if (/^bc1/i.test(address)) return segwitFault(address);
  if (!/^[13]/.test(address)) return 'prefix';
  return base58Fault(address, { shortest: 26, longest: 35, versions: BITCOIN_VERSIONS });
}

interface Base58Rule {
  readonly shortest: number;
  readonly longest: number;
  readonly versions: readonly number[];
}

/** A version byte, twenty bytes of hash and four of checksum. */
const PAYLOAD_BYTES = 21;
const CHECKSUM_BYTES = 4;

function base58Fault(address: string, { shortest, longest, versions }: Base58Rule): AddressFault | undefined {
  if ([...address].some((character) => !BASE58.includes(character))) return 'characters';
  if (address.length < shortest || longest < address.length) return 'length';
  const bytes = base58Bytes(address, PAYLOAD_BYTES + CHECKSUM_BYTES);
  if (bytes === undefined) return 'length';
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const checksum = sha256(sha256(payload));
  for (let index = 0; index < CHECKSUM_BYTES; index += 1) {
    if (checksum[index] !== bytes[PAYLOAD_BYTES + index]) return 'checksum';
  }
  return versions.includes(payload[0] as number) ? undefined : 'prefix';
}

/** Undefined if the number does not fit. */
function base58Bytes(text: string, size: number): Uint8Array | undefined {
  let number = 0n;
  for (const character of text) number = number * 58n + BigInt(BASE58.indexOf(character));
  const bytes = new Uint8Array(size);
  for (let index = size - 1; 0 <= index; index -= 1) {
    bytes[index] = Number(number & 255n);
    number >>= 8n;
  }
  return number === 0n ? bytes : undefined;
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32_CHECKSUM = 1;
const BECH32M_CHECKSUM = 0x2bc830a3;
/** `bc` as BIP-173 expands it. */
const HUMAN_PART = [3, 3, 0, 2, 3];
const SEGWIT_SHORTEST = 42;
const SEGWIT_LONGEST = 62;
const CHECKSUM_CHARACTERS = 6;

/** BIP-173 for version 0, BIP-350 for later ones. */
function segwitFault(address: string): AddressFault | undefined {
  const lower = address.toLowerCase();
  if (address !== lower && address !== address.toUpperCase()) return 'characters';
  const data = [...lower.slice(3)].map((character) => BECH32.indexOf(character));
  if (data.includes(-1)) return 'characters';
  const version = data[0] ?? 0;
  const wanted = version === 0 ? BECH32_CHECKSUM : BECH32M_CHECKSUM;
  const isRight = polymod([...HUMAN_PART, ...data]) === wanted;
  const programBytes = Math.floor(((data.length - 1 - CHECKSUM_CHARACTERS) * 5) / 8);
  const fits = version === 0 ? programBytes === 20 || programBytes === 32 : 2 <= programBytes && programBytes <= 40;
  if (!fits || address.length < SEGWIT_SHORTEST || SEGWIT_LONGEST < address.length) return 'length';
  return isRight ? undefined : 'checksum';
}

function polymod(values: readonly number[]): number {
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of BECH32_GENERATOR.entries()) {
      if (((top >>> bit) & 1) === 1) checksum ^= generator;
    }
  }
  return checksum >>> 0;
}
