import { isSame, type Json } from './document.ts';
import type { Entry, LogEntries } from './entries.ts';
import type { Findings } from './findings.ts';
import type { ProvenTicks } from './ticks.ts';

/** What a document is proved with. */
export interface Proving {
  readonly found: Findings;
  readonly ticks: ProvenTicks;
  readonly entries: LogEntries;
  readonly proof: Json;
  /** Names the entry that placed the order: every other entry is its owner's or the house's. */
  owner(placed: Entry): void;
}

/** Stands for a value that nothing else follows from, such as a display name. */
export const FREE = Symbol.for('glasshouse.free');

/** Compares fields with what must be there: each of them, and no other. */
export function expectFields({ found }: Proving, what: string, shown: Json, expected: Json): void {
  for (const [name, value] of Object.entries(expected)) {
    const holds = value === FREE ? typeof shown[name] === 'string' : isSame(shown[name] ?? null, value ?? null);
    found.expect('order', holds && name in shown, `${what}: ${name} is not what follows`);
  }
  for (const name of Object.keys(shown)) {
    found.expect('order', name in expected, `${what}: ${name} follows from nothing`);
  }
}
