/** Letters of a name that a friend may see; the rest is dots, always as many. */
const SHOWN_START = 2;
const SHOWN_END = 1;
const DOTS = '•••';
/** A name this short shows its first letter only. */
const SHORT = 4;

/** A user name or address that says little to who does not know the person. */
export function maskedName(person: { readonly username: string | null; readonly email: string | null }): string {
  const name = person.username ?? person.email?.split('@')[0] ?? '';
  if (name === '') return DOTS;
  const letters = [...name];
  if (letters.length <= SHORT) return `${letters[0]}${DOTS}`;
  return `${letters.slice(0, SHOWN_START).join('')}${DOTS}${letters.slice(-SHOWN_END).join('')}`;
}
