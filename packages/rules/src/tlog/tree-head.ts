/**
 * The head of a transparency log: its name, size and root, as the text of a signed note. C2SP
 * `tlog-checkpoint` calls it a checkpoint; here a checkpoint is a signed state.
 */
import { HASH_BYTES } from '../merkle.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { type NoteSignature, readNote, type SignedNote, type VerifierKey, verifySignatures } from './note.ts';
import { emptyRoot, isSameHash, type TreeState } from './tree.ts';

export interface TreeHead extends TreeState {
  /** Which log it is of. */
  readonly origin: string;
}

export const treeHeadText = ({ origin, size, root }: TreeHead): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/** Decimal digits without leading zeros, up to the largest exact number. */
export function readCount(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** A hash on a line of its own. */
export function readHash(text: string): Uint8Array | undefined {
  const hash = fromBase64(text);
  return hash?.length === HASH_BYTES ? hash : undefined;
}

/**
 * Untrusted text; undefined for what is no head. Lines after the third say nothing about the log.
 */
export function readTreeHead(text: string): TreeHead | undefined {
  if (!text.endsWith('\n')) return undefined;
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  const count = readCount(size);
  const hash = readHash(root);
  if (origin === '' || count === undefined || hash === undefined || extensions.includes('')) return undefined;
  if (count === 0 && !isSameHash(hash, emptyRoot())) return undefined;
  return { origin, size: count, root: hash };
}

export const HEAD_FAULTS = ['malformed', 'other-log', 'unknown-key', 'wrong-signature'] as const;
export type HeadFault = (typeof HEAD_FAULTS)[number];

/** A signature of somebody else than the log, and when it was made. */
export interface Cosignature extends NoteSignature {
  readonly key: VerifierKey;
}

export type HeadVerdict =
  | {
      readonly ok: true;
      readonly head: TreeHead;
      readonly note: SignedNote;
      readonly cosignatures: readonly Cosignature[];
    }
  | { readonly ok: false; readonly fault: HeadFault };

/** Whose word counts: keys of the log, whose name is its origin, and of witnesses. */
export interface HeadKeys {
  readonly origin: string;
  readonly log: readonly VerifierKey[];
  readonly witnesses?: readonly VerifierKey[] | undefined;
}

/** Verifies a signed head; accepts any text and never throws. */
export function verifyTreeHead(text: string, { origin, log, witnesses = [] }: HeadKeys): HeadVerdict {
  const note = readNote(text);
  const head = note && readTreeHead(note.text);
  if (note === undefined || head === undefined) return { ok: false, fault: 'malformed' };
  if (head.origin !== origin) return { ok: false, fault: 'other-log' };
  const verified = verifySignatures(note, [...log, ...witnesses]);
  if (verified === undefined) return { ok: false, fault: 'wrong-signature' };
  if (!verified.some(({ key }) => log.includes(key))) return { ok: false, fault: 'unknown-key' };
  return { ok: true, head, note, cosignatures: verified.filter(({ key }) => witnesses.includes(key)) };
}
