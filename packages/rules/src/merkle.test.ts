import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash, MerkleTree, nodeHash, rootFromPath } from './merkle.ts';

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** Published Certificate Transparency vectors for RFC 6962. */
const CT_LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const CT_ROOTS = new Map([
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
]);

/** MTH as the RFC defines it, split at the largest power of two: an independent implementation. */
function rootByRecursion(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array(0));
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(rootByRecursion(leaves.slice(0, split)), rootByRecursion(leaves.slice(split)));
}

const treeAndIndex = fc
  .array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 })
  .chain((data) => fc.tuple(fc.constant(data.map((item) => leafHash(item))), fc.nat({ max: data.length - 1 })));

describe('Merkle tree', () => {
  it('matches the published roots of RFC 6962', () => {
    for (const [size, root] of CT_ROOTS) {
      const tree = new MerkleTree(CT_LEAVES.slice(0, size).map((leaf) => leafHash(bytes(leaf))));
      expect(hex(tree.root)).toBe(root);
    }
  });

  it('agrees with the definition of the RFC, and every leaf proves itself', () => {
    fc.assert(
      fc.property(treeAndIndex, ([leaves, index]) => {
        const tree = new MerkleTree(leaves);
        expect(hex(tree.root)).toBe(hex(rootByRecursion(leaves)));
        const reached = rootFromPath(leaves[index]!, { index, size: leaves.length }, tree.path(index));
        expect(hex(reached)).toBe(hex(tree.root));
      }),
    );
  });

  it('rejects any other leaf, index or path', () => {
    fc.assert(
      fc.property(treeAndIndex, fc.nat(), fc.nat(), ([leaves, index], seed, bit) => {
        const tree = new MerkleTree(leaves);
        const size = leaves.length;
        const path = tree.path(index);
        const root = hex(tree.root);
        const flip = (source: Uint8Array) => {
          const copy = source.slice();
          copy[(bit >> 3) % 32]! ^= 1 << (bit & 7);
          return copy;
        };
        expect(hex(rootFromPath(flip(leaves[index]!), { index, size }, path))).not.toBe(root);
        if (0 < path.length) {
          const place = seed % path.length;
          const forged = path.map((sibling, at) => (at === place ? flip(sibling) : sibling));
          expect(hex(rootFromPath(leaves[index]!, { index, size }, forged))).not.toBe(root);
          expect(rootFromPath(leaves[index]!, { index, size }, path.slice(1))).toBeUndefined();
        }
        expect(rootFromPath(leaves[index]!, { index, size }, [...path, leaves[0]!])).toBeUndefined();
        const elsewhere = seed % size;
        if (hex(leaves[elsewhere]) !== hex(leaves[index])) {
          const reached = rootFromPath(leaves[index]!, { index: elsewhere, size }, path);
          expect(hex(reached)).not.toBe(root);
        }
      }),
    );
  });

  it('refuses indexes outside the tree', () => {
    const leaf = leafHash(bytes('00'));
    for (const place of [
      { index: -1, size: 1 },
      { index: 1, size: 1 },
      { index: 0.5, size: 1 },
      { index: 0, size: Number.NaN },
      { index: 0, size: 2 ** 33 },
    ]) {
      expect(rootFromPath(leaf, place, [])).toBeUndefined();
    }
    expect(() => new MerkleTree([leaf]).path(1)).toThrow(RangeError);
  });
});
