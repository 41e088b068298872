import { createHash } from 'node:crypto';

export interface BitcoinOutput {
  readonly value: bigint;
  /** Place of the script in the bytes of the block. */
  readonly script: number;
  readonly scriptLength: number;
}

export interface BitcoinTransaction {
  /** As people write it: bytes reversed. */
  readonly id: string;
  readonly isCoinbase: boolean;
  readonly outputs: readonly BitcoinOutput[];
}

export interface BitcoinBlock {
  readonly hash: string;
  readonly parentHash: string;
  /** Epoch ms. */
  readonly at: number;
  readonly transactions: readonly BitcoinTransaction[];
}

const HEADER_BYTES = 80;
/** A block of one-input, one-output transactions has far fewer. */
const TRANSACTIONS_MAX = 100_000;
const ITEMS_MAX = 1_000_000;

/**
 * Reads a serialised block and proves it against itself: the transactions make up the Merkle root
 * of the header, and the header's hash has the work that the header claims. Whoever invents a
 * deposit would have to mine for it. `targetMax` is the easiest target that the chain still allows.
 * Throws a `RangeError` on anything else.
 */
export function readBlock(bytes: Buffer, targetMax: bigint): BitcoinBlock {
  const header = bytes.subarray(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) throw new RangeError('a block that ends in its header');
  const hash = sha256d(header);
  assertWork(hash, header.readUInt32LE(72), targetMax);
  const reader = new Reader(bytes, HEADER_BYTES);
  const count = reader.count(TRANSACTIONS_MAX);
  const transactions: BitcoinTransaction[] = [];
  const ids: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id, outputs } = reader.transaction();
    ids.push(id);
    transactions.push({ id: written(id), isCoinbase: index === 0, outputs });
  }
  if (reader.at !== bytes.length) throw new RangeError('a block with bytes after its transactions');
  if (!merkleRoot(ids).equals(header.subarray(36, 68))) throw new RangeError('transactions that are not of the block');
  return {
    hash: written(hash),
    parentHash: written(header.subarray(4, 36)),
    at: header.readUInt32LE(68) * 1_000,
    transactions,
  };
}

class Reader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  transaction(): { readonly id: Buffer; readonly outputs: readonly BitcoinOutput[] } {
    const start = this.at;
    this.#skip(4);
    // BIP-144: no inputs and a flag in their place mark a transaction with witnesses.
    const hasWitness = this.#bytes[this.at] === 0 && this.#bytes[this.at + 1] === 1;
    if (hasWitness) this.#skip(2);
    const body = this.at;
    const inputs = this.count(ITEMS_MAX);
    for (let index = 0; index < inputs; index += 1) {
      this.#skip(36);
      this.#skip(this.count(this.#bytes.length));
      this.#skip(4);
    }
    const outputs: BitcoinOutput[] = [];
    const outputCount = this.count(ITEMS_MAX);
    for (let index = 0; index < outputCount; index += 1) {
      const value = this.#bytes.readBigUInt64LE(this.at);
      this.#skip(8);
      const scriptLength = this.count(this.#bytes.length);
      outputs.push({ value, script: this.at, scriptLength });
      this.#skip(scriptLength);
    }
    const bodyEnd = this.at;
    if (hasWitness) {
      for (let index = 0; index < inputs; index += 1) {
        const items = this.count(ITEMS_MAX);
        for (let item = 0; item < items; item += 1) this.#skip(this.count(this.#bytes.length));
      }
    }
    const lockTime = this.at;
    this.#skip(4);
    const bytes = this.#bytes;
    const id = hasWitness
      ? sha256d(bytes.subarray(start, start + 4), bytes.subarray(body, bodyEnd), bytes.subarray(lockTime, this.at))
      : sha256d(bytes.subarray(start, this.at));
    return { id, outputs };
  }

  /** A CompactSize. */
  count(max: number): number {
    const first = this.#bytes.readUInt8(this.at);
    this.at += 1;
    const value = this.#wide(first);
    if (max < value) throw new RangeError(`a count of ${value}`);
    return value;
  }

  #wide(first: number): number {
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.#bytes.readUInt16LE(this.#skip(2));
    if (first === 0xfe) return this.#bytes.readUInt32LE(this.#skip(4));
    return Number(this.#bytes.readBigUInt64LE(this.#skip(8)));
  }

  /** Where it was before. */
  #skip(bytes: number): number {
    const before = this.at;
    this.at += bytes;
    if (this.#bytes.length < this.at) throw new RangeError('a block that ends too early');
    return before;
  }
}

function merkleRoot(ids: readonly Buffer[]): Buffer {
  if (ids.length === 0) throw new RangeError('a block without transactions');
  let level = [...ids];
  while (1 < level.length) {
    const above: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const right = level[index + 1];
      // CVE-2012-2459: a list that repeats its end has the root of the list without it.
      if (right?.equals(level[index]!)) throw new RangeError('a block that repeats transactions');
      above.push(sha256d(level[index]!, right ?? level[index]!));
    }
    level = above;
  }
  return level[0]!;
}

/** The hash, read as a number, is at most the target that `bits` encodes. */
function assertWork(hash: Buffer, bits: number, targetMax: bigint): void {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  const target = exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
  if (targetMax < target) throw new RangeError('a block that was too easy to make');
  if (target < BigInt(`0x${written(hash)}`)) throw new RangeError('a block without the work that it claims');
}

function sha256d(...parts: readonly Uint8Array[]): Buffer {
  const first = createHash('sha256');
  for (const part of parts) first.update(part);
  return createHash('sha256').update(first.digest()).digest();
}

const written = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');
