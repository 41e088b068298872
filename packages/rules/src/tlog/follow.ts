/**
 * What anybody does who wants to know that a log only grows: remember its last head, and demand
 * that each later one begins with it. The proof is worked out here, out of the log's own tiles, so
 * nobody has to be believed who computed it.
 */
import { MissingTileError, TiledTree, tileHashes, tilePath } from './tiles.ts';
import { consistencyHolds, isSameHash } from './tree.ts';
import { type HeadFault, type HeadKeys, type TreeHead, verifyTreeHead } from './tree-head.ts';

/** Where a log is published. */
export interface PublishedLog {
  /** The newest signed head; undefined where it is not reached. */
  readonly head: () => Promise<string | undefined>;
  /** A tile by its path; undefined where it is not reached. */
  readonly tile: (path: string) => Promise<Uint8Array | undefined>;
}

/**
 * - `unreachable`: no head, or no tile of it; it may be there the next time.
 * - `shorter`: fewer entries than the last head had.
 * - `forked`: another root for the same size.
 * - `not-extended`: the new head does not begin with the last one.
 */
export type FollowFault = HeadFault | 'unreachable' | 'shorter' | 'forked' | 'not-extended';

export type FollowVerdict =
  | { readonly ok: true; readonly head: TreeHead; readonly note: string }
  | { readonly ok: false; readonly fault: FollowFault; readonly head?: TreeHead };

/** Faults that show a second history; after any other the next try may succeed. */
export const isContradiction = (fault: FollowFault): boolean =>
  fault === 'shorter' || fault === 'forked' || fault === 'not-extended';

/**
 * Reads the newest head and compares it with the last one; never throws for what a log answers.
 *
 * @param last the head that was seen last; undefined for a first visit, which proves nothing yet
 */
export async function followLog(
  log: PublishedLog,
  keys: HeadKeys,
  last: Pick<TreeHead, 'size' | 'root'> | undefined,
): Promise<FollowVerdict> {
  const note = await log.head();
  if (note === undefined) return { ok: false, fault: 'unreachable' };
  const verdict = verifyTreeHead(note, keys);
  if (!verdict.ok) return verdict;
  const { head } = verdict;
  if (last === undefined) return { ok: true, head, note };
  if (head.size < last.size) return { ok: false, fault: 'shorter', head };
  if (head.size === last.size) {
    return isSameHash(head.root, last.root) ? { ok: true, head, note } : { ok: false, fault: 'forked', head };
  }
  const tree = new TiledTree(head.size, async (tile) => {
    const bytes = await log.tile(tilePath(tile));
    return bytes && tileHashes(bytes, tile.width);
  });
  try {
    // What tiles say counts only where it makes the roots that were signed.
    const holds = consistencyHolds(last, head, await tree.consistencyProof(last.size));
    return holds ? { ok: true, head, note } : { ok: false, fault: 'not-extended', head };
  } catch (error) {
    if (error instanceof MissingTileError) return { ok: false, fault: 'unreachable', head };
    throw error;
  }
}
