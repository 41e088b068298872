// @vitest-environment happy-dom
/** Documents that fit, signed by a key that this device knows or does not know. */
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { boughtCoins } from '../../testing/evidence.ts';
import { useEvidenceVerdict } from './use-evidence-verdict.ts';

const KEYS = 'glasshouse.signingKeys';
const ANOTHER = '00'.repeat(32);
const evidence = boughtCoins();
const { keys } = verifyEvidence(evidence);

beforeEach(() => writeStored(KEYS, '[]'));

const verdictOf = (document: unknown, published: readonly string[]) =>
  renderHook(() => useEvidenceVerdict(document, published)).result.current;

test('the first published keys are remembered, and what they signed is proved', () => {
  expect(keys).not.toEqual([]);
  expect(verdictOf(evidence, keys)).toBe('proved');
  expect(readStored(KEYS)).toBe(JSON.stringify(keys));
});

test('a key that is published and not remembered proves nothing', () => {
  writeStored(KEYS, JSON.stringify([ANOTHER]));
  expect(verdictOf(evidence, [ANOTHER, ...keys])).toBe('strange');
});

test('a document that does not fit is broken, whoever signed it', () => {
  expect(verdictOf({ ...evidence, lines: [] }, keys)).toBe('broken');
});
