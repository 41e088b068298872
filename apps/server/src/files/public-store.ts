import { join } from 'node:path';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import type { FileSettings } from './settings.ts';
import type { FileStore } from './store.ts';

const PATH = /^[a-z0-9]{1,32}(?:\/[a-z0-9]{1,32}(?:\.p)?){0,8}$/;

/** Paths of lower-case letters and digits: none leads out of its folder or bucket. */
export function checkedPath(path: string): string {
  if (!PATH.test(path)) throw new Error('this is not the path of a public file');
  return path;
}

/**
 * Files that anybody may have, under paths of their own and not encrypted: a web server can serve
 * the folder as it is. Beside the encrypted ones, in a folder or a bucket.
 */
export const openPublicStore = (settings: FileSettings, dataDir: string, name: string): FileStore =>
  settings.kind === 'folder'
    ? folderStore(join(dataDir, name), checkedPath)
    : s3Store(settings, { prefix: name, checked: checkedPath });
