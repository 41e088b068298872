import { TiledTree, tileHashes, tilePath } from '@glasshouse/rules/tlog/tiles';
import type { FileStore } from '../../files/store.ts';
import { nodeSha256 } from './entry-sources.ts';

/** The tree of a log at a size, out of its tiles. `onTile` is called for each that is read. */
export const tiledTree = (size: number, store: Pick<FileStore, 'open'>, onTile?: () => void): TiledTree =>
  new TiledTree(
    size,
    async (tile) => {
      onTile?.();
      const bytes = await store.open(tilePath(tile));
      return bytes && tileHashes(bytes, tile.width);
    },
    nodeSha256,
  );
