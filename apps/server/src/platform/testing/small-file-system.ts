import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallFileSystem {
  readonly folder: string;
  makeReadOnly(): void;
  unmount(): void;
}

/** Why none can be mounted here; undefined where one can. Only root on Linux may. */
export function cannotMount(): string | undefined {
  if (process.platform !== 'linux') return 'tmpfs is of Linux';
  if (process.getuid?.() !== 0) return 'only root may mount a file system';
  const probe = mounted('1m');
  probe?.unmount();
  return probe === undefined ? 'this container may not mount file systems' : undefined;
}

/** A file system in memory, to be filled: `8m`. */
export function mountSmall(size: string): SmallFileSystem {
  const found = mounted(size);
  if (found === undefined) throw new Error('a tmpfs could not be mounted');
  return found;
}

function mounted(size: string): SmallFileSystem | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-small-'));
  const mount = (...options: readonly string[]): boolean => spawnSync('mount', [...options, folder]).status === 0;
  if (!mount('-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs')) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    makeReadOnly: () => {
      if (!mount('-o', 'remount,ro')) throw new Error('the tmpfs could not be made read-only');
    },
    unmount: () => {
      // Lazily: a database that was killed on it may still be ending.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
