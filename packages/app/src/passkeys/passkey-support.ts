/** Why this page cannot use passkeys; undefined when it can. */
export type PasskeyObstacle = 'browser' | 'insecure' | 'loopback' | 'address';

const isLoopback = (host: string): boolean => host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
const isAddress = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host);

export function passkeyObstacle(
  page: { readonly hostname: string } = window.location,
  isSecure = window.isSecureContext,
  hasPasskeys = 'PublicKeyCredential' in window,
): PasskeyObstacle | undefined {
  if (isLoopback(page.hostname)) return 'loopback';
  if (isAddress(page.hostname)) return 'address';
  if (!isSecure) return 'insecure';
  return hasPasskeys ? undefined : 'browser';
}

/** This page under the name that this computer has for itself. */
export const localhostAddress = ({ protocol, port }: Pick<Location, 'protocol' | 'port'> = window.location): string =>
  `${protocol}//localhost${port === '' ? '' : `:${port}`}`;
