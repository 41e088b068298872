/**
 * That the log entries of a receipt are in the transparency log of the installation: a signed head,
 * and for each entry its nonce and the hashes beside it. Whoever kept an older head can show that
 * this one goes on from it, or that it does not.
 */
import { leafHash } from '../merkle.ts';
import { fromHex } from '../receipt.ts';
import { fromBase64 } from '../tlog/base64.ts';
import { logCommitment, treeIndexOf } from '../tlog/commitment.ts';
import { isKeyName, readNote, SIGNATURE_TYPES, verifierKey } from '../tlog/note.ts';
import { inclusionHolds, PROOF_HASHES_MAX } from '../tlog/tree.ts';
import { readTreeHead, type TreeHead, verifyTreeHead } from '../tlog/tree-head.ts';
import { countOf, type Json, listOf, recordOf, textOf } from './document.ts';
import type { LogEntries } from './entries.ts';
import type { Findings } from './findings.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 32;

/** As a receipt has it. */
export interface TreeProof {
  /** The signed head, as it was published. */
  readonly head: string;
  readonly publicKey: string;
  /** In base64; neighbours share most of them. */
  readonly hashes: readonly string[];
  readonly entries: readonly {
    readonly seq: number;
    readonly nonce: string;
    /** Places in `hashes`, from the leaf up. */
    readonly path: readonly number[];
  }[];
}

/** Returns the key that signed the head; undefined where nothing is readable. */
export function proveTree(tree: Json, entries: LogEntries, found: Findings): string | undefined {
  const expect = (holds: boolean, what: string): boolean => found.expect('log', holds, what);
  expect(Object.keys(tree).length === FIELDS, 'its proof of the transparency log says more');
  const publicKey = textOf(tree.publicKey, 'the key of the transparency log');
  const head = headOf(textOf(tree.head, 'the head of the transparency log'), publicKey);
  if (!expect(head !== undefined, 'the head of the transparency log is not signed') || head === undefined) return;
  const hashes = listOf(tree.hashes, 'the hashes of the transparency log').map((hash) => {
    return fromBase64(textOf(hash, 'a hash of the transparency log')) ?? new Uint8Array();
  });
  const listed = new Set<number>();
  for (const item of listOf(tree.entries, 'the entries in the transparency log')) {
    const record = recordOf(item, 'an entry in the transparency log');
    const seq = countOf(record.seq, 'the number of an entry');
    const what = `log entry ${seq}`;
    const entry = entries.all.find((known) => known.seq === seq);
    expect(entry !== undefined && !listed.has(seq), `${what} is in the transparency log and not in the receipt`);
    expect(Object.keys(record).length === ENTRY_FIELDS, `${what} says more of its place in the transparency log`);
    listed.add(seq);
    const nonce = fromHex(record.nonce, NONCE_BYTES);
    const hash = entry && fromHex(entry.hash, KEY_BYTES);
    const path = listOf(record.path, 'a path').map((place) => hashes[countOf(place, 'a place')] ?? new Uint8Array());
    const holds =
      nonce !== undefined &&
      hash !== undefined &&
      path.length <= PROOF_HASHES_MAX &&
      inclusionHolds(leafHash(logCommitment(nonce, hash)), { index: treeIndexOf(seq), ...head }, path);
    expect(holds, `${what} is not in the transparency log`);
  }
  for (const { seq } of entries.all) {
    expect(head.size < seq || listed.has(seq), `log entry ${seq} is left out of the transparency log`);
  }
  found.note(`Its entries are under the head ${head.size} of ${head.origin}.`);
  return publicKey;
}
const FIELDS = 4;
const ENTRY_FIELDS = 3;

function headOf(text: string, publicKey: string): TreeHead | undefined {
  const bytes = fromHex(publicKey, KEY_BYTES);
  const origin = readTreeHead(readNote(text)?.text ?? '')?.origin;
  if (bytes === undefined || origin === undefined || !isKeyName(origin)) return undefined;
  const verdict = verifyTreeHead(text, { origin, log: [verifierKey(origin, SIGNATURE_TYPES.ed25519, bytes)] });
  return verdict.ok ? verdict.head : undefined;
}
