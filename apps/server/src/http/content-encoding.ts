import type { Encoding } from '../platform/compression.ts';

/** The better of the two that the client accepts and does not exclude with q=0. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  if (accepts(header, 'br')) return 'br';
  return accepts(header, 'gzip') ? 'gzip' : undefined;
}

function accepts(header: string, encoding: Encoding): boolean {
  const at = header.indexOf(encoding);
  if (at === -1) return false;
  // The common case, `gzip, deflate, br, zstd`, has no weights at all.
  return !header.includes('q=0') || !new RegExp(`${encoding}\\s*;\\s*q=0(?:\\.0+)?\\s*(?:,|$)`).test(header);
}

/**
 * Whether the client has this version already. `*` and lists as RFC 9110 says; weak and strong
 * compare alike.
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
