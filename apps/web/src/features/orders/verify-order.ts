import type { ResultOf } from '@glasshouse/api';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { type OrderVerdict, type Proven, verifyTicks } from '../../parts/proofs/verify-ticks.ts';

export type Order = ResultOf<'getOptionOrder'>;
export type ContractEvidence = ResultOf<'getPosition'>;
export type ContractStep = ContractEvidence['steps'][number];
export type ConversionEvidence = ResultOf<'getConversion'>;
export type SpotEvidence = ResultOf<'getSpotOrder'>;

/**
 * Verifies a receipt of any kind by the rules that the offline command has as well, with only the
 * keys that this device trusts; undefined before any was published.
 */
export function verifyReceipt(
  evidence: unknown,
  ticks: readonly Proven[],
  trustedKeys: readonly string[] | undefined,
): OrderVerdict {
  return { ticks: verifyTicks(ticks, trustedKeys), whole: verifyEvidence(evidence, trustedKeys) };
}
