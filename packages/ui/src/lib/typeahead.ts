/** A pause this long starts a new search. */
const RESET_MS = 700;

/**
 * Type-ahead of a list: letters typed in quick succession jump to the next label that starts with
 * them, and one letter repeated cycles through its labels.
 */
export function createTypeahead(now: () => number = () => performance.now()) {
  let typed = '';
  let typedAt = -Infinity;

  /** Index to move to from `index`, or undefined when the key or the labels give none. */
  return (key: string, labels: readonly string[], index: number): number | undefined => {
    if (key.length !== 1 || key === ' ') return undefined;
    const at = now();
    typed = (at - typedAt < RESET_MS ? typed : '') + key.toLocaleLowerCase();
    typedAt = at;
    const first = typed.charAt(0);
    const cycles = typed === first.repeat(typed.length);
    const prefix = cycles ? first : typed;
    // A longer prefix may still match the current label; a single letter always moves on.
    const start = cycles ? index + 1 : Math.max(0, index);
    for (let step = 0; step < labels.length; step += 1) {
      const candidate = (start + step) % labels.length;
      if (labels[candidate]?.toLocaleLowerCase().startsWith(prefix)) return candidate;
    }
    return undefined;
  };
}
