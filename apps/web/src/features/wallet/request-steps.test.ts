import { expect, test } from 'vitest';
import { stepStates } from './request-steps.ts';

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
