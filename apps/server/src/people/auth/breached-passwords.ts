import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldPassword } from '@glasshouse/api/typed-text';

const PREFIX_DIGITS = 5;

/**
 * Whether a password was in a published leak, by the files that an operator keeps: one for each
 * five hexadecimal digits with which a SHA-1 begins (`00000.txt` to `FFFFF.txt`, or without
 * `.txt`), a line for each hash with its other 35 digits, as the range files of Have I Been Pwned.
 * Nothing is asked of another server, and no file holds more than some two thousand lines.
 */
export function breachedIn(folder: string): (password: string) => boolean {
  return (password) => {
    const hash = createHash('sha1').update(foldPassword(password)).digest('hex').toUpperCase();
    const prefix = hash.slice(0, PREFIX_DIGITS);
    const rest = hash.slice(PREFIX_DIGITS);
    const file = [`${prefix}.txt`, prefix].map((name) => join(folder, name)).find((path) => existsSync(path));
    if (file === undefined) return false;
    return readFileSync(file, 'latin1')
      .split('\n')
      .some((line) => line.slice(0, rest.length).toUpperCase() === rest);
  };
}
