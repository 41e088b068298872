/** The network around an address, for counting: /24 of IPv4, /48 of IPv6. */
export const networkKey = (ip: string): string => {
  const key = addressKey(ip);
  const separator = key.includes(':') ? ':' : '.';
  return key.split(separator).slice(0, 3).join(separator);
};

/** Who an address is, for counting: a household has a whole /64 of IPv6. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped !== null) return mapped[1]!;
  const [head = ''] = ip.split('%');
  const [left = '', right] = head.split('::');
  const leftGroups = left === '' ? [] : left.split(':');
  const rightGroups = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - leftGroups.length - rightGroups.length);
  const groups = [...leftGroups, ...Array<string>(zeros).fill('0'), ...rightGroups];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
