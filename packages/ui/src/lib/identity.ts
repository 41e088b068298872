/** Two or three characters that stand for a name where there is no picture: `BTCUSDT` BTC, `EUR/USD` EU, `Grace Hopper` GH. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s/._-]+/)
    .filter(Boolean);
  const [first = '', second] = words;
  if (second !== undefined) return (firstCharacter(first) + firstCharacter(second)).toLocaleUpperCase('en');
  const bare = first.replace(/(USDT|USDC|USD)$/, '') || first;
  return [...bare]
    .slice(0, bare.length <= 4 ? 3 : 2)
    .join('')
    .toLocaleUpperCase('en');
}

const firstCharacter = (word: string): string => [...word][0] ?? '';

/** A hue in degrees, always the same for the same name, spread over the wheel (FNV-1a). */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % 360;
}
