import { expect, test } from 'vitest';
import { depositStatus, stepStates } from './request-steps.ts';

const AT = '2026-11-23T10:00:00Z';

test.each([
  [
    'waiting for a review',
    [
      { step: 'requested', at: AT },
      { step: 'reviewed', at: null },
      { step: 'sent', at: null },
    ],
    ['done', 'current', 'next'],
  ],
  [
    'rejected',
    [
      { step: 'requested', at: AT },
      { step: 'rejected', at: AT },
    ],
    ['done', 'failed'],
  ],
  [
    'vanished from the chain after the credit',
    [
      { step: 'credited', at: AT },
      { step: 'vanished', at: AT },
      { step: 'released', at: null },
    ],
    ['done', 'failed', 'current'],
  ],
  ['all done', [{ step: 'credited', at: AT }], ['done']],
  ['nothing yet', [], []],
] as const)('%s', (_, timeline, states) => {
  expect(stepStates(timeline)).toEqual(states);
});

test.each([
  ['reviewing', null, 'wallet:deposit.state.reviewing', 'accent'],
  ['approved', null, 'wallet:deposit.state.approved', 'success'],
  ['approved', 'held', 'wallet:deposit.heldOverLimit', 'warning'],
  ['approved', 'returning', 'wallet:deposit.state.returning', 'warning'],
  ['approved', 'returned', 'wallet:deposit.state.returned', 'neutral'],
  ['approved', 'released', 'wallet:deposit.state.approved', 'success'],
  ['approved', 'vanished', 'wallet:deposit.state.failed', 'danger'],
  ['approved', 'reversed', 'wallet:deposit.state.failed', 'danger'],
] as const)('a deposit that is %s, its credit %s, is shown as %s', (state, held, text, tone) => {
  expect(depositStatus({ state, held: held === null ? null : { state: held } })).toEqual({ text, tone });
});
