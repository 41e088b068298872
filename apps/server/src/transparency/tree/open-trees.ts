import { openPublicStore } from '../../files/public-store.ts';
import type { FileSettings } from '../../files/settings.ts';
import type { FileStore } from '../../files/store.ts';
import type { TapeKey } from '../../market-data/tape/keys.ts';
import type { Pool } from '../../platform/postgres.ts';
import { logSource, openTreeSecret, tapeSource } from './entry-sources.ts';
import { originOf, TREE_LOGS, TreeKeeper, type TreeLog } from './tree-keeper.ts';
import { createTreeProofs, type ProveInTree } from './tree-proofs.ts';
import { cosignHead, WitnessClient, type WitnessSettings } from './witnesses.ts';

/** Folder, and prefix of a bucket, under which each log has its tiles. */
export const treeStore = (settings: FileSettings, dataDir: string, log: TreeLog): FileStore =>
  openPublicStore(settings, dataDir, `tlog/${log}`);

export interface OpenTrees {
  readonly pool: Pool;
  readonly dataDir: string;
  readonly files: FileSettings;
  readonly publicUrl: string;
  readonly key: TapeKey;
  readonly now: () => number;
  readonly witnesses: readonly WitnessSettings[];
  readonly onWitnessFailure: (witness: string, error: Error) => void;
}

/** A keeper for each transparency log of this installation. */
export function openTreeKeepers(options: OpenTrees) {
  const { pool, dataDir, files, publicUrl, key, now, witnesses, onWitnessFailure } = options;
  const sources = { log: logSource(pool, openTreeSecret(dataDir)), tape: tapeSource(pool) };
  return TREE_LOGS.map((log) => {
    const store = treeStore(files, dataDir, log);
    const clients = witnesses.map((witness) => new WitnessClient(witness));
    const witnessed = { log, pool, store, clients, now, onFailure: onWitnessFailure };
    return {
      log,
      keeper: new TreeKeeper({ log, origin: originOf(publicUrl, log), pool, store, source: sources[log], key, now }),
      cosign: (size: number) => cosignHead(witnessed, size),
    };
  });
}

/** Reads what the keepers have published. */
export function openTreeFiles(
  files: FileSettings,
  dataDir: string,
): (log: string, path: string) => Promise<Buffer | undefined> {
  const stores = new Map<string, FileStore>(TREE_LOGS.map((log) => [log, treeStore(files, dataDir, log)]));
  return async (log, path) => stores.get(log)?.open(path);
}

/** For receipts: that entries of the log of commands are in its tree. */
export const openTreeProofs = (
  { pool, dataDir, files, key }: Pick<OpenTrees, 'pool' | 'dataDir' | 'files' | 'key'>,
  onFailure: (error: Error) => void,
): ProveInTree =>
  createTreeProofs({
    pool,
    store: treeStore(files, dataDir, 'log'),
    secret: openTreeSecret(dataDir),
    publicKey: key.publicKey,
    onFailure,
  });
