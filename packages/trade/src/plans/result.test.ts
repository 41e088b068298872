import { expect, test } from 'vitest';
import { planNet } from './result.ts';

test('a plan comes to its yield, less the penalty of leaving early', () => {
  expect(planNet({ earned: '3.2', penalty: null })).toBe('3.2');
  expect(planNet({ earned: '3.2', penalty: '10' })).toBe('-6.8');
});
