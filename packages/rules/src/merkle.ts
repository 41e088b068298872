/**
 * Merkle trees as RFC 6962 defines them: leaves are prefixed with byte 0 and inner nodes with byte
 * 1, so an inner node can never pass for a leaf; on a level with an odd number of nodes the last
 * one moves up unchanged.
 */
import { sha256 } from '@noble/hashes/sha2.js';

/** SHA-256. The server passes Node's, the browser uses @noble/hashes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;
/** 2³² leaves: far more than a minute holds, and an index stays an exact number. */
export const TREE_DEPTH_MAX = 32;

const LEAF = 0;
const NODE = 1;

export function leafHash(data: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  const message = new Uint8Array(1 + data.length);
  message[0] = LEAF;
  message.set(data, 1);
  return hash(message);
}

export function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  const message = new Uint8Array(1 + 2 * HASH_BYTES);
  message[0] = NODE;
  message.set(left, 1);
  message.set(right, 1 + HASH_BYTES);
  return hash(message);
}

/** A tree over hashed leaves. All levels are kept, so a proof is a few look-ups. */
export class MerkleTree {
  readonly size: number;
  readonly root: Uint8Array;
  readonly #levels: readonly (readonly Uint8Array[])[];

  constructor(leaves: readonly Uint8Array[], hash: Sha256 = sha256) {
    this.size = leaves.length;
    const levels: (readonly Uint8Array[])[] = [leaves];
    let level = leaves;
    while (1 < level.length) {
      const next: Uint8Array[] = [];
      for (let index = 0; index < level.length; index += 2) {
        const left = level[index]!;
        const right = level[index + 1];
        next.push(right === undefined ? left : nodeHash(left, right, hash));
      }
      levels.push(next);
      level = next;
    }
    this.#levels = levels;
    // RFC 6962: the root of an empty tree is the hash of the empty string.
    this.root = level[0] ?? hash(new Uint8Array(0));
  }

  /** Siblings from the leaf up to the root. */
  path(index: number): Uint8Array[] {
    if (!Number.isInteger(index) || index < 0 || this.size <= index) throw new RangeError(`no leaf ${index}`);
    const siblings: Uint8Array[] = [];
    let position = index;
    for (const level of this.#levels) {
      const sibling = level[position ^ 1];
      if (1 < level.length && sibling !== undefined) siblings.push(sibling);
      position >>>= 1;
    }
    return siblings;
  }

  /** A node by its height above the leaves and its place among the nodes of that height. */
  node(height: number, index: number): Uint8Array {
    const node = this.#levels[height]?.[index];
    if (node === undefined) throw new RangeError(`no node ${index} at height ${height}`);
    return node;
  }

  /** Siblings of the leaves from `first` to `last`, for `rootFromRun`. */
  run(first: number, last: number): RunPath {
    if (!Number.isInteger(first) || first < 0 || last < first || this.size <= last) {
      throw new RangeError(`no leaves ${first} to ${last}`);
    }
    const [left, right]: [Uint8Array[], Uint8Array[]] = [[], []];
    let [from, to] = [first, last];
    for (const level of this.#levels) {
      if (level.length === 1) break;
      if (from % 2 === 1) left.push(level[from - 1]!);
      const after = level[to + 1];
      if (to % 2 === 0 && after !== undefined) right.push(after);
      from >>>= 1;
      to >>>= 1;
    }
    return { left, right };
  }
}

/**
 * The root implied by a leaf, its place among `size` leaves and its siblings; undefined unless the
 * path has exactly the length that place requires.
 */
export function rootFromPath(
  leaf: Uint8Array,
  place: { readonly index: number; readonly size: number },
  path: readonly Uint8Array[],
  hash: Sha256 = sha256,
): Uint8Array | undefined {
  const { index, size } = place;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size)) return undefined;
  if (index < 0 || size <= index || 2 ** TREE_DEPTH_MAX < size) return undefined;
  let node = leaf;
  let position = index;
  let last = size - 1;
  let used = 0;
  while (0 < last) {
    const isRight = position % 2 === 1;
    if (isRight || position < last) {
      const sibling = path[used];
      if (sibling === undefined || sibling.length !== HASH_BYTES) return undefined;
      node = isRight ? nodeHash(sibling, node, hash) : nodeHash(node, sibling, hash);
      used += 1;
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return used === path.length ? node : undefined;
}

/** The siblings that a run of leaves needs: those left of it and those right of it, from below. */
export interface RunPath {
  readonly left: readonly Uint8Array[];
  readonly right: readonly Uint8Array[];
}

/**
 * The root implied by consecutive leaves, the place of the first among `size` and the siblings on
 * either side; undefined unless these are exactly the ones that the place requires.
 */
export function rootFromRun(
  leaves: readonly Uint8Array[],
  place: { readonly index: number; readonly size: number },
  path: RunPath,
  hash: Sha256 = sha256,
): Uint8Array | undefined {
  const { index, size } = place;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || 2 ** TREE_DEPTH_MAX < size) return undefined;
  if (leaves.length === 0 || index < 0 || size < index + leaves.length) return undefined;
  let nodes = [...leaves];
  let first = index;
  let last = size - 1;
  const left = path.left[Symbol.iterator]();
  const right = path.right[Symbol.iterator]();
  while (0 < last) {
    if (first % 2 === 1) {
      const sibling = left.next().value;
      if (sibling?.length !== HASH_BYTES) return undefined;
      nodes.unshift(sibling);
      first -= 1;
    }
    const end = first + nodes.length - 1;
    if (end % 2 === 0 && end < last) {
      const sibling = right.next().value;
      if (sibling?.length !== HASH_BYTES) return undefined;
      nodes.push(sibling);
    }
    const above: Uint8Array[] = [];
    for (let at = 0; at < nodes.length; at += 2) {
      const second = nodes[at + 1];
      above.push(second === undefined ? nodes[at]! : nodeHash(nodes[at]!, second, hash));
    }
    nodes = above;
    first = Math.floor(first / 2);
    last = Math.floor(last / 2);
  }
  const isUsedUp = left.next().done === true && right.next().done === true;
  return isUsedUp ? nodes[0] : undefined;
}
