import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { useMemo } from 'react';
import { usePinnedKeys } from './use-pinned-keys.ts';

/** `strange`: everything fits, but a key signed it that this device has not accepted. */
export type EvidenceVerdict = 'proved' | 'strange' | 'broken';

/**
 * Verifies a document against the keys that this device remembers, not those that came with it: a
 * server that forges documents also publishes the key that signs them.
 */
export function useEvidenceVerdict(document: unknown, published: readonly string[]): EvidenceVerdict {
  const trusted = usePinnedKeys(published)?.trusted;
  return useMemo(() => {
    const { answer, keys } = verifyEvidence(document);
    if (answer !== 'unknownSigner') return 'broken';
    return trusted !== undefined && keys.every((key) => trusted.includes(key)) ? 'proved' : 'strange';
  }, [document, trusted]);
}
