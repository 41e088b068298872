/**
 * The protocol of witnesses, C2SP `tlog-witness`: a log sends its head with a proof that it begins
 * with the one that the witness signed last, and gets a cosignature. Pure: who keeps the last head
 * and who signs is for the caller, which must compare and store in one transaction.
 */
import { toBase64 } from './base64.ts';
import { type NoteSignature, readNote, readSignatureLine, type VerifierKey } from './note.ts';
import { consistencyHolds, isSameHash, PROOF_HASHES_MAX, type TreeState } from './tree.ts';
import { readCount, readHash, readTreeHead, type TreeHead, verifyTreeHead } from './tree-head.ts';

export interface AddHeadRequest {
  /** Size of the head that the witness is thought to have signed last; 0 for none. */
  readonly older: number;
  readonly proof: readonly Uint8Array[];
  /** The signed head. */
  readonly head: string;
}

export const formatAddHead = ({ older, proof, head }: AddHeadRequest): string =>
  [`old ${older}`, ...proof.map(toBase64), '', head].join('\n');

/** Untrusted text; undefined for what is no such request. */
export function readAddHead(text: string): AddHeadRequest | undefined {
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\n');
  const older = first.startsWith('old ') ? readCount(first.slice('old '.length)) : undefined;
  const proof = lines.map(readHash);
  if (older === undefined || PROOF_HASHES_MAX < proof.length) return undefined;
  if (!proof.every((hash) => hash !== undefined)) return undefined;
  return { older, proof, head: text.slice(end + 2) };
}

/** The origin that a request is of, before anything of it is verified. */
export function originOf({ head }: AddHeadRequest): string | undefined {
  const note = readNote(head);
  return note && readTreeHead(note.text)?.origin;
}

/** Answers of the protocol other than a cosignature, by their HTTP status. */
export type WitnessRefusal =
  | { readonly status: 400 | 403 | 404 | 422 }
  /** The witness has signed another size last. */
  | { readonly status: 409; readonly size: number };

export type WitnessDecision =
  | { readonly ok: true; readonly head: TreeHead; readonly text: string }
  | { readonly ok: false; readonly refusal: WitnessRefusal };

/**
 * Whether a witness may sign a head.
 *
 * @param keys of the log that the request is of; undefined for a log that the witness does not know
 * @param last what it signed last for that log; undefined for nothing yet
 */
export function decideOnHead(
  request: AddHeadRequest,
  { keys, last }: { readonly keys: readonly VerifierKey[] | undefined; readonly last: TreeState | undefined },
): WitnessDecision {
  const refuse = (refusal: WitnessRefusal): WitnessDecision => ({ ok: false, refusal });
  const origin = originOf(request);
  if (origin === undefined) return refuse({ status: 400 });
  if (keys === undefined) return refuse({ status: 404 });
  const verdict = verifyTreeHead(request.head, { origin, log: keys });
  if (!verdict.ok) return refuse({ status: verdict.fault === 'malformed' ? 400 : 403 });
  const { head } = verdict;
  if (head.size < request.older) return refuse({ status: 400 });
  const size = last?.size ?? 0;
  if (request.older !== size) return refuse({ status: 409, size });
  if (last === undefined || size === 0) {
    return request.proof.length === 0 ? { ok: true, head, text: verdict.note.text } : refuse({ status: 422 });
  }
  return consistencyHolds(last, head, request.proof)
    ? { ok: true, head, text: verdict.note.text }
    : refuse({ status: 422 });
}

/** The cosignatures in an answer, of whatever key; undefined for what is no answer. */
export function readCosignatures(text: string): readonly NoteSignature[] | undefined {
  if (!text.endsWith('\n')) return undefined;
  const lines = text.slice(0, -1).split('\n').map(readSignatureLine);
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

/** Two heads of one log that cannot both be true: the proof that it shows two histories. */
export const isForked = (left: TreeHead, right: TreeHead): boolean =>
  left.origin === right.origin && left.size === right.size && !isSameHash(left.root, right.root);
