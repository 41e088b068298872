import { expect, test } from 'vitest';
import { reportProblem } from './report-problem.ts';

const REPORT = { amount: '120', hash: '0xabc', hasProof: false, minimum: '120', isBank: false };

test.each([
  ['a report with a hash', {}, undefined],
  ['no amount', { amount: '' }, 'amount'],
  ['nothing', { amount: '0' }, 'amount'],
  ['below the minimum by the smallest unit', { amount: '119.99999999' }, 'minimum'],
  ['neither hash nor picture', { hash: ' ' }, 'evidence'],
  ['a picture instead of the hash', { hash: '', hasProof: true }, undefined],
  ['a bank transfer has no hash', { isBank: true }, 'evidence'],
  ['a bank transfer of any amount', { isBank: true, hasProof: true, amount: '1' }, undefined],
  ['a bank transfer with a picture', { isBank: true, hasProof: true }, undefined],
] as const)('%s', (_, change, problem) => {
  expect(reportProblem({ ...REPORT, ...change })).toBe(problem);
});
