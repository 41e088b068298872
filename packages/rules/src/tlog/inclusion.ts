/**
 * An offline proof that an entry is in a log, by C2SP `tlog-proof`: its index, the hashes beside
 * it, and a signed head with the cosignatures of witnesses.
 */
import { leafHash } from '../merkle.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { inclusionHolds, PROOF_HASHES_MAX } from './tree.ts';
import { type HeadFault, type HeadKeys, type HeadVerdict, readCount, readHash, verifyTreeHead } from './tree-head.ts';

const TITLE = 'c2sp.org/tlog-proof@v1';

export interface InclusionProof {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** The signed head, as the log published it. */
  readonly head: string;
  /** Signed by nobody: what is needed to make the entry. */
  readonly extra?: Uint8Array | undefined;
}

export const formatInclusionProof = ({ index, hashes, head, extra }: InclusionProof): string =>
  [
    TITLE,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(toBase64),
    '',
    head,
  ].join('\n');

/** Untrusted text; undefined for what is no proof. The head is not verified. */
export function readInclusionProof(text: string): InclusionProof | undefined {
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const [title, ...lines] = text.slice(0, end).split('\n');
  if (title !== TITLE) return undefined;
  const extraLine = lines[0]?.startsWith('extra ') ? lines.shift() : undefined;
  const extra = extraLine === undefined ? undefined : fromBase64(extraLine.slice('extra '.length));
  if (extraLine !== undefined && extra === undefined) return undefined;
  const indexLine = lines.shift();
  const index = indexLine?.startsWith('index ') ? readCount(indexLine.slice('index '.length)) : undefined;
  const hashes = lines.map(readHash);
  if (index === undefined || PROOF_HASHES_MAX < hashes.length) return undefined;
  if (!hashes.every((hash) => hash !== undefined)) return undefined;
  return { index, hashes, head: text.slice(end + 2), ...(extra !== undefined && { extra }) };
}

export type InclusionVerdict =
  | Extract<HeadVerdict, { ok: true }>
  | { readonly ok: false; readonly fault: HeadFault | 'not-included' };

/** Whether an entry is in the log at the place that the proof names. */
export function verifyInclusionProof(entry: Uint8Array, proof: InclusionProof, keys: HeadKeys): InclusionVerdict {
  const verdict = verifyTreeHead(proof.head, keys);
  if (!verdict.ok) return verdict;
  const holds = inclusionHolds(leafHash(entry), { index: proof.index, ...verdict.head }, proof.hashes);
  return holds ? verdict : { ok: false, fault: 'not-included' };
}
