import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A data folder for a server or database of one bench. PostgreSQL's account needs to traverse it;
 * otherwise its files would be kept elsewhere and outlive the bench.
 */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}

export const removeDataFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
