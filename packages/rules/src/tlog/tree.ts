/**
 * An append-only Merkle tree as RFC 6962 section 2.1 defines it, and what it proves: that an entry
 * is in a tree of a size, and that one tree begins with another. Verification follows RFC 9162
 * sections 2.1.3.2 and 2.1.4.2. Sizes and indexes are exact numbers; hashes have 32 bytes.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES, nodeHash, type Sha256 } from '../merkle.ts';

/** A path has at most as many hashes as a size has bits. */
export const PROOF_HASHES_MAX = 63;

export const emptyRoot = (hash: Sha256 = sha256): Uint8Array => hash(new Uint8Array(0));

const isSize = (value: number): boolean => Number.isSafeInteger(value) && 0 <= value;
const areHashes = (hashes: readonly Uint8Array[]): boolean =>
  hashes.length <= PROOF_HASHES_MAX && hashes.every(({ length }) => length === HASH_BYTES);
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** The largest power of two below a count of at least two: where RFC 6962 splits a tree. */
export function splitOf(count: number): number {
  let split = 1;
  while (2 * split < count) split *= 2;
  return split;
}

/** The root over hashes of complete subtrees of one size, of which the last may be incomplete. */
export function rootOf(hashes: readonly Uint8Array[], hash: Sha256 = sha256): Uint8Array {
  if (hashes.length === 0) return emptyRoot(hash);
  if (hashes.length === 1) return hashes[0]!;
  const split = splitOf(hashes.length);
  return nodeHash(rootOf(hashes.slice(0, split), hash), rootOf(hashes.slice(split), hash), hash);
}

/** Whether a leaf hash is at this index of the tree with this size and root. */
export function inclusionHolds(
  leaf: Uint8Array,
  tree: { readonly index: number; readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
  hash: Sha256 = sha256,
): boolean {
  const { index, size, root } = tree;
  if (!isSize(index) || !isSize(size) || size <= index || leaf.length !== HASH_BYTES || !areHashes(proof)) return false;
  let node = leaf;
  let position = index;
  let last = size - 1;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(position) || position === last) {
      node = nodeHash(sibling, node, hash);
      while (!isOdd(position) && position !== 0) {
        position = half(position);
        last = half(last);
      }
    } else {
      node = nodeHash(node, sibling, hash);
    }
    position = half(position);
    last = half(last);
  }
  return last === 0 && isSameHash(node, root);
}

export interface TreeState {
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * Whether the newer tree begins with every entry of the older one, in order. The empty tree is the
 * beginning of any tree and needs no proof; the same size needs the same root and no proof.
 */
export function consistencyHolds(
  older: TreeState,
  newer: TreeState,
  proof: readonly Uint8Array[],
  hash: Sha256 = sha256,
): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || newer.size < older.size || !areHashes(proof)) return false;
  if (older.root.length !== HASH_BYTES || newer.root.length !== HASH_BYTES) return false;
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isSameHash(older.root, emptyRoot(hash));
  // Where the older tree is a complete subtree of the newer one, its root is the first hash.
  const hashes = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof];
  const first = hashes.shift();
  if (first === undefined) return false;
  let position = older.size - 1;
  let last = newer.size - 1;
  while (isOdd(position)) {
    position = half(position);
    last = half(last);
  }
  let oldNode = first;
  let newNode = first;
  for (const sibling of hashes) {
    if (last === 0) return false;
    if (isOdd(position) || position === last) {
      oldNode = nodeHash(sibling, oldNode, hash);
      newNode = nodeHash(sibling, newNode, hash);
      while (!isOdd(position) && position !== 0) {
        position = half(position);
        last = half(last);
      }
    } else {
      newNode = nodeHash(newNode, sibling, hash);
    }
    position = half(position);
    last = half(last);
  }
  return last === 0 && isSameHash(oldNode, older.root) && isSameHash(newNode, newer.root);
}

/** By division: a size may be beyond the 32 bits of a shift. */
function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (1 < rest && !isOdd(rest)) rest /= 2;
  return rest === 1;
}
