import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyEvidence } from './verify.ts';

/** Saved from a release whose log did not say yet where prices come from. */
const saved = () =>
  JSON.parse(readFileSync(new URL('../testing/receipt-without-logged-inputs.json', import.meta.url), 'utf8')) as {
    proof: { inputs: string[]; publicKey: string };
  };

test('a receipt that names inputs of prices without a log that does is not broken, and says so', () => {
  const receipt = saved();
  expect(receipt.proof.inputs).toEqual(['CCXT_RELAY_URL relay.example']);
  const verdict = verifyEvidence(receipt, [receipt.proof.publicKey]);
  expect([verdict.answer, verdict.faults]).toEqual(['partly', []]);
  expect(verdict.lacks.map(({ lack }) => lack)).toEqual(['old']);
  expect(verdict.notes.join()).toContain('CCXT_RELAY_URL relay.example');
});

test('and other inputs than it was signed with are found', () => {
  for (const inputs of [[], ['HTTP_FEED_URL other.example']]) {
    const receipt = saved();
    receipt.proof.inputs = inputs;
    expect(verifyEvidence(receipt, [receipt.proof.publicKey]).answer).toBe('broken');
  }
});
