import { priceOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { isSameTrail, type TrailDraft, trailBody, trailDraftOf, trailProblemOf } from './trail-draft.ts';

const draft = (change: Partial<TrailDraft>): TrailDraft => ({
  distanceIn: 'percent',
  distance: '1.5',
  activation: '',
  ...change,
});

test.each([
  [{}, { rate: '0.015' }],
  [{ activation: '110' }, { rate: '0.015', activation: '110' }],
  [{ distanceIn: 'price', distance: '2.5' }, { distance: '2.5' }],
  [{ distance: '' }, null],
  [{ distance: '', activation: '110' }, undefined],
  [{ distance: '0' }, undefined],
  [{ distance: '100.01' }, undefined],
] as const)('%o is sent as %o', (change, body) => {
  expect(trailBody(draft(change))).toEqual(body);
});

test.each([
  ['buy', {}, undefined],
  ['buy', { distance: '50.01' }, 'distance'],
  ['buy', { distanceIn: 'price', distance: '0.001' }, 'distance'],
  ['buy', { activation: '100' }, 'activation'],
  ['buy', { activation: '100.01' }, undefined],
  ['sell', { activation: '100' }, 'activation'],
  ['sell', { activation: '99.99' }, undefined],
] as const)('of a %ser at 100, %o: %s', (side, change, problem) => {
  expect(trailProblemOf(draft(change), { side, reference: priceOf('100'), point: priceOf('0.01') })).toBe(problem);
});

test('shows what is set, and tells whether it was changed', () => {
  const trailing = { distance: null, rate: '0.015', activation: '110.00', from: null, peak: null };
  expect(trailDraftOf({ trailing })).toEqual(draft({ activation: '110.00' }));
  expect(isSameTrail(trailDraftOf({ trailing }), draft({ activation: '110.00' }))).toBe(true);
  expect(isSameTrail(trailDraftOf({ trailing }), draft({ distance: '2' }))).toBe(false);
  expect(isSameTrail(draft({ distance: '' }), draft({ distance: '', distanceIn: 'price' }))).toBe(true);
});
