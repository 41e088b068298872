/**
 * Names that would be taken for the house itself: nobody may register them, or what looks like
 * them. The contract allows Latin letters, digits, dots, dashes and underscores alone, so scripts
 * cannot be mixed and no character is invisible; what is left to confuse are letters and digits.
 */
const RESERVED: readonly string[] = [
  'abuse',
  'api',
  'billing',
  'cashier',
  'compliance',
  'contact',
  'customer-service',
  'deposit',
  'dev',
  'finance',
  'guest',
  'help',
  'helpdesk',
  'house',
  'info',
  'kyc',
  'legal',
  'mail',
  'mod',
  'moderator',
  'news',
  'no-reply',
  'noreply',
  'notify',
  'null',
  'owner',
  'payment',
  'payout',
  'postmaster',
  'privacy',
  'refund',
  'root',
  'sales',
  'security',
  'server',
  'service',
  'staff',
  'status',
  'system',
  'team',
  'test',
  'treasury',
  'undefined',
  'verify',
  'wallet',
  'webmaster',
  'withdraw',
  'withdrawal',
  'www',
];
/** Reserved also at the beginning or the end of a longer name: `support.team`, `site-admin`. */
const STRONG: readonly string[] = ['admin', 'administrator', 'glasshouse', 'official', 'operator', 'support'];

/** Letters that a digit is read as. */
const READ_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'b',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
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

/**
 * What makes another word of a strong one: a supporter is not the support, and nothing unofficial
 * is official. The `s` of a plural is not among them.
 */
const PREFIXES = ['un', 'non'].map(bare);
const SUFFIXES = ['able', 'dom', 'ed', 'er', 'ers', 'ing', 'istrative', 'ive', 'ively', 'ly', 'ship'].map(bare);

/** Whether a name without marks begins or ends with a strong word that is read by itself. */
const hasStrongWord = (read: string, plain: string): boolean =>
  STRONG_LOOKS.some((word) => {
    const begins = read.startsWith(word) && !SUFFIXES.includes(plain.slice(word.length));
    const ends = plain.endsWith(word) && !PREFIXES.includes(plain.slice(0, -word.length));
    return begins || ends;
  });

/** Whether a name is one of the house, as it is read rather than as it is written. */
export function isReservedName(name: string): boolean {
  const read = bare(name);
  // Digits at the end are usually a number: `help24`.
  const plain = bare(name.replace(/[0-9._-]+$/, ''));
  if (RESERVED_LOOKS.has(read) || RESERVED_LOOKS.has(plain)) return true;
  if (hasStrongWord(read, plain)) return true;
  // A mark or a capital begins a word: Ed of `Support.Ed` is a person, and the support.
  return name.split(/[._-]|(?<=[a-z])(?=[A-Z])/).some((part) => STRONG_LOOKS.includes(bare(part)));
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
