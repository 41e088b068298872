/**
 * Merkle trees of which only some runs of leaves are known, and the hashes beside them that lead to
 * the root: what is left of a minute when ticks that nobody needs are dropped. It has the root of
 * the whole tree, and the same paths for every leaf that it knows.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES, type MerkleTree, nodeHash, type RunPath, type Sha256, TREE_DEPTH_MAX } from './merkle.ts';

/** Consecutive leaves, from the place of the first one on. */
export interface LeafRun {
  readonly index: number;
  readonly leaves: readonly Uint8Array[];
}

/** Places of consecutive leaves, both included. */
export interface LeafRange {
  readonly first: number;
  readonly last: number;
}

type Level = ReadonlyMap<number, Uint8Array>;

export class PartialTree {
  readonly size: number;
  readonly root: Uint8Array;
  readonly #levels: readonly Level[];

  private constructor(size: number, root: Uint8Array, levels: readonly Level[]) {
    this.size = size;
    this.root = root;
    this.#levels = levels;
  }

  /**
   * Undefined unless the runs are in order, apart and within the tree, and the hashes are exactly
   * as many as they need. Whether `root` is the right one is for the caller to compare.
   *
   * @param siblings from the leaves up, on each level from left to right, as `siblingsOf` has them
   */
  static from(
    size: number,
    runs: readonly LeafRun[],
    siblings: readonly Uint8Array[],
    hash: Sha256 = sha256,
  ): PartialTree | undefined {
    const ranges = runs.map(({ index, leaves }) => ({ first: index, last: index + leaves.length - 1 }));
    if (!areRanges(size, ranges)) return undefined;
    const leaves = new Map<number, Uint8Array>();
    for (const run of runs) for (const [offset, leaf] of run.leaves.entries()) leaves.set(run.index + offset, leaf);
    let known = [...leaves.keys()];
    let used = 0;
    const next = (): Uint8Array | undefined => {
      const sibling = siblings[used];
      used += 1;
      return sibling?.length === HASH_BYTES ? sibling : undefined;
    };
    const levels: Level[] = [];
    let level = leaves;
    for (let width = size; ; width = Math.ceil(width / 2)) {
      levels.push(level);
      if (width === 1) break;
      const above = new Map<number, Uint8Array>();
      for (const index of missingSiblings(known, width)) {
        const sibling = next();
        if (sibling === undefined) return undefined;
        level.set(index, sibling);
      }
      for (const [index, node] of level) {
        if (index % 2 === 1) continue;
        const right = level.get(index + 1);
        above.set(index / 2, right === undefined ? node : nodeHash(node, right, hash));
      }
      known = parentsOf(known);
      level = above;
    }
    const root = level.get(0);
    return used === siblings.length && root !== undefined ? new PartialTree(size, root, levels) : undefined;
  }

  /** Siblings from the leaf up to the root; throws for a leaf that is not known. */
  path(index: number): Uint8Array[] {
    this.#refuseUnknown(index);
    const siblings: Uint8Array[] = [];
    let position = index;
    for (const [height, level] of this.#levels.entries()) {
      const sibling = level.get(position ^ 1);
      if (height + 1 < this.#levels.length && sibling !== undefined) siblings.push(sibling);
      position >>>= 1;
    }
    return siblings;
  }

  /** Siblings of the leaves from `first` to `last`, all of which must be known. */
  run(first: number, last: number): RunPath {
    for (let index = first; index <= last; index += 1) this.#refuseUnknown(index);
    const [left, right]: [Uint8Array[], Uint8Array[]] = [[], []];
    let [from, to] = [first, last];
    for (const level of this.#levels.slice(0, -1)) {
      if (from % 2 === 1) left.push(level.get(from - 1)!);
      const after = level.get(to + 1);
      if (to % 2 === 0 && after !== undefined) right.push(after);
      from >>>= 1;
      to >>>= 1;
    }
    return { left, right };
  }

  #refuseUnknown(index: number): void {
    // A leaf's neighbour may be among the hashes without being known itself: its path is as well.
    if (!Number.isInteger(index) || this.#levels[0]?.has(index) !== true) throw new RangeError(`no leaf ${index}`);
  }
}

/** The hashes that `PartialTree.from` needs beside these leaves of a tree, in its order. */
export function siblingsOf(tree: MerkleTree, ranges: readonly LeafRange[]): Uint8Array[] {
  if (!areRanges(tree.size, ranges)) throw new RangeError('these are no ranges of the tree');
  const siblings: Uint8Array[] = [];
  let known: number[] = [];
  for (const { first, last } of ranges) for (let index = first; index <= last; index += 1) known.push(index);
  let width = tree.size;
  for (let height = 0; 1 < width; height += 1) {
    const missing = missingSiblings(known, width);
    for (const index of missing) siblings.push(tree.node(height, index));
    known = parentsOf(known);
    width = Math.ceil(width / 2);
  }
  return siblings;
}

/** Nodes of a level that are needed beside the known ones, in ascending order as these are. */
function missingSiblings(known: readonly number[], width: number): number[] {
  const have = new Set(known);
  return known.map((index) => index ^ 1).filter((index) => index < width && !have.has(index));
}

const parentsOf = (known: readonly number[]): number[] => [...new Set(known.map((index) => Math.floor(index / 2)))];

function areRanges(size: number, ranges: readonly LeafRange[]): boolean {
  if (!Number.isSafeInteger(size) || size < 1 || 2 ** TREE_DEPTH_MAX < size || ranges.length === 0) return false;
  return ranges.every(({ first, last }, index) => {
    const before = ranges[index - 1]?.last ?? -1;
    return Number.isSafeInteger(first) && before < first && first <= last && last < size;
  });
}
