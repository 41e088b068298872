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

/**
 * Why what is sent to a well-formed address is lost. `contract`: a token's contract keeps it, on
 * every network of its family. `burn`: nobody has the key.
 */
export type AddressLoss = 'contract' | 'burn';

export function addressLoss(
  format: AddressFormat,
  address: string,
  contracts: readonly string[],
): AddressLoss | undefined {
  const spelling = (text: string): string => (format === 'evm' ? text.toLowerCase() : text);
  const spelled = spelling(address);
  if (contracts.some((contract) => spelling(contract) === spelled)) return 'contract';
  return isBurn(format, spelled) ? 'burn' : undefined;
}

const EVM_BURN = `0x${'0'.repeat(36)}dead`;
/** The zero address and the precompiled contracts (1 to 0xffff). */
const EVM_LOWEST = `0x${'0'.repeat(36)}`;
const TRON_ZERO = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

function isBurn(format: AddressFormat, address: string): boolean {
  if (format === 'tron') return address === TRON_ZERO;
  return format === 'evm' && (address.startsWith(EVM_LOWEST) || address === EVM_BURN);
}

/** `bitcoin:…`, `ethereum:…` and other names of coins; web addresses have slashes after theirs. */
const SCHEME = /^[a-z][a-z0-9+.-]{2,30}:(?!\/\/)/i;
/** What follows the address in a link: an amount, a chain, a call (BIP-21, EIP-681). */
const MORE_THAN_ADDRESS = /^[0-9a-z]{20,90}[?@/]/i;

/** Whether it is a link that a wallet would open, or a piece of one, rather than an address. */
export const isPaymentLink = (text: string): boolean => SCHEME.test(text) || MORE_THAN_ADDRESS.test(text);

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
  if (number !== 0n) return undefined;
  // Each leading one is a zero byte, neither more nor fewer.
  const ones = /^1*/.exec(text)![0].length;
  const firstUsed = bytes.findIndex((byte) => byte !== 0);
  return ones === (firstUsed === -1 ? size : firstUsed) ? bytes : undefined;
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32_CHECKSUM = 1;
const BECH32M_CHECKSUM = 0x2bc830a3;
/** `bc` as BIP-173 expands it. */
const HUMAN_PART = [3, 3, 0, 2, 3];
const CHECKSUM_CHARACTERS = 6;
/**
 * Characters of a program by version: 20 or 32 bytes for 0, 32 for 1. Money sent to other lengths,
 * or to versions that have no meaning yet, is anybody's.
 */
const PROGRAM_CHARACTERS: Readonly<Record<number, readonly number[]>> = { 0: [32, 52], 1: [52] };
/** 32 bytes fill 52 characters but for the last four bits, which are zero. */
const PADDED_CHARACTERS = 52;
const PADDING_BITS = 15;

/** BIP-173 for version 0, BIP-350 for version 1. */
function segwitFault(address: string): AddressFault | undefined {
  const lower = address.toLowerCase();
  if (address !== lower && address !== address.toUpperCase()) return 'characters';
  const data = [...lower.slice(3)].map((character) => BECH32.indexOf(character));
  if (data.includes(-1)) return 'characters';
  const [version = 0, ...words] = data;
  const lengths = PROGRAM_CHARACTERS[version];
  if (lengths === undefined) return 'prefix';
  const program = words.slice(0, -CHECKSUM_CHARACTERS);
  if (!lengths.includes(program.length)) return 'length';
  const isPadded = program.length === PADDED_CHARACTERS && ((program.at(-1) ?? 0) & PADDING_BITS) !== 0;
  const checksum = version === 0 ? BECH32_CHECKSUM : BECH32M_CHECKSUM;
  return isPadded || polymod([...HUMAN_PART, ...data]) !== checksum ? 'checksum' : undefined;
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
