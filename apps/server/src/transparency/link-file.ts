import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnchorLink } from './anchors.ts';

const NAME = 'anchor-link';
const FORM = /^(\d{1,16}) ([0-9a-f]{128})\n$/;

/** Number and signature of the newest link; undefined where there is none that can be read. */
export function readLinkFile(dataDir: string): AnchorLink | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [, number, signature] = FORM.exec(text) ?? [];
  return number === undefined || signature === undefined ? undefined : { number: Number(number), signature };
}

/** Whole or not at all: once a minute, so it may take the moment that it takes. */
export function writeLinkFile(dataDir: string, { number, signature }: AnchorLink): void {
  const path = join(dataDir, NAME);
  writeFileSync(`${path}.new`, `${number} ${signature}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
