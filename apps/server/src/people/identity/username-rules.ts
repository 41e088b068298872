/**
 * Names that would be taken for the house itself: nobody may register them, or what looks like
 * them. The contract allows Latin letters, digits, dots, dashes and underscores alone, so scripts
 * cannot be mixed and no character is invisible; what is left to confuse are letters and digits.
 */
const RESERVED: readonly string[] = [
  ...['abuse', 'api', 'billing', 'cashier', 'compliance', 'contact', 'customer-service', 'deposit', 'dev', 'finance'],
  ...['guest', 'help', 'helpdesk', 'house', 'info', 'kyc', 'legal', 'mail', 'mod', 'moderator', 'news', 'no-reply'],
  ...['noreply', 'notify', 'null', 'owner', 'payment', 'payout', 'postmaster', 'privacy', 'refund', 'root', 'sales'],
  ...['security', 'server', 'service', 'staff', 'status', 'system', 'team', 'test', 'treasury', 'undefined', 'verify'],
  ...['wallet', 'webmaster', 'withdraw', 'withdrawal', 'www'],
];
/** Reserved also at the beginning or the end of a longer name: `support.team`, `site-admin`. */
const STRONG: readonly string[] = ['admin', 'administrator', 'glasshouse', 'official', 'operator', 'support'];

/** Letters that a digit is read as. */
const READ_AS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'b', '7': 't', '8': 'b', '9': 'g', i: 'l' },
};

const looks = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[0-9i]/g, (letter) => READ_AS[letter]!)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
const bare = (name: string): string => looks(name.replace(/[._-]/g, ''));

const RESERVED_LOOKS = new Set([...RESERVED, ...STRONG].map(bare));
const STRONG_LOOKS = STRONG.map(bare);

/** Words of the language that begin or end as a strong one does, and are read as nothing else. */
const ORDINARY = ['supportive', 'supporter', 'supporters', 'unofficial', 'administrative', 'unsupport', 'operatorship'];
const ORDINARY_LOOKS = new Set(ORDINARY.map(bare));
const isOrdinaryWord = (plain: string): boolean => ORDINARY_LOOKS.has(plain);

/** Whether a name is one of the house, as it is read rather than as it is written. */
export function isReservedName(name: string): boolean {
  const read = bare(name);
  // Digits at the end are usually a number: `help24`.
  const plain = bare(name.replace(/[0-9._-]+$/, ''));
  if (RESERVED_LOOKS.has(read) || RESERVED_LOOKS.has(plain)) return true;
  if (STRONG_LOOKS.some((word) => read.startsWith(word) || plain.endsWith(word)) && !isOrdinaryWord(plain)) return true;
  return name.split(/[._-]/).some((part) => RESERVED_LOOKS.has(bare(part)) && STRONG_LOOKS.includes(bare(part)));
}

/**
 * The same for names that are read alike: `alice` and `a1ice`. The database has an index of it,
 * made by the same steps.
 */
export const NAME_LOOKS_SQL = `replace(replace(translate(lower(username), '0125i_.', 'olzsl--'), 'rn', 'm'), 'vv', 'w')`;

export const nameLooks = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[0125i_.]/g, (letter) => ({ '0': 'o', '1': 'l', '2': 'z', '5': 's', i: 'l' })[letter] ?? '-')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
