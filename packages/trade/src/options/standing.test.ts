import { expect, test } from 'vitest';
import { outcomeAt } from './standing.ts';

test.each([
  ['up', '100.01', 'win'],
  ['up', '99.99', 'lose'],
  ['up', '100.00', 'draw'],
  ['down', '99.99', 'win'],
  ['down', '100.01', 'lose'],
  ['down', '100', 'draw'],
] as const)('%s at %s over 100.00 would be a %s', (direction, price, outcome) => {
  expect(outcomeAt(direction, price, '100.00')).toBe(outcome);
});
