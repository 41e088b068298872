import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fromHex, toHex } from '@glasshouse/rules/receipt';
import { followLog, isContradiction, type PublishedLog } from '@glasshouse/rules/tlog/follow';
import { isKeyName, readNote, SIGNATURE_TYPES, type VerifierKey, verifierKey } from '@glasshouse/rules/tlog/note';
import { readTreeHead, type TreeHead, verifyTreeHead } from '@glasshouse/rules/tlog/tree-head';
import type { Checked } from './verify-receipt.ts';

const USAGE = 'Name the address of a log: follow-log https://<host>/tlog/log --state <file> [--key <hex>]…';
const TIMEOUT_MS = 30_000;
/** A tile has 8,192 bytes, and a head some hundreds. */
const BYTES_MAX = 100_000;
const KEY_BYTES = 32;

/** What a run leaves for the next: the head that it saw, and the keys that it was given. */
interface State {
  readonly note: string;
  readonly keys: readonly string[];
}

/**
 * Compares the newest head of a transparency log with the one that the last run saw, and says it
 * loudly when the log does not go on from it. The first run only remembers.
 */
export async function followLogCommand(args: readonly string[]): Promise<Checked> {
  const problem = (...lines: string[]): Checked => ({ ok: false, lines });
  let parsed: { values: { state?: string; key?: string[] }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { state: { type: 'string' }, key: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
  } catch (error) {
    return problem((error as Error).message);
  }
  const [address, ...more] = parsed.positionals;
  const { state: file, key: named } = parsed.values;
  if (address === undefined || !URL.canParse(address) || 0 < more.length || file === undefined) return problem(USAGE);
  const state = existsSync(file) ? readState(file) : undefined;
  if (state === 'unreadable') return problem(`${file} is not what this command wrote.`);
  const hexKeys = named?.map((key) => key.toLowerCase()) ?? state?.keys;
  if (hexKeys === undefined)
    return problem('Name the key of the log with --key: 64 digits, as returned by listPublicKeys.');
  if (hexKeys.some((key) => fromHex(key, KEY_BYTES) === undefined)) {
    return problem('A key is 32 bytes in hexadecimal: 64 digits, as returned by listPublicKeys.');
  }

  const log = published(address);
  const note = await log.head();
  const origin = state === undefined ? originIn(note) : originIn(state.note);
  if (note === undefined) return problem(`No head is published at ${address}.`);
  if (origin === undefined) return problem(`What is published at ${address} is no head of a log.`);
  const keys = keysOf(origin, hexKeys);
  const last = state === undefined ? undefined : headIn(state, keys);
  if (state !== undefined && last === undefined)
    return problem(`The head in ${file} is not signed by a key that was named.`);
  const verdict = await followLog({ ...log, head: async () => note }, { origin, log: keys }, last);
  if (!verdict.ok) {
    const { fault, head } = verdict;
    if (!isContradiction(fault)) return problem(`${address}: ${fault}. Nothing is proved, and nothing is kept.`);
    const evidence = `${file}.${fault}`;
    writeFileSync(evidence, note);
    return problem(
      `THE LOG SHOWS ANOTHER HISTORY (${fault}).`,
      `Before: ${described(last)}`,
      `Now:    ${described(head)}`,
      `Both heads are signed by its key. They are in ${file} and ${evidence}: publish them.`,
    );
  }
  writeFileSync(file, `${JSON.stringify({ note: verdict.note, keys: hexKeys } satisfies State, null, 2)}\n`);
  const { head } = verdict;
  if (last === undefined)
    return { ok: true, lines: [`${described(head)}: the first head that was seen is kept in ${file}.`] };
  const added = head.size - last.size;
  return { ok: true, lines: [`${described(head)}: goes on from the head before, with ${added} entries more.`] };
}

const described = (head: TreeHead | undefined): string =>
  head === undefined ? 'nothing' : `${head.origin}, ${head.size} entries, root ${toHex(head.root)}`;

function originIn(note: string | undefined): string | undefined {
  const origin = note === undefined ? undefined : readTreeHead(readNote(note)?.text ?? '')?.origin;
  return origin !== undefined && isKeyName(origin) ? origin : undefined;
}

const keysOf = (origin: string, hexKeys: readonly string[]): VerifierKey[] =>
  hexKeys.map((key) => verifierKey(origin, SIGNATURE_TYPES.ed25519, fromHex(key, KEY_BYTES) ?? new Uint8Array()));

function headIn({ note }: State, keys: readonly VerifierKey[]): TreeHead | undefined {
  const verdict = verifyTreeHead(note, { origin: originIn(note) ?? '', log: keys });
  return verdict.ok ? verdict.head : undefined;
}

function readState(file: string): State | 'unreadable' {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as State;
    const isState = typeof state.note === 'string' && Array.isArray(state.keys);
    return isState && state.keys.every((key) => typeof key === 'string') ? state : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function published(address: string): PublishedLog {
  const base = address.replace(/\/$/, '');
  const get = async (path: string): Promise<Uint8Array | undefined> => {
    try {
      const response = await fetch(`${base}/${path}`, {
        headers: { 'cache-control': 'no-cache' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return response.ok && bytes.length <= BYTES_MAX ? bytes : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    head: async () => {
      const bytes = await get('checkpoint');
      return bytes && new TextDecoder().decode(bytes);
    },
    tile: get,
  };
}
