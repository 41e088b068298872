import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { EnvReader } from '../platform/env-reader.ts';

/**
 * Whose `X-Forwarded-For` is believed: at which distance (0 is the peer of the connection) and from
 * which address.
 */
export type TrustedProxies = (address: string, hop: number) => boolean;

export const NO_PROXIES: TrustedProxies = () => false;

const ENTRIES_MAX = 32;
const HOPS_MAX = 8;
const EXPECTED =
  'addresses and networks separated by commas (10.0.0.0/8, 2001:db8::1, loopback), or the number of proxies, 1 to 8';

/**
 * `TRUSTED_PROXIES`: a number of hops where the addresses of the proxies change, otherwise their
 * addresses. Networks of everybody are refused: then anybody could choose the address that limits
 * count.
 */
export function readTrustedProxies(reader: EnvReader): TrustedProxies {
  const text = reader.text('TRUSTED_PROXIES');
  if (text === undefined) return NO_PROXIES;
  const trusted = parse(text);
  if (trusted === undefined) reader.reject('TRUSTED_PROXIES', EXPECTED);
  return trusted ?? NO_PROXIES;
}

function parse(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return 1 <= hops && hops <= HOPS_MAX ? (_address, hop) => hop < hops : undefined;
  }
  const entries = text.split(',').map((entry) => entry.trim());
  if (ENTRIES_MAX < entries.length || entries.some((entry) => entry === '' || /\/0+$/.test(entry))) return undefined;
  try {
    return proxyAddress.compile(entries);
  } catch {
    return undefined;
  }
}

/** The address of the client behind an upgraded connection, as Fastify finds that of a request. */
export const clientAddress = (request: IncomingMessage, trusted: TrustedProxies): string =>
  proxyAddress(request, trusted);
