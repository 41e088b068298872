import type { BitcoinChain, Network } from '../network.ts';
import { bitcoinKeyOf } from './bitcoin-script.ts';

/** What an address is of, so that one hash under two kinds of script is not mistaken. */
export const KIND = { account: 0, segwit: 1, script: 2, key: 3 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

const KEY_BYTES = 20;
/** Entry: kind, key. */
const STRIDE = KEY_BYTES + 1;
const SLOTS_FIRST = 1 << 12;
/** 2²⁴ slots hold eight million addresses in 420 MB. */
const SLOTS_MAX = 1 << 24;

/**
 * All our addresses of one network, and whose they are: open addressing in one byte array, some 50
 * bytes an address. A `Map` of texts takes 200 and makes every full GC visit them.
 */
export class AddressSet {
  #entries = new Uint8Array(SLOTS_FIRST * STRIDE);
  /** User ids, 0 for an empty slot: ids start at 1. */
  #users = new Uint32Array(SLOTS_FIRST);
  #size = 0;
  readonly #scratch = new Uint8Array(KEY_BYTES);

  get size(): number {
    return this.#size;
  }

  /** Memory that it takes, for benches and health. */
  get bytes(): number {
    return this.#entries.byteLength + this.#users.byteLength;
  }

  add(kind: Kind, key: Uint8Array, user: number): void {
    if (key.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
    if (this.#users.length <= this.#size * 2) this.#grow();
    const slot = this.#slotOf(kind, key, 0);
    if (this.#users[slot] === 0) this.#size += 1;
    this.#users[slot] = user;
    this.#entries[slot * STRIDE] = kind;
    this.#entries.set(key, slot * STRIDE + 1);
  }

  /** The user, or 0. Reads 20 bytes from `offset` on. */
  find(kind: Kind, bytes: Uint8Array, offset = 0): number {
    return this.#users[this.#slotOf(kind, bytes, offset)]!;
  }

  /** `find` for 40 hex digits of a text from `start` on; 0 for anything else. */
  findHex(text: string, start: number): number {
    for (let index = 0; index < KEY_BYTES; index += 1) {
      const high = HEX[text.charCodeAt(start + index * 2)] ?? NO_DIGIT;
      const low = HEX[text.charCodeAt(start + index * 2 + 1)] ?? NO_DIGIT;
      if (NO_DIGIT <= (high | low)) return 0;
      this.#scratch[index] = (high << 4) | low;
    }
    return this.find(KIND.account, this.#scratch);
  }

  /**
   * Keys are hashes already, so part of one serves as hash. Which part does not matter for safety:
   * ours come from the operator's key, and nobody can choose them so that they collide.
   */
  #slotOf(kind: Kind, bytes: Uint8Array, offset: number): number {
    const mask = this.#users.length - 1;
    let slot =
      (bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24)) & mask;
    while (this.#users[slot] !== 0 && !this.#holds(slot, kind, bytes, offset)) slot = (slot + 1) & mask;
    return slot;
  }

  #holds(slot: number, kind: Kind, bytes: Uint8Array, offset: number): boolean {
    const at = slot * STRIDE;
    if (this.#entries[at] !== kind) return false;
    for (let index = 0; index < KEY_BYTES; index += 1) {
      if (this.#entries[at + 1 + index] !== bytes[offset + index]) return false;
    }
    return true;
  }

  #grow(): void {
    const users = this.#users;
    const entries = this.#entries;
    if (SLOTS_MAX <= users.length) throw new RangeError('too many addresses for one watcher');
    this.#users = new Uint32Array(users.length * 2);
    this.#entries = new Uint8Array(users.length * 2 * STRIDE);
    for (let from = 0; from < users.length; from += 1) {
      if (users[from] === 0) continue;
      const entry = entries.subarray(from * STRIDE, (from + 1) * STRIDE);
      const slot = this.#slotOf(entry[0] as Kind, entry, 1);
      this.#users[slot] = users[from]!;
      this.#entries.set(entry, slot * STRIDE);
    }
  }
}

const NO_DIGIT = 16;
/** By character code; everything that is no hex digit has a bit above the low four. */
const HEX = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16);
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Adds an address as it was handed out; false when its form is none that a watcher looks for. */
export function addAddress(set: AddressSet, network: Network, address: string, user: number): boolean {
  const found = keyOf(network, address);
  if (found === undefined) return false;
  set.add(found.kind, found.key, user);
  return true;
}

function keyOf(network: Network, address: string): { readonly kind: Kind; readonly key: Uint8Array } | undefined {
  if (network.family === 'bitcoin') return bitcoinKey(network.chain, address);
  if (network.family !== 'evm' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined;
  return { kind: KIND.account, key: Buffer.from(address.slice(2), 'hex') };
}

function bitcoinKey(chain: BitcoinChain, address: string): ReturnType<typeof keyOf> {
  const found = bitcoinKeyOf(chain, address);
  return found === undefined ? undefined : { kind: KIND[found.kind], key: found.key };
}
