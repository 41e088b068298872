import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leafHash } from '../merkle.ts';
import {
  bundleBytes,
  bundleEntries,
  MissingTileError,
  placeOfPath,
  TILE_WIDTH,
  TiledTree,
  type TileReader,
  TreeEdge,
  tileBytes,
  tileHashes,
  tilePath,
  tileWidths,
} from './tiles.ts';
import { consistencyHolds, inclusionHolds, rootOf } from './tree.ts';

const leavesOf = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => leafHash(Uint8Array.of(index >> 16, index >> 8, index & 255)));

/** A log whose tiles are in a map, as its folder has them. */
function logOf(leaves: readonly Uint8Array[]): { readonly edge: TreeEdge; readonly read: TileReader } {
  const files = new Map<string, Uint8Array>();
  const edge = new TreeEdge();
  const write = (tiles: ReturnType<TreeEdge['append']>) => {
    for (const { level, index, hashes } of tiles) {
      files.set(tilePath({ level, index, width: hashes.length }), tileBytes(hashes));
    }
  };
  for (const leaf of leaves) write(edge.append(leaf));
  write(edge.partialTiles());
  const read: TileReader = async (tile) => {
    const bytes = files.get(tilePath(tile));
    return bytes && tileHashes(bytes, tile.width);
  };
  return { edge, read };
}

test('paths are those of the specification, and no other text is a path', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: TILE_WIDTH })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 2, index: 0, width: 1 })).toBe('tile/2/000.p/1');
  expect(tilePath({ level: 'entries', index: 273, width: 112 })).toBe('tile/entries/273.p/112');
  fc.assert(
    fc.property(
      fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
      fc.nat({ max: 999_999_999 }),
      fc.integer({ min: 1, max: 256 }),
      (level, index, width) => {
        expect(placeOfPath(tilePath({ level, index, width }))).toEqual({ level, index, width });
      },
    ),
  );
  for (const path of [
    'tile/64/000',
    'tile/00/000',
    'tile/0/1',
    'tile/0/x000/001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000/',
    'tile/0/../0/000',
    'tile/data/000',
    '/tile/0/000',
    'tile/0/000\n',
  ]) {
    expect([path, placeOfPath(path)]).toEqual([path, undefined]);
  }
});

test('a tree of 70,000 has the tiles that the specification counts', () => {
  expect(tileWidths(70_000)).toEqual([
    { full: 273, partial: 112 },
    { full: 1, partial: 17 },
    { full: 0, partial: 1 },
  ]);
  expect(tileWidths(256)).toEqual([
    { full: 1, partial: 0 },
    { full: 0, partial: 1 },
  ]);
  expect(tileWidths(0)).toEqual([]);
});

test('the edge has the root of the whole tree at every size, and fills tiles in order', () => {
  const leaves = leavesOf(1_100);
  const edge = new TreeEdge();
  const filled: string[] = [];
  leaves.forEach((leaf, index) => {
    filled.push(...edge.append(leaf).map(({ level, index: place }) => `${level}/${place}`));
    if (index < 40 || index % 97 === 0 || index % 256 < 2)
      expect(edge.root()).toEqual(rootOf(leaves.slice(0, index + 1)));
  });
  expect(filled).toEqual(['0/0', '0/1', '0/2', '0/3']);
  expect(new TreeEdge().root()).toEqual(rootOf([]));
});

test('an edge goes on from its partial tiles; another edge is refused', () => {
  const leaves = leavesOf(700);
  const { edge } = logOf(leaves.slice(0, 600));
  const levels = tileWidths(600).map(
    (_, level) => edge.partialTiles().find((tile) => tile.level === level)?.hashes ?? [],
  );
  const again = new TreeEdge(600, levels);
  for (const leaf of leaves.slice(600)) again.append(leaf);
  expect(again.root()).toEqual(rootOf(leaves));
  expect(() => new TreeEdge(601, levels)).toThrow(RangeError);
  expect(() => new TreeEdge(600, [])).toThrow(RangeError);
});

test('proofs out of tiles hold at every size, and fail with a bit changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 900 }), fc.nat(), fc.nat(), async (size, first, second) => {
      const leaves = leavesOf(size);
      const { read } = logOf(leaves);
      const tree = new TiledTree(size, read);
      const root = await tree.root();
      expect(root).toEqual(rootOf(leaves));
      const index = first % size;
      expect(await tree.leaf(index)).toEqual(leaves[index]);
      const path = await tree.inclusionProof(index);
      expect(inclusionHolds(leaves[index]!, { index, size, root }, path)).toBe(true);
      const older = second % (size + 1);
      const beginning = { size: older, root: rootOf(leaves.slice(0, older)) };
      const proof = await tree.consistencyProof(older);
      expect(consistencyHolds(beginning, { size, root }, proof)).toBe(true);
      if (proof.length === 0) return;
      const at = first % proof.length;
      const changed = proof.map((hash, place) => (place === at ? hash.map((byte) => byte ^ 1) : hash));
      expect(consistencyHolds(beginning, { size, root }, changed)).toBe(false);
      expect(consistencyHolds(beginning, { size, root }, proof.slice(1))).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('a proof in a tree of three levels reads a few tiles, and a missing one is named', async () => {
  const size = 70_000;
  const leaves = leavesOf(size);
  const { read } = logOf(leaves);
  const seen: string[] = [];
  const tree = new TiledTree(size, (tile) => {
    seen.push(tilePath(tile));
    return read(tile);
  });
  const path = await tree.inclusionProof(12_345);
  expect(seen.length).toBeLessThanOrEqual(6);
  expect(inclusionHolds(leaves[12_345]!, { index: 12_345, size, root: await tree.root() }, path)).toBe(true);
  const broken = new TiledTree(size, async (tile) => (tile.level === 1 ? undefined : read(tile)));
  await expect(broken.inclusionProof(5)).rejects.toThrow(MissingTileError);
});

test('bundles are lengths and entries; what is cut off is refused', () => {
  const entries = [Uint8Array.of(1, 2, 3), new Uint8Array(), Uint8Array.of(9)];
  const bytes = bundleBytes(entries);
  expect([...bytes]).toEqual([0, 3, 1, 2, 3, 0, 0, 0, 1, 9]);
  expect(bundleEntries(bytes)).toEqual(entries);
  expect(bundleEntries(bytes.subarray(0, -1))).toBeUndefined();
  expect(bundleEntries(bytes.subarray(0, 6))).toBeUndefined();
  expect(() => bundleBytes([new Uint8Array(65_536)])).toThrow(RangeError);
});
