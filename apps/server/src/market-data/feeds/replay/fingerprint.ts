import { createHash } from 'node:crypto';
import type { Recording } from './recording.ts';

const DIGITS = 16;

/** Names what was read: a recording with another price anywhere has another fingerprint. */
export function fingerprintOf(recordings: readonly Recording[]): string {
  const digest = createHash('sha256');
  for (const { code, bars } of recordings.toSorted((left, right) => (left.code < right.code ? -1 : 1))) {
    digest.update(code);
    digest.update(
      new Float64Array(bars.flatMap(({ at, open, high, low, close, volume }) => [at, open, high, low, close, volume])),
    );
  }
  return digest.digest('hex').slice(0, DIGITS);
}
