/** The site as passkeys know it. A passkey works under this name and from these pages only. */
export interface RelyingParty {
  /** A domain without port: `broker.example`. */
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

const NAME = 'Glasshouse';

const isLoopbackAddress = (host: string): boolean => host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * Derived from the address of the installation. Browsers know no passkeys of bare addresses or of
 * unencrypted sites, localhost excepted: there is none then, except that this machine is always
 * reachable as localhost too.
 */
export function relyingPartyOf(site: string): RelyingParty | undefined {
  const url = new URL(site);
  if (isLoopbackAddress(url.hostname)) url.hostname = 'localhost';
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  const isAddress = url.hostname.startsWith('[') || /^[\d.]+$/.test(url.hostname);
  if (isAddress || (url.protocol !== 'https:' && !isLocal)) return undefined;
  return { id: url.hostname, name: NAME, origin: url.origin };
}
