import type { CoreState } from '@glasshouse/server/kernel/core/types';
import type { Mutant } from './mutant.ts';
import { type Handler, withHandler, withRows } from './with-module.ts';

/** The handler sees a log that names no figures, and takes those in the code. */
const byTheCode =
  (original: Handler): Handler =>
  (state, command) => {
    const slices = new Map([...state.slices, ['rules', { current: undefined }]]);
    const unlogged: CoreState = { ...state, slices };
    return original(unlogged, command);
  };

const grantsByTheCode: Mutant = {
  name: 'the demo grant follows a constant of the release, not the log',
  modules: withHandler('books.open', byTheCode),
};

const chargesByTheCode: Mutant = {
  focus: 'funding',
  name: 'the fee of a withdrawal follows a constant of the release, not the log',
  modules: withHandler('withdrawals.request', byTheCode),
};

const keepsOldFigures: Mutant = {
  name: 'a release logs its figures and goes on with those of before',
  modules: withRows('rules', (change) => ((change.row.edition as number) === 1 ? change : null)),
};

export const figureMutants: readonly Mutant[] = [grantsByTheCode, chargesByTheCode, keepsOldFigures];
