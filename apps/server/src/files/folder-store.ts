import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedName, type FileStore, OBJECT_BYTES_MAX } from './store.ts';

/** Spread over subfolders by their first two letters. */
const spread = (name: string): string => join(checkedName(name).slice(0, 2), name);

/**
 * Files in a folder.
 *
 * @param placeOf path of a name within the folder; throws for what is no name
 */
export function folderStore(folder: string, placeOf: (name: string) => string = spread): FileStore {
  const pathOf = (name: string): string => join(folder, placeOf(name));
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      if (OBJECT_BYTES_MAX < bytes.length) throw new Error('this file is too large to be stored');
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const aside = `${path}.${randomBytes(6).toString('hex')}`;
      try {
        const file = await open(aside, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async open(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  };
}

/** The name itself must survive a power cut too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
