import { expect } from 'vitest';
import { type Derivation, evaluate } from '../derivations.ts';

/** Whether a derivation gives its figure; one that does not exist cannot be shown. */
export const follows = (derivation: Derivation | undefined): void => {
  if (derivation !== undefined) expect(evaluate(derivation)).toBe(derivation.result);
};

export const allFollow = (derivations: Readonly<Record<string, unknown>>): void => {
  for (const value of Object.values(derivations)) if (isDerivation(value)) follows(value);
};

const isDerivation = (value: unknown): value is Derivation =>
  typeof value === 'object' && value !== null && 'terms' in value;
