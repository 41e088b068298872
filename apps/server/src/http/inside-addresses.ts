import { BlockList, isIP } from 'node:net';

/**
 * Addresses that do not identify a client: of this machine, of the house's own network, or of a
 * proxy that `TRUSTED_PROXIES` does not name.
 */
const NETWORKS: readonly (readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];

const inside = new BlockList();
for (const [network, bits, family] of NETWORKS) inside.addSubnet(network, bits, family);

/** Also for an IPv4 address in its IPv6 form; a text that is no address is not inside. */
export function isInsideAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  return version !== 0 && inside.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
