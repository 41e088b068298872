import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, toHex } from '../receipt.ts';
import { countOf, isoOf, isRecord, type Json, listOf, recordOf, textOf, Unreadable } from './document.ts';
import type { Findings } from './findings.ts';

/** An entry of the command log, as its text says. */
export interface Entry {
  readonly seq: number;
  readonly hash: string;
  readonly id: string;
  readonly user: number;
  readonly book: string;
  readonly type: string;
  readonly body: Json;
  readonly facts: unknown;
  readonly at: number;
  readonly code: number;
  readonly result: unknown;
  /** Digest of the session that it came by; the server itself and earlier releases name none. */
  readonly session?: string;
}

/** Of somebody else: only its place in the chain is given. */
export type HiddenEntry = Pick<Entry, 'seq' | 'hash' | 'type' | 'at'>;

const HASH_BYTES = 32;

/** `SHA-256(previous hash ‖ text)`: how the log chains its entries. */
export function entryHash(previousHash: Uint8Array, text: string): string {
  const bytes = new TextEncoder().encode(text);
  const chained = new Uint8Array(previousHash.length + bytes.length);
  chained.set(previousHash);
  chained.set(bytes, previousHash.length);
  return toHex(sha256(chained));
}

/** The log entries of a receipt, each proved by its hash. */
export class LogEntries {
  readonly all: readonly Entry[];
  readonly hidden: readonly HiddenEntry[];
  readonly #found: Findings;
  readonly #used = new Set<number>();

  constructor(list: unknown, found: Findings) {
    this.#found = found;
    const all: Entry[] = [];
    const hidden: HiddenEntry[] = [];
    let before: { seq: number; at: number; hash: string } | undefined;
    for (const item of listOf(list, 'the list of log entries')) {
      const record = recordOf(item, 'a log entry');
      const seq = countOf(record.seq, 'the number of a log entry');
      const hash = textOf(record.hash, 'the hash of a log entry');
      const what = `log entry ${seq}`;
      const previous = fromHex(record.previousHash, HASH_BYTES);
      found.expect('log', previous !== undefined && fromHex(hash, HASH_BYTES) !== undefined, `${what} has no hash`);
      const isLinked = before === undefined || before.seq + 1 !== seq || before.hash === record.previousHash;
      found.expect('log', isLinked, `${what} does not follow the one before it`);
      let at: number;
      if (record.text === null) {
        at = Date.parse(textOf(record.at, 'the time of a log entry'));
        hidden.push({ seq, hash, type: textOf(record.type, 'the type of a log entry'), at });
        found.lack('hidden', `${what} is of somebody else, so only its place in the log is shown`);
      } else {
        const text = textOf(record.text, 'the text of a log entry');
        found.expect('log', entryHash(previous ?? new Uint8Array(), text) === hash, `${what} has another hash`);
        const entry = entryOf(text, hash);
        const named = entry.seq === seq && record.type === entry.type && record.at === isoOf(entry.at);
        found.expect('log', named, `${what} is shown as another`);
        found.expect('log', Object.keys(record).length === FIELDS, `${what} says more`);
        at = entry.at;
        all.push(entry);
      }
      found.expect('log', before === undefined || (before.seq < seq && before.at <= at), `${what} is out of order`);
      before = { seq, at, hash };
    }
    this.all = all;
    this.hidden = hidden;
  }

  use(entry: Pick<Entry, 'seq'>): void {
    this.#used.add(entry.seq);
  }

  /** The accepted entry of these types that fits, if the receipt has it. */
  find(types: readonly string[], fits: (entry: Entry) => boolean): Entry | undefined {
    const entry = this.all.find(
      (candidate) => types.includes(candidate.type) && candidate.code === 200 && fits(candidate),
    );
    if (entry !== undefined) this.use(entry);
    return entry;
  }

  /** As `find`; a receipt without it is broken. */
  need(types: readonly string[], fits: (entry: Entry) => boolean, what: string): Entry {
    const entry = this.find(types, fits);
    if (entry === undefined) throw new Unreadable(`the log entry of ${what} is missing`);
    return entry;
  }

  /** The terms of a version: the entry that put them in force, for the thing of this name. */
  terms(type: string, key: 'code' | 'asset', name: string, version: number): Json {
    const fits = ({ body, result }: Entry): boolean =>
      body[key] === name && isRecord(result) && result.version === version;
    return this.need([type], fits, `terms ${version} of ${name}`).body;
  }

  /** Entries that nothing in the receipt follows from have no place in it. */
  expectAllUsed(): void {
    for (const { seq } of [...this.all, ...this.hidden]) {
      this.#found.expect('log', this.#used.has(seq), `log entry ${seq} belongs to nothing`);
    }
  }

  /** The shorter list that the pages show: number, type, time and hash. */
  expectShown(list: unknown, seqs: ReadonlySet<number>): void {
    const known = new Map([...this.all, ...this.hidden].map((entry) => [entry.seq, entry]));
    const shown = listOf(list, 'the shown log').map((item) => recordOf(item, 'a shown log entry'));
    for (const record of shown) {
      const entry = known.get(countOf(record.seq, 'a number'));
      const same =
        entry !== undefined &&
        Object.keys(record).length === SHOWN_FIELDS &&
        seqs.has(entry.seq) &&
        record.type === entry.type &&
        record.at === isoOf(entry.at) &&
        record.hash === entry.hash;
      this.#found.expect('log', same, `log entry ${String(record.seq)} is shown otherwise than it is`);
    }
    const listed = new Set(shown.map(({ seq }) => seq));
    const complete = listed.size === shown.length && [...seqs].every((seq) => listed.has(seq));
    this.#found.expect('log', complete, 'the shown log is not complete');
  }
}

const FIELDS = 6;
const SHOWN_FIELDS = 4;
/** In the order in which an entry is written. */
const ENTRY_FIELDS = ['seq', 'id', 'user', 'book', 'type', 'body', 'facts', 'at', 'code', 'result', 'session'];
const SESSION = /^[0-9a-f]{32}$/;

function entryOf(text: string, hash: string): Entry {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Unreadable('a log entry is no JSON');
  }
  const entry = recordOf(parsed, 'a log entry');
  const names = Object.keys(entry);
  const fields = 'session' in entry ? ENTRY_FIELDS : ENTRY_FIELDS.slice(0, -1);
  // Written by one program in one form: another text may hide a field behind its double.
  if (names.join() !== fields.join() || JSON.stringify(parsed) !== text)
    throw new Unreadable('a log entry is not in the form of the log');
  if ('session' in entry && !SESSION.test(textOf(entry.session, 'a session')))
    throw new Unreadable('a log entry has a session that is none');
  return {
    ...('session' in entry ? { session: entry.session as string } : {}),
    hash,
    seq: countOf(entry.seq, 'a number'),
    id: textOf(entry.id, 'an id'),
    user: countOf(entry.user, 'a user'),
    book: textOf(entry.book, 'a book'),
    type: textOf(entry.type, 'a type'),
    body: isRecord(entry.body) ? entry.body : {},
    facts: entry.facts,
    at: countOf(entry.at, 'a time'),
    code: countOf(entry.code, 'a code'),
    result: entry.result,
  };
}

/** Whether an internal command names the order. */
export const names = (entry: Entry, id: number, list = 'orders'): boolean => {
  const ids = entry.body[list];
  return Array.isArray(ids) && ids.includes(id);
};
