/**
 * What is left of a tree leads to its root, and to nothing else: every range of every tree of up to
 * forty leaves, and any set of ranges of larger ones.
 */
import { hash as nodeHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash, MerkleTree, rootFromPath, rootFromRun } from './merkle.ts';
import { type LeafRange, type LeafRun, PartialTree, siblingsOf } from './partial-tree.ts';

/** Some hundred thousand of them: the browser's own takes half a minute for that. */
const sha256 = (bytes: Uint8Array): Uint8Array => nodeHash('sha256', bytes, 'buffer');
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');
const LEAVES = Array.from({ length: 200 }, (_, index) => leafHash(Uint8Array.of(index)));

const flipped = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[(bit >> 3) % copy.length]! ^= 1 << (bit & 7);
  return copy;
};
const put = <Item>(items: readonly Item[], at: number, item: Item): Item[] => items.with(at, item);
const runOf = ({ first, last }: LeafRange) => ({ index: first, leaves: LEAVES.slice(first, last + 1) });
const partialOf = (size: number, runs: readonly LeafRun[], siblings: readonly Uint8Array[]) =>
  PartialTree.from(size, runs, siblings, sha256);
const rootOf = (...parts: Parameters<typeof partialOf>) => hex(partialOf(...parts)?.root);

function* rangesUpTo(size: number): Generator<LeafRange> {
  for (let first = 0; first < size; first += 1) for (let last = first; last < size; last += 1) yield { first, last };
}

/** Ranges in order, each apart from the one before it or right beside it. */
const treeAndRanges = fc.integer({ min: 1, max: 200 }).chain((size) =>
  fc.tuple(
    fc.constant(new MerkleTree(LEAVES.slice(0, size), sha256)),
    fc.uniqueArray(fc.nat({ max: size - 1 }), { minLength: 1, maxLength: 12 }).map((places) => {
      const sorted = places.sort((left, right) => left - right);
      const ranges: LeafRange[] = [];
      for (let at = 0; at < sorted.length; at += 2)
        ranges.push({ first: sorted[at]!, last: sorted[at + 1] ?? sorted[at]! });
      return ranges;
    }),
  ),
);

describe('a range of leaves', () => {
  it('leads to the root in every tree of 1 to 40 leaves, by either kind of proof', () => {
    for (let size = 1; size <= 40; size += 1) {
      const tree = new MerkleTree(LEAVES.slice(0, size), sha256);
      const root = hex(tree.root);
      for (const range of rangesUpTo(size)) {
        const { first, last } = range;
        const path = tree.run(first, last);
        const partial = partialOf(size, [runOf(range)], siblingsOf(tree, [range]));
        const again = partial?.run(first, last) ?? { left: [], right: [] };
        const reached = hex(rootFromRun(runOf(range).leaves, { index: first, size }, path, sha256));
        const paths = [path, again].map(({ left, right }) => [...left, ...right].map(hex).join());
        expect([reached, hex(partial?.root), paths[1]]).toEqual([root, root, paths[0]]);
      }
    }
  });

  it('leads elsewhere with another leaf, another hash beside it or another boundary', () => {
    const believed: string[] = [];
    for (let size = 1; size <= 40; size += 1) {
      const tree = new MerkleTree(LEAVES.slice(0, size), sha256);
      const root = hex(tree.root);
      for (const range of rangesUpTo(size)) {
        const { index, leaves } = runOf(range);
        const path = tree.run(range.first, range.last);
        const siblings = siblingsOf(tree, [range]);
        const refuse = (what: string, reached: string): void => {
          if (reached === root) believed.push(`${what} of ${range.first} to ${range.last} of ${size}`);
        };
        // Another one each time: over all ranges every place has its turn.
        const bit = (range.first * 37 + range.last * 11 + size) % 256;
        const leaf = bit % leaves.length;
        const changed = put(leaves, leaf, flipped(leaves[leaf]!, bit));
        refuse('a leaf', hex(rootFromRun(changed, { index, size }, path, sha256)));
        refuse('a leaf', rootOf(size, [{ index, leaves: changed }], siblings));
        if (0 < siblings.length) {
          const at = bit % siblings.length;
          refuse('a hash', rootOf(size, [{ index, leaves }], put(siblings, at, flipped(siblings[at]!, bit))));
          refuse('a hash less', rootOf(size, [{ index, leaves }], siblings.toSpliced(at, 1)));
        }
        refuse('a hash more', rootOf(size, [{ index, leaves }], [...siblings, LEAVES[0]!]));
        const side = bit % 2 === 0 ? 'left' : 'right';
        const hash = path[side][bit % Math.max(1, path[side].length)];
        if (hash !== undefined) {
          const forged = { ...path, [side]: put(path[side], path[side].indexOf(hash), flipped(hash, bit)) };
          refuse(`a hash on its ${side}`, hex(rootFromRun(leaves, { index, size }, forged, sha256)));
        }
        const boundaries = [
          { index: index + 1, leaves },
          { index: index - 1, leaves },
          { index, leaves: leaves.slice(0, -1) },
          { index, leaves: leaves.slice(1) },
          { index: index + 1, leaves: leaves.slice(1) },
          { index, leaves: [...leaves, LEAVES[199]!] },
        ];
        const wrongBoundary = boundaries[(range.first + range.last + size) % boundaries.length]!;
        refuse(
          'a boundary',
          hex(rootFromRun(wrongBoundary.leaves, { index: wrongBoundary.index, size }, path, sha256)),
        );
        refuse('a boundary', rootOf(size, [wrongBoundary], siblings));
      }
    }
    expect(believed).toEqual([]);
  });
});

