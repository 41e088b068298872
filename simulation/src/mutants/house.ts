import type { Mutant } from './mutant.ts';
import { withModule, withPostings } from './with-module.ts';

const playsWithExternal: Mutant = {
  name: 'a demo reset books play money as if it had come from outside',
  modules: withPostings('books.reset', (posting) => {
    const outside = (key: typeof posting.from) => key.replace('/playMoney', '/external') as typeof key;
    return [{ ...posting, from: outside(posting.from), to: outside(posting.to) }];
  }),
};

const keepsTier: Mutant = {
  name: 'a demo reset gives the money back, but the fee tier stays',
  modules: withModule('fee-tiers', ({ closeAll, ...rest }) => rest),
};

export const houseMutants: readonly Mutant[] = [playsWithExternal, keepsTier];
