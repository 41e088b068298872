import { isRecord, listOf, recordOf } from '../document.ts';
import { Findings, type Verdict } from '../findings.ts';
import { ProvenTicks } from '../ticks.ts';
import { verifySharedContract } from './contract.ts';
import { verifySharedConversion } from './conversion.ts';
import { verifySharedOption } from './option.ts';
import { isSharedSigned, type SharedKind, sharedKindOf } from './receipt.ts';
import type { Shared } from './shared.ts';
import { verifySharedSpot } from './spot.ts';

const KINDS: Readonly<Record<SharedKind, (shared: Shared) => void>> = {
  option: verifySharedOption,
  contract: verifySharedContract,
  spot: verifySharedSpot,
  conversion: verifySharedConversion,
};

/**
 * Verifies a shared receipt with nothing but itself and the keys that its reader trusts; never
 * throws. It shows that its prices are on the signed tape, that the result follows from them and
 * from the terms that it states, and that the operator signed exactly this. That the log has the
 * order with these terms is the operator's word: the entry's text names its owner and is not here,
 * only its hash. Whoever owns the order has the text, and the receipt that proves it.
 */
export function verifyShared(document: unknown, trusted?: readonly string[]): Verdict {
  const found = new Findings();
  const ticks = new ProvenTicks(found);
  const keys = new Set<string>();
  try {
    const shared = recordOf(document, 'the receipt');
    found.expect('seal', isSharedSigned(shared), 'the signature over the whole receipt does not hold');
    if (typeof shared.publicKey === 'string') keys.add(shared.publicKey);
    ticks.readList(listOf(shared.ticks, 'the ticks'));
    ticks.readRuns(shared.runs);
    const order = recordOf(shared.order, 'the order');
    KINDS[sharedKindOf(shared)]({ order, found, ticks });
    found.expect('log', isRecord(shared.entry), 'it names no log entry');
  } catch (error) {
    found.expect('order', false, (error as Error).message);
  }
  for (const key of ticks.keys) keys.add(key);
  if (trusted !== undefined) {
    const isTrusted = [...keys].every((key) => trusted.includes(key));
    found.expect('seal', isTrusted, 'it is signed by a key that is not trusted');
  }
  const { faults, lacks, made, notes } = found;
  const isWhole = faults.length === 0 && lacks.length === 0;
  const answer =
    0 < faults.length ? 'broken' : isWhole ? (trusted === undefined ? 'unknownSigner' : 'holds') : 'partly';
  return { answer, faults, lacks, made, notes, keys: [...keys] };
}
