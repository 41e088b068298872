import type { Json } from '@glasshouse/server/kernel/core/types';
import type { Random } from '../random.ts';
import { GAP_LIMITS_MS, type SimInstrument } from './scenario.ts';

/** As long as the instrument is offered: what reverses a position waits as long as that does. */
export const leadOf = ({ index }: SimInstrument): { readonly leadMs?: number } =>
  index % 3 === 2 ? { leadMs: 700 } : {};

const SECONDS = [1, 2, 5, 10, 30, 60, 120] as const;

/** A random valid offer for an instrument. */
export function offerOf(random: Random, instrument: SimInstrument): { readonly [field: string]: Json } {
  const { code, precision, stalenessMs } = instrument;
  // May change while orders are open, which keep the limit they were sold under.
  const gapLimitMs = random.chance(0.75) ? instrument.gapLimitMs : random.pick(GAP_LIMITS_MS);
  const periods = SECONDS.filter(() => random.chance(0.85)).map((seconds) => ({
    seconds,
    payoutRate: random.pick(['0', '0.5', '0.82', '0.92', '1', '0.33333333', '0.80']),
    feeRate: random.pick(['0', '0', '0.01', '0.00000001', '0.07777777']),
    stakeMin: random.pick(['0.00000001', '0.00000001', '1', '1', '10.5']),
    stakeMax: random.pick(['5000', '5000', '999999.99999999', '50']),
  }));
  const exposureMax = random.pick(['500000', '500000', '100000000', '2000', '100']);
  const personMax = random.chance(0.5) ? { personMax: random.pick(['50000', '500', '20']) } : {};
  // So small that a network is left with one person's share, or as it is shipped.
  const share = random.chance(0.7) ? { networkShare: random.pick(['0.00000001', '0.3', '1']) } : {};
  const limits = { exposureMax, ...personMax, ...share };
  return { code, precision, asset: 'USDT', gapLimitMs, stalenessMs, ...leadOf(instrument), ...limits, periods };
}

/** The same with one figure that must be refused. */
export function invalidOffer(random: Random, instrument: SimInstrument): { readonly [field: string]: Json } {
  const bad = random.pick<{ readonly [field: string]: string }>([
    { payoutRate: '1.00000001' },
    { payoutRate: '-0.1' },
    { feeRate: '1' },
    { feeRate: '0.000000001' },
    { stakeMin: '0' },
    { stakeMin: '51', stakeMax: '50' },
    { stakeMax: 'NaN' },
  ]);
  const valid = { seconds: 30, payoutRate: '0.8', feeRate: '0', stakeMin: '1', stakeMax: '100' };
  const offer = { ...offerOf(random, instrument), periods: [valid, { ...valid, ...bad }] };
  if (random.chance(0.1)) return { ...offer, networkShare: random.pick(['0', '1.00000001', 'half']) };
  return random.chance(0.1) ? { ...offer, gapLimitMs: random.pick([0, -1, 1_999]) } : offer;
}

const TIERS = 6;

/** A table of fee tiers; every fourth one must be refused. */
export function feeTierTable(random: Random): { readonly [field: string]: Json } {
  const step = random.pick([0.01, 0.05, 0.08, 0.09]);
  const tiers = Array.from({ length: TIERS }, (_, tier) => ({
    fees30d: String(tier * random.pick([50_000, 60_000])),
    feeDiscount: (tier * step).toFixed(2),
    // Smaller where discounts are larger, so that changes of one lower the other.
    referralShare: (0.10000001 + (0.09 - step) * tier).toFixed(8),
  }));
  if (!random.chance(0.25)) return { code: 'VIP', tiers };
  const [first, ...others] = tiers;
  return random.pick<{ readonly [field: string]: Json }>([
    { code: 'VIP', tiers: others },
    { code: 'SILVER', tiers },
    { code: 'VIP', tiers: tiers.toReversed() },
    { code: 'VIP', tiers: [{ ...first, fees30d: '1' }, ...others] as Json },
    { code: 'VIP', tiers: [...tiers.slice(0, -1), { ...tiers.at(-1), feeDiscount: '0.9' }] as Json },
    { code: 'VIP', tiers: [...tiers.slice(0, -1), { ...tiers.at(-1), feeDiscount: 'NaN' }] as Json },
  ]);
}
