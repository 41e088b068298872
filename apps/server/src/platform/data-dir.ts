import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * The data folder holds keys and everybody's documents: nobody else reads or lists it. Started by
 * root, the account that PostgreSQL runs as must still pass through. A folder that belongs to
 * somebody else is left as it is.
 */
export function prepareDataDir(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(dataDir, { recursive: true, mode });
  const found = statSync(dataDir);
  if (found.uid === process.getuid?.() && (found.mode & 0o777 & ~mode) !== 0) chmodSync(dataDir, found.mode & mode);
}
