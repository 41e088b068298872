import { createHmac, randomBytes } from 'node:crypto';
import { isIP, SocketAddress } from 'node:net';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { networkKey } from '../platform/address-keys.ts';
import { openKeyFile } from '../platform/key-file.ts';
import type { NetworkOf } from '../platform/networks.ts';
import { isInsideAddress } from './inside-addresses.ts';

const FILE = 'networks.key';
const KEY_BYTES = 32;
/** 64 bits: two networks of one installation do not share a name by chance. */
const NAME_DIGITS = 16;
const KNOWN_MAX = 20_000;
const UNKNOWN = Object.freeze({});

/**
 * Names networks (/24 of IPv4, /48 of IPv6) by a hash under `keys/networks.key` in the data folder,
 * made at the first start. Names are in the log for ever; without the key nobody finds the network
 * of one, and no address is ever stored.
 */
export function openNetworkNames(dataDir: string): NetworkOf {
  const folder = join(dataDir, 'keys');
  const text = openKeyFile(folder, FILE, () => `${randomBytes(KEY_BYTES).toString('hex')}\n`).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${join(folder, FILE)} is not a key of ${KEY_BYTES} bytes.`);
  return networkNames(Buffer.from(text, 'hex'));
}

export function networkNames(key: Uint8Array): NetworkOf {
  const known = new LRUCache<string, ReturnType<NetworkOf>>({ max: KNOWN_MAX });
  const nameOf = (address: string): ReturnType<NetworkOf> => {
    const [plain = ''] = address.split('%');
    const version = isIP(plain);
    if (version === 0) return UNKNOWN;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    // In one spelling: an IPv4 address may come in an IPv6 form, and that in hexadecimal digits.
    const written = new SocketAddress({ address: plain, family });
    if (isInsideAddress(written.address)) return UNKNOWN;
    const network = createHmac('sha256', key).update(networkKey(written.address)).digest('hex').slice(0, NAME_DIGITS);
    return Object.freeze({ network });
  };
  return (address) => {
    let named = known.get(address);
    if (named === undefined) {
      named = nameOf(address);
      known.set(address, named);
    }
    return named;
  };
}