describe('several ranges', () => {
  it('lead to the root together, and each leaf has the path that it has in the whole tree', () => {
    fc.assert(
      fc.property(treeAndRanges, ([tree, ranges]) => {
        const partial = partialOf(tree.size, ranges.map(runOf), siblingsOf(tree, ranges));
        expect(hex(partial?.root)).toBe(hex(tree.root));
        for (const { first, last } of ranges) {
          expect(partial?.run(first, last)).toEqual(tree.run(first, last));
          for (const index of [first, last]) {
            expect(partial?.path(index)).toEqual(tree.path(index));
            const reached = rootFromPath(LEAVES[index]!, { index, size: tree.size }, partial!.path(index), sha256);
            expect(hex(reached)).toBe(hex(tree.root));
          }
        }
      }),
    );
  });

  it('lead elsewhere when one of them is changed, left out or moved', () => {
    fc.assert(
      fc.property(treeAndRanges, fc.nat(), fc.nat(), ([tree, ranges], pick, bit) => {
        const runs = ranges.map(runOf);
        const siblings = siblingsOf(tree, ranges);
        const at = pick % runs.length;
        const { index, leaves } = runs[at]!;
        const root = hex(tree.root);
        const place = bit % leaves.length;
        const changed = { index, leaves: put(leaves, place, flipped(leaves[place]!, bit)) };
        expect(rootOf(tree.size, put(runs, at, changed), siblings)).not.toBe(root);
        expect(rootOf(tree.size, runs.toSpliced(at, 1), siblings)).not.toBe(root);
        expect(rootOf(tree.size, put(runs, at, { index: index + 1, leaves }), siblings)).not.toBe(root);
        if (0 < siblings.length) {
          const forged = put(siblings, pick % siblings.length, flipped(siblings[pick % siblings.length]!, bit));
          expect(rootOf(tree.size, runs, forged)).not.toBe(root);
        }
      }),
    );
  });

  it('are refused out of order, across each other, or outside the tree', () => {
    const tree = new MerkleTree(LEAVES.slice(0, 9), sha256);
    for (const ranges of [
      [],
      [{ first: 3, last: 2 }],
      [{ first: -1, last: 2 }],
      [{ first: 8, last: 9 }],
      [
        { first: 4, last: 5 },
        { first: 1, last: 2 },
      ],
      [
        { first: 1, last: 4 },
        { first: 4, last: 5 },
      ],
    ]) {
      expect(() => siblingsOf(tree, ranges)).toThrow(RangeError);
      expect(partialOf(9, ranges.map(runOf), [])).toBeUndefined();
    }
    const partial = partialOf(9, [runOf({ first: 2, last: 2 })], siblingsOf(tree, [{ first: 2, last: 2 }]));
    expect(() => partial?.path(5)).toThrow('no leaf 5');
    expect(() => partial?.run(2, 4)).toThrow('no leaf 4');
  });
});
