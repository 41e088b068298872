import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * A secret of this installation in a file of mode 0600. `make` gives its text at the first start;
 * of two first starts one key wins. Throws when others can read it.
 */
export function openKeyFile(folder: string, name: string, make: () => string): string {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    const aside = writeAside(folder, name, make());
    try {
      // Linked, not renamed: it must not replace the one that was quicker.
      linkSync(aside, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(aside);
    }
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by others: give it mode 0600.`);
  }
  return readFileSync(path, 'utf8');
}

export function replaceKeyFile(folder: string, name: string, text: string): void {
  renameSync(writeAside(folder, name, text), join(folder, name));
}

/** Durable before it is moved into place: a crash leaves no half key. */
function writeAside(folder: string, name: string, text: string): string {
  const aside = join(folder, `.${name}-${randomBytes(6).toString('hex')}`);
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return aside;
}
