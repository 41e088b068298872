import type { Mutant } from './mutant.ts';
import { withRows } from './with-module.ts';

const losesAnExpiry: Mutant = {
  focus: 'options',
  name: 'every fifth order loses its expiry',
  modules: withRows('options', (change) => {
    const { row } = change;
    if (row.state !== 'open' || Number(row.id) % 5 !== 0) return change;
    return { ...change, row: { ...row, expires_at: Number.MAX_SAFE_INTEGER } };
  }),
};

const triggersLate: Mutant = {
  focus: 'options',
  name: 'an expiry is a grid step too late',
  modules: withRows('options', (change) => {
    const { row } = change;
    return row.state === 'open' ? { ...change, row: { ...row, expires_at: Number(row.expires_at) + 1_000 } } : change;
  }),
};

export const reducerMutants: readonly Mutant[] = [losesAnExpiry, triggersLate];
