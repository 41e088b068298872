import { houseAccount } from '@glasshouse/server/kernel/core/accounts';
import type { Effects } from '@glasshouse/server/kernel/core/types';
import { createReferralsModule } from '@glasshouse/server/money/referrals/handlers';
import type { Mutant } from './mutant.ts';
import { withModule, withRows } from './with-module.ts';

const rewardsUnverified: Mutant = {
  focus: 'referrals',
  name: 'fees of people whom nobody knows are rewarded',
  modules: withModule('referrals', (original) => ({
    ...original,
    follows: createReferralsModule({ isVerified: () => true }).follows as NonNullable<typeof original.follows>,
  })),
};

const withRewards = (change: (effects: Effects) => Effects) =>
  withModule('referrals', (original) => ({
    ...original,
    follows: (state, command, effects) => {
      const made = original.follows?.(state, command, effects);
      return made === undefined ? undefined : change(made);
    },
  }));

const rewardsTwice: Mutant = {
  focus: 'referrals',
  name: 'a reward is posted twice',
  modules: withRewards((made) => ({ ...made, postings: [...made.postings, ...made.postings] })),
};

const rewardsFromCapital: Mutant = {
  focus: 'referrals',
  name: 'rewards come out of capital',
  modules: withRewards((made) => ({
    ...made,
    postings: made.postings.map((posting) => ({ ...posting, from: houseAccount('real', 'USDT', 'capital') })),
  })),
};

const forgetsTheMost: Mutant = {
  focus: 'referrals',
  name: 'what a friend has earned is forgotten, so that it never ends',
  modules: withRows('referrals', (change) =>
    change.table === 'referral_links' && change.row.state === 'active'
      ? { ...change, row: { ...change.row, earned: '0' } }
      : change,
  ),
};

export const referralMutants: readonly Mutant[] = [rewardsUnverified, rewardsTwice, rewardsFromCapital, forgetsTheMost];
