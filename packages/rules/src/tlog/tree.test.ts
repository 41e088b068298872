import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafHash, MerkleTree } from '../merkle.ts';
import { toHex } from '../receipt.ts';
import { fromBase64 } from './base64.ts';
import { consistencyHolds, emptyRoot, inclusionHolds, rootOf, splitOf } from './tree.ts';

interface Vectors {
  readonly consistency: readonly {
    readonly name: string;
    readonly size1: number;
    readonly size2: number;
    readonly root1: string | null;
    readonly root2: string | null;
    readonly proof: readonly string[] | null;
    readonly wantErr: boolean;
  }[];
  readonly inclusion: readonly {
    readonly name: string;
    readonly leafIdx: number;
    readonly treeSize: number;
    readonly root: string | null;
    readonly leafHash: string | null;
    readonly proof: readonly string[] | null;
    readonly wantErr: boolean;
  }[];
}

const vectors = JSON.parse(readFileSync(new URL('testing/merkle-vectors.json', import.meta.url), 'utf8')) as Vectors;
const bytesOf = (text: string | null): Uint8Array => fromBase64(text ?? '') ?? new Uint8Array();

describe('vectors of transparency-dev/merkle', () => {
  test('consistency', () => {
    expect(vectors.consistency.length).toBeGreaterThan(90);
    for (const { name, size1, size2, root1, root2, proof, wantErr } of vectors.consistency) {
      const older = { size: size1, root: bytesOf(root1) };
      const newer = { size: size2, root: bytesOf(root2) };
      // One has roots that are no hashes at all; nothing holds of them here.
      const holds = !wantErr && older.root.length === 32 && newer.root.length === 32;
      expect([name, consistencyHolds(older, newer, (proof ?? []).map(bytesOf))]).toEqual([name, holds]);
    }
  });

  test('inclusion', () => {
    expect(vectors.inclusion.length).toBeGreaterThan(90);
    for (const { name, leafIdx, treeSize, root, leafHash: leaf, proof, wantErr } of vectors.inclusion) {
      const tree = { index: leafIdx, size: treeSize, root: bytesOf(root) };
      expect([name, inclusionHolds(bytesOf(leaf), tree, (proof ?? []).map(bytesOf))]).toEqual([name, !wantErr]);
    }
  });
});

/** Leaves of the reference tests of Certificate Transparency, and the roots of 1 to 8 of them. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('roots are those of RFC 6962', () => {
  const hashes = LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex')));
  expect(ROOTS.map((_, index) => toHex(rootOf(hashes.slice(0, index + 1))))).toEqual(ROOTS);
  expect(toHex(emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect([2, 3, 4, 5, 8, 9].map(splitOf)).toEqual([1, 2, 2, 4, 4, 8]);
});

const leavesOf = (count: number, salt = 0): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => leafHash(Uint8Array.of(salt, index >> 8, index & 255)));

test('paths of the other tree hold, and not for another leaf, place, size or root', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (size, pick) => {
      const leaves = leavesOf(size);
      const tree = new MerkleTree(leaves);
      const index = pick % size;
      const place = { index, size, root: tree.root };
      const path = tree.path(index);
      expect(inclusionHolds(leaves[index]!, place, path)).toBe(true);
      expect(inclusionHolds(leafHash(Uint8Array.of(9)), place, path)).toBe(false);
      expect(inclusionHolds(leaves[index]!, { ...place, root: leafHash(tree.root) }, path)).toBe(false);
      expect(inclusionHolds(leaves[index]!, place, [...path, tree.root])).toBe(false);
      expect(inclusionHolds(leaves[index]!, { ...place, index: size }, path)).toBe(false);
      if (1 < size) expect(inclusionHolds(leaves[index]!, { ...place, index: (index + 1) % size }, path)).toBe(false);
    }),
  );
});

test('sizes that no exact number has are refused', () => {
  const root = leafHash(Uint8Array.of(1));
  for (const size of [2 ** 53, -1, 0.5, Number.NaN]) {
    expect(inclusionHolds(root, { index: 0, size, root }, [])).toBe(false);
    expect(consistencyHolds({ size: 0, root: emptyRoot() }, { size, root }, [])).toBe(false);
    expect(consistencyHolds({ size, root }, { size, root }, [])).toBe(false);
  }
});

test('the empty tree is the beginning of every tree, with no proof', () => {
  const root = rootOf(leavesOf(5));
  expect(consistencyHolds({ size: 0, root: emptyRoot() }, { size: 5, root }, [])).toBe(true);
  expect(consistencyHolds({ size: 0, root }, { size: 5, root }, [])).toBe(false);
  expect(consistencyHolds({ size: 0, root: emptyRoot() }, { size: 5, root }, [root])).toBe(false);
});
