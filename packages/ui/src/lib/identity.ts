/** As wide as two Latin letters: a circle has room for one of them. */
const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Characters in place of a logo: `BTCUSDT` BTC, `EUR/USD` EUR, `Grace Hopper` GH, `ゲスト1000` ゲ.
 */
export function initials(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  if (WIDE.test(first)) return firstCharacter(first);
  if (second !== undefined) return (firstCharacter(first) + firstCharacter(second)).toLocaleUpperCase('en');
  const [base = ''] = first.split(/[/._-]/);
  const bare = base.replace(/(USDT|USDC|USD)$/, '') || base;
  return [...bare].slice(0, 3).join('').toLocaleUpperCase('en');
}

const firstCharacter = (word: string): string => [...word][0] ?? '';

/** A hue in degrees, stable per name and evenly spread (FNV-1a). */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % 360;
}
