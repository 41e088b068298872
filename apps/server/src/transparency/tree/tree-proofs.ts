import type { TreeProof } from '@glasshouse/rules/proofs/tree-proof';
import { toBase64 } from '@glasshouse/rules/tlog/base64';
import { treeIndexOf } from '@glasshouse/rules/tlog/commitment';
import { SIGNATURE_TYPES, verifierKey } from '@glasshouse/rules/tlog/note';
import type { TiledTree } from '@glasshouse/rules/tlog/tiles';
import { verifyTreeHead } from '@glasshouse/rules/tlog/tree-head';
import type { FileStore } from '../../files/store.ts';
import type { Pool } from '../../platform/postgres.ts';
import { nonceOf } from './entry-sources.ts';
import { tiledTree } from './tiled-tree.ts';

/**
 * That entries of the command log are in its transparency log, with their nonces: for those whom
 * the entries concern. Entries after the newest head are left out; undefined without a head.
 */
export type ProveInTree = (seqs: readonly number[]) => Promise<TreeProof | undefined>;

export interface TreeProofDeps {
  readonly pool: Pick<Pool, 'query'>;
  /** Tiles of the log of commands. */
  readonly store: Pick<FileStore, 'open'>;
  readonly secret: Buffer;
  readonly publicKey: Buffer;
  /** Tiles that cannot be read: the receipt says nothing of the tree, and is given. */
  readonly onFailure: (error: Error) => void;
}

interface KnownHead {
  readonly note: string;
  readonly tree: TiledTree;
  /** How many tiles it has read, and so remembers. */
  readonly tiles: () => number;
}

/** Eight kilobytes each. */
const TILES_MAX = 4_000;

export function createTreeProofs({ pool, store, secret, publicKey, onFailure }: TreeProofDeps): ProveInTree {
  let known: KnownHead | undefined;
  const newest = async (): Promise<KnownHead | undefined> => {
    const { rows } = await pool.query<{ size: number; note: string }>(
      `select size, note || coalesce((select string_agg(line, '' order by name) from tree_cosignatures c
                                        where c.log = h.log and c.size = h.size), '') as note
         from tree_heads h where log = 'log' order by size desc limit 1`,
    );
    const head = rows[0];
    // Until the log grows, a head of before a rotation is signed by the key of before.
    if (head === undefined || !isSignedBy(publicKey, head.note)) return undefined;
    // Receipts of one minute share what was read of its tree.
    const isUsable = known?.note === head.note && known.tiles() < TILES_MAX;
    if (!isUsable) {
      let tiles = 0;
      const tree = tiledTree(head.size, store, () => {
        tiles += 1;
      });
      known = { note: head.note, tree, tiles: () => tiles };
    }
    return known;
  };
  return async (seqs) => {
    try {
      const head = await newest();
      return head && (await proofIn(head, seqs));
    } catch (error) {
      known = undefined;
      onFailure(error as Error);
      return undefined;
    }
  };

  async function proofIn({ note, tree }: KnownHead, seqs: readonly number[]): Promise<TreeProof> {
    const places = new Map<string, number>();
    const entries: { seq: number; nonce: string; path: number[] }[] = [];
    for (const seq of seqs.filter((entry) => treeIndexOf(entry) < tree.size)) {
      const path = (await tree.inclusionProof(treeIndexOf(seq))).map((hash) => {
        const text = toBase64(hash);
        const place = places.get(text) ?? places.size;
        places.set(text, place);
        return place;
      });
      entries.push({ seq, nonce: nonceOf(secret, seq).toString('hex'), path });
    }
    return { head: note, publicKey: publicKey.toString('hex'), hashes: [...places.keys()], entries };
  }
}

function isSignedBy(publicKey: Buffer, note: string): boolean {
  const origin = note.slice(0, note.indexOf('\n'));
  const key = verifierKey(origin, SIGNATURE_TYPES.ed25519, Uint8Array.from(publicKey));
  return verifyTreeHead(note, { origin, log: [key] }).ok;
}
