import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for a server or a database of one bench. The account that PostgreSQL runs as may pass
 * through: closed to it, the files would be kept elsewhere and outlive the bench.
 */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}

export const removeDataFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
