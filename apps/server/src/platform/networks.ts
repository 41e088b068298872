import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Whether the address lies in one of the networks (`192.0.2.0/24`, `2001:db8::/32`); an empty list
 * allows every address. An IPv4 address may come in its IPv6 form.
 */
export function isAllowedNetwork(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [net = '', prefix] = network.split('/');
    list.addSubnet(net, Number(prefix), isIPv6(net) ? 'ipv6' : 'ipv4');
  }
  const plain = plainOf(address);
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** Addresses that one customer of a provider moves among, in bits. */
const HOME_BITS = { ipv4: 24, ipv6: 48 } as const;

/** A name for the network that an address lies in, where anything is known of it. */
export type NetworkOf = (address: string) => { readonly network?: string };

/** Whether two addresses lie in one network of the size that one customer moves in. */
export function isSameNetwork(left: string, right: string): boolean {
  if (left === right) return true;
  const from = plainOf(left);
  const to = plainOf(right);
  if (isIP(from) === 0 || isIP(from) !== isIP(to)) return false;
  const family = isIPv6(from) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(from, HOME_BITS[family], family);
  return list.check(to, family);
}

/** An IPv4 address may come in its IPv6 form. */
const plainOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
