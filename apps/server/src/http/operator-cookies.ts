import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const SESSION_COOKIE = 'glasshouse_operator';
export const DEVICE_COOKIE = 'glasshouse_device';

/**
 * Over https a cookie is bound to this host and all of its paths: browsers let no subdomain set one
 * of such a name.
 */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** What is kept of the browser's own number. */
export const deviceHash = (device: string): string => createHash('sha256').update(`device\n${device}`).digest('hex');

/** Whether a page with this origin is one of ours. */
export const isOwnHost = (origin: string, hosts: readonly (string | undefined)[]): boolean =>
  URL.canParse(origin) && hosts.includes(new URL(origin).host);

/** A cookie of ours, whose values need no decoding; empty when it is missing. */
export function cookieIn({ headers }: IncomingMessage, name: string): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
