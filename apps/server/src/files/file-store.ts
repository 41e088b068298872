import { join } from 'node:path';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import type { FileSettings } from './settings.ts';
import type { FileStore } from './store.ts';

/** The store of this installation. */
export const openFileStore = (settings: FileSettings, dataDir: string): FileStore =>
  settings.kind === 'folder' ? folderStore(join(dataDir, 'files')) : s3Store(settings);
