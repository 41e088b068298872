import { MerkleTree, type RunPath } from '@glasshouse/rules/merkle';
import { PartialTree, siblingsOf } from '@glasshouse/rules/partial-tree';
import { type HashedTick, tickHash } from '@glasshouse/rules/tick-hash';
import { packThinned, type TickRange, type UnpackedMinute } from './minute-block.ts';
import { nodeSha256 } from './minute-store.ts';

/** The Merkle tree of a minute, as far as it is known: paths of the ticks that the minute has. */
export interface LeafTree {
  readonly root: Uint8Array;
  path(index: number): Uint8Array[];
  run(first: number, last: number): RunPath;
}

const leavesOf = (ticks: readonly HashedTick[]): Uint8Array[] => ticks.map((tick) => tickHash(tick, nodeSha256));

/** Some 100 ms for 35,000 ticks. */
export const wholeTree = (ticks: readonly HashedTick[]): MerkleTree => new MerkleTree(leavesOf(ticks), nodeSha256);

/**
 * The tree that a block implies; its root is for the caller to compare. Undefined for a thinned
 * minute without any tick, and for one whose ranges and hashes make no tree of that many leaves.
 */
export function leafTree({ ticks, thinned }: UnpackedMinute, tickCount: number): LeafTree | undefined {
  if (thinned === undefined) return wholeTree(ticks);
  const runs = thinned.ranges.map((range) => ({ index: range.index, leaves: leavesOf(range.ticks) }));
  return PartialTree.from(tickCount, runs, thinned.siblings, nodeSha256);
}

/** The place among the leaves of its minute of each tick that a block has, in the same order. */
export function placesOf({ ticks, thinned }: UnpackedMinute): readonly number[] {
  if (thinned === undefined) return ticks.map((_, index) => index);
  return thinned.ranges.flatMap((range) => range.ticks.map((_, offset) => range.index + offset));
}

export interface WholeMinute {
  readonly minuteAt: number;
  /** All of them. */
  readonly ticks: readonly HashedTick[];
  readonly tree: MerkleTree;
  /** Bytes of its block. */
  readonly size: number;
}

export interface ThinnedMinute {
  readonly block: Buffer;
  readonly keptTicks: number;
}

/**
 * A whole minute without the ticks of some instruments. Of the others all ticks stay, and whatever
 * proves them. Undefined where nothing would be dropped, or nothing saved: hashes beside many
 * ranges take more than the ticks between them.
 */
export function thinMinute(
  { minuteAt, ticks, tree, size }: WholeMinute,
  isKept: (code: string) => boolean,
): ThinnedMinute | undefined {
  const ranges = keptRanges(ticks, isKept);
  const keptTicks = ranges.reduce((sum, range) => sum + range.ticks.length, 0);
  if (keptTicks === ticks.length) return undefined;
  const places = ranges.map((range) => ({ first: range.index, last: range.index + range.ticks.length - 1 }));
  const siblings = places.length === 0 ? [] : siblingsOf(tree, places);
  const block = packThinned(minuteAt, { ranges, siblings });
  return block.length < size ? { block, keptTicks } : undefined;
}

/** Instruments beside each other share a range. */
function keptRanges(ticks: readonly HashedTick[], isKept: (code: string) => boolean): TickRange[] {
  const ranges: TickRange[] = [];
  let open: HashedTick[] | undefined;
  let code: string | undefined;
  let isInRange = false;
  for (const [index, tick] of ticks.entries()) {
    if (tick.code !== code) {
      code = tick.code;
      isInRange = isKept(code);
    }
    if (!isInRange) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = [];
      ranges.push({ index, ticks: open });
    }
    open.push(tick);
  }
  return ranges;
}
