import type { Book } from '@glasshouse/api/constants';

/**
 * Under which rules this installation serves its real book. The demo book is the same everywhere,
 * except that nobody learns from it what the real one would refuse: what an instrument offers is
 * told for the book that is asked about.
 *
 * - `sandbox`: everything is on, and the real book is played with. The house's side of it is
 *   seeded, and every page says so.
 * - `demo-only`: the real book is closed; whatever moves money on it is refused with 11037.
 * - `retail`: the real book is open, with the terms of the catalogue. The operator funds the
 *   house's side.
 * - `eu`: like `retail`, with leverage capped by class of asset and without options, as for retail
 *   clients in the European Union.
 */
export const PROFILES = ['sandbox', 'demo-only', 'retail', 'eu'] as const;
/**
 * A sandbox that tests steer (`FEED=scripted`): of no database but its own, and for this machine.
 */
export const TEST_PROFILE = 'test';
export type Profile = (typeof PROFILES)[number];

/**
 * Books whose house accounts get their opening money from nowhere. Money that nobody paid in must
 * not be mixed with money that somebody did.
 */
export const seededBooks = (profile: Profile): readonly Book[] => (profile === 'sandbox' ? ['demo', 'real'] : ['demo']);

/** Whether people trade with their own money on the real book. */
export const takesRealMoney = (profile: Profile): boolean => profile === 'retail' || profile === 'eu';

/** Whether options are sold on the real book. */
export const sellsRealOptions = (profile: Profile): boolean => profile !== 'eu';

/** Whether inviting friends is rewarded: rules of the Union do not let trading be paid for. */
export const rewardsReferrals = (profile: Profile): boolean => profile === 'sandbox' || profile === 'retail';
