import { expect, test } from 'vitest';
import { findMessageProblems } from './commit-rules.ts';

const BODY = '\n\nOrders off step rounded to nothing (incident of 4 May).\n';

test.each([
  ['spot: refuse orders off step', 20],
  [`spot: refuse orders off step${BODY}`, 400],
  [`shell, orders: reserve space for lazy parts${BODY}`, 400],
  [`market-data: add a feed\n\n# Please enter the commit message\n# Changes to be committed:\n`, 3],
  [`spot: fix a fill${BODY}# ------------------------ >8 ------------------------\ndiff --git a/b c/d\n`, 400],
  [`sim feed: rename jumps${BODY}`, 400],
  [`Merge branch 'main' into work`, 400],
  ['Revert "spot: refuse orders off step"', 400],
  ['fixup! spot: refuse orders off step', 400],
  [`${'a'.repeat(10)}: fix ${'b'.repeat(56)}`, 1],
])('accepts %j with %i changed lines', (message, changedLines) => {
  expect(findMessageProblems(message, changedLines)).toEqual([]);
});

test.each<[string, number, string]>([
  [`${'a'.repeat(10)}: fix ${'b'.repeat(57)}`, 1, 'The subject has 73 characters'],
  ['refuse orders off step', 1, 'The subject has the form'],
  ['Spot: refuse orders', 1, 'The subject has the form'],
  ['spot: Refuse orders', 1, 'The subject has the form'],
  ['spot: refuse', 1, 'The subject has the form'],
  ['', 1, 'The subject has the form'],
  ['web: let figures of a row add up', 1, '"let" does not say'],
  ['web: keep the place of late parts', 1, '"keep" does not say'],
  ['spot: refuse orders off step.', 1, 'without a full stop'],
  ['spot: refuse orders off step\nand more', 1, 'An empty line'],
  ['spot: refuse orders off step', 21, '21 lines change'],
  ['spot: refuse orders off step\n\n# only a comment\n', 21, '21 lines change'],
])('refuses %j with %i changed lines', (message, changedLines, problem) => {
  expect(findMessageProblems(message, changedLines)).toEqual([expect.stringContaining(problem)]);
});
