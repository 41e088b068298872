const FINDINGS_MAX = 20;

/** The audit's findings. Start with the first: the others may follow from it. */
export class Findings {
  readonly list: string[] = [];

  add(sentence: string): void {
    if (this.list.length < FINDINGS_MAX) this.list.push(sentence);
  }

  /** Adds a finding when the two differ, compared as JSON with sorted keys. */
  equal(what: string, found: unknown, expected: unknown): boolean {
    if (found === expected) return true;
    const left = canonical(found);
    const right = canonical(expected);
    if (left === right) return true;
    this.add(`${what}: found ${left}, expected ${right}`);
    return false;
  }

  check(holds: boolean, sentence: () => string): boolean {
    if (!holds) this.add(sentence());
    return holds;
  }
}

export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}`;
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}
