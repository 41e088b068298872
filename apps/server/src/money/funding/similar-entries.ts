/** Stands for a value date that nobody wrote down. */
export const ANY_DATE = '*';

/** Letters and digits only: a bank prints the same reference with and without its spaces. */
export const plainReference = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const dayMs = 86_400_000;

/** What counts as similar; figures of the log. */
export interface Similarity {
  readonly daysApart: number;
  readonly similarMax: number;
  readonly referenceMin: number;
  readonly lettersMin: number;
}

interface BankEntry {
  /** The spelling of its evidence: `bank/<currency>/<date>/<amount>/<reference>`. */
  readonly key: string;
  readonly subject: number;
  /** Keyed digest of the sender's name. */
  readonly payer: string | null;
}
export interface BoundEntry extends BankEntry {
  readonly bound_by: number;
  readonly bound_at: number;
}

/**
 * Entries of banks that were used, to find those that may be the same payment under another
 * spelling. About 200 bytes an entry.
 */
export class SimilarEntries {
  /** By currency and amount, then by key. */
  readonly #byAmount = new Map<string, Map<string, BoundEntry>>();

  /** Evidence of chains is none of a bank. */
  add(entry: BoundEntry): void {
    const parts = partsOf(entry.key);
    if (parts === undefined) return;
    const entries = this.#byAmount.get(parts.amount) ?? new Map<string, BoundEntry>();
    this.#byAmount.set(parts.amount, entries.set(entry.key, entry));
  }

  remove(key: string): void {
    const amount = partsOf(key)?.amount ?? '';
    const entries = this.#byAmount.get(amount);
    entries?.delete(key);
    if (entries?.size === 0) this.#byAmount.delete(amount);
  }

  get(key: string): BoundEntry | undefined {
    return this.#byAmount.get(partsOf(key)?.amount ?? '')?.get(key);
  }

  /** What others used: the same amount within a week, by a similar reference or the same sender. */
  similarTo({ key, subject, payer }: BankEntry, rules: Similarity): readonly number[] {
    const own = partsOf(key);
    if (own === undefined) return [];
    const found = new Set<number>();
    for (const entry of this.#byAmount.get(own.amount)?.values() ?? []) {
      const parts = partsOf(entry.key);
      if (entry.subject === subject || parts === undefined || !isNear(own.date, parts.date, rules)) continue;
      const isSender = payer !== null && payer === entry.payer;
      if (isSender || isAlike(own.reference, parts.reference, rules)) found.add(entry.subject);
    }
    return [...found].sort((left, right) => left - right).slice(0, rules.similarMax);
  }
}

function partsOf(key: string) {
  const [kind, currency, date = '', amount, reference = ''] = key.split('/');
  return kind === 'bank' ? { amount: `${currency}/${amount}`, date, reference } : undefined;
}

const isNear = (left: string, right: string, { daysApart }: Similarity): boolean =>
  left === ANY_DATE || right === ANY_DATE || Math.abs(Date.parse(left) - Date.parse(right)) <= daysApart * dayMs;

/** The same, one within the other, or one letter apart. */
function isAlike(left: string, right: string, { referenceMin, lettersMin }: Similarity): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short === long) return true;
  if (short.length < referenceMin) return false;
  return long.includes(short) || (lettersMin <= short.length && isOneLetterApart(short, long));
}

function isOneLetterApart(short: string, long: string): boolean {
  if (1 < long.length - short.length) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.length === long.length ? start + 1 : start;
  return short.slice(rest) === long.slice(start + 1);
}
