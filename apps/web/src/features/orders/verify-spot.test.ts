import { expect, test } from 'vitest';
import { type SpotEvidence, verifySpot } from './verify-spot.ts';

const evidence = (fills: readonly { quantity: string; fee: string }[]) =>
  ({ order: { code: 'BTCUSDT', filledQuantity: '0.3', fee: '0.0003', fills }, ticks: [] }) as unknown as SpotEvidence;

test('fills that add up to the order pass, others do not, and without fills there is nothing to verify', () => {
  const fills = [
    { quantity: '0.1', fee: '0.0001' },
    { quantity: '0.2', fee: '0.0002' },
  ];
  expect(verifySpot(evidence(fills), []).result).toBe(true);
  expect(verifySpot(evidence(fills.slice(1)), []).result).toBe(false);
  expect(verifySpot(evidence([{ quantity: '0.3', fee: '0.0004' }]), []).result).toBe(false);
  expect(verifySpot(evidence([]), []).result).toBeUndefined();
});
