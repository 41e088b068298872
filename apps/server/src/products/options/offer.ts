import { code } from '@glasshouse/api/codes';
import { parseAmount, parseRate, type Rate, rateOf } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { medianDrift, stepAdvantage, stepShare } from '../../market-data/feeds/sim/price-moves.ts';
import { sessionsBetween } from '../../market-data/instruments/calendar.ts';
import type { Instrument } from '../../market-data/instruments/instrument.ts';
import { isSoundLead, leadOf } from '../../trading/lead.ts';
import { isSoundShare } from '../../trading/network-share.ts';
import { Offers } from '../../trading/offers.ts';
import { TERMS_TABLE } from './rows.ts';
import { optionsOf } from './slice.ts';
import type { OptionOffer, OptionPeriod, OptionTerms } from './terms.ts';

/** What is offered on each instrument; orders already sold keep their terms. */
export const optionOffers = new Offers<OptionOffer, OptionTerms>({
  type: 'options.define',
  table: TERMS_TABLE,
  keyOf: (offer) => offer.code,
  inForce: (state, instrument) => optionsOf(state).terms.get(instrument),
  accept(offer, version, state) {
    // Shorter gaps are not recorded, so no order could be judged by them.
    if (offer.gapLimitMs < figureOf(state, 'options.gapLimitMinMs')) {
      return refuse(code.optionsProductIncorrect, { gapLimitMs: code.outOfRange });
    }
    if (offer.personMax !== undefined && (parseAmount(offer.personMax) ?? 0n) === 0n) {
      return refuse(code.optionsProductIncorrect, { personMax: code.outOfRange });
    }
    if (!isSoundShare(offer.networkShare)) {
      return refuse(code.optionsProductIncorrect, { networkShare: code.outOfRange });
    }
    if (!isSoundLead(offer)) return refuse(code.optionsProductIncorrect, { leadMs: code.outOfRange });
    const most = rateOf(figureOf(state, 'options.payoutRateMax'));
    if (!offer.periods.every((period) => isSound(period, most)))
      return refuse(code.optionsProductIncorrect, { periods: code.outOfRange });
    return { ...offer, version };
  },
  offerOf: ({ version, ...offer }) => offer,
});

function isSound(period: OptionPeriod, most: Rate): boolean {
  const payout = parseRate(period.payoutRate);
  const fee = parseRate(period.feeRate);
  const min = parseAmount(period.stakeMin);
  const max = parseAmount(period.stakeMax);
  return (
    payout !== undefined &&
    0n <= payout &&
    payout <= most &&
    fee !== undefined &&
    0n <= fee &&
    fee < most &&
    min !== undefined &&
    max !== undefined &&
    0n < min &&
    min <= max
  );
}

interface OfferedPeriod {
  readonly seconds: number;
  /** The most that it pays, as a share of the stake. */
  readonly payoutMax: number;
}

/**
 * Periods for sale, the shortest first. Longer ones pay more, because the noise of ticks around the
 * entry decides short ones more often. The house edge is ½ − ½ × payout of each unit staked, and
 * the ticket says so.
 */
const PERIODS: readonly OfferedPeriod[] = [
  { seconds: 30, payoutMax: 0.8 },
  { seconds: 60, payoutMax: 0.82 },
  { seconds: 120, payoutMax: 0.83 },
  { seconds: 180, payoutMax: 0.84 },
  { seconds: 300, payoutMax: 0.85 },
  { seconds: 600, payoutMax: 0.86 },
  { seconds: 1_800, payoutMax: 0.87 },
  { seconds: 3_600, payoutMax: 0.88 },
  { seconds: 14_400, payoutMax: 0.9 },
  { seconds: 86_400, payoutMax: 0.92 },
];

/** What the drift of a median may take of the edge; as much again is left for chance. */
const DRIFT_OF_EDGE_MAX = 0.25;
/** What the steps of a price may take of it. */
const STEPS_OF_EDGE_MAX = 0.5;
/** The same in calm stretches of the quietest hour, for whoever waits for them. */
const CALM_STEPS_OF_EDGE_MAX = 0.8;
/** Density of the normal distribution at its middle. */
const DENSITY = 1 / Math.sqrt(2 * Math.PI);
/**
 * What would pay less is not sold: for such a period the steps of the price are too coarse. The
 * longest of an instrument that would have no other is, for what it can pay.
 */
const PAYOUT_MIN = 0.8;

/**
 * What a period pays: the standard, or as much less as leaves most of the edge to the house where
 * something is known of where a price goes.
 *
 * A price whose mean stays has a median that drifts, the faster the more it moves: "down" on a
 * lively coin wins more often than not. And one that has just stepped down lies at the edge that it
 * came over: to end above takes any rise, to end below a fall of a whole step, so "up" wins ½ ÷ (½
 * + Φ(−r)) of what is no draw, r being a step over the period's deviation. That holds for average
 * hours; how much is known of it in quiet ones, and how long, is counted apart.
 */
function payoutOf(instrument: Instrument, { seconds, payoutMax }: OfferedPeriod): number {
  const drift = medianDrift(instrument.code, seconds) / DRIFT_OF_EDGE_MAX;
  const stepped = 0.5 / Math.max(0.5, 1 - DENSITY * stepShare(instrument, seconds)) - 0.5;
  const { mean, calmest } = stepAdvantage(instrument, seconds);
  const steps = Math.max(Math.max(stepped, mean) / STEPS_OF_EDGE_MAX, calmest / CALM_STEPS_OF_EDGE_MAX);
  const fair = 1 / (0.5 + Math.max(drift, steps)) - 1;
  return Math.min(payoutMax, Math.floor(fair * 100) / 100);
}

/** A week without holidays. */
const USUAL_WEEK = Date.UTC(2025, 6, 7);
const WEEK_MS = 7 * 86_400_000;

/** A period that outlasts every session could never be sold. */
const longestSessionMs = (calendar: string): number =>
  calendar === 'always'
    ? Number.POSITIVE_INFINITY
    : sessionsBetween(calendar, USUAL_WEEK, USUAL_WEEK + WEEK_MS).reduce(
        (longest, { opensAt, endsAt }) => Math.max(longest, endsAt - opensAt),
        0,
      );

/** The default offer on an instrument, until the operator defines another. */
export function defaultOptionOffer(instrument: Instrument, sellsReal = true): OptionOffer {
  const longest = (longestSessionMs(instrument.calendar) - instrument.gapLimitMs) / 1_000;
  const payouts = PERIODS.filter(({ seconds }) => seconds <= longest).map(
    (period) => [period.seconds, payoutOf(instrument, period)] as const,
  );
  const sold = payouts.filter(([, payout]) => PAYOUT_MIN <= payout);
  return {
    code: instrument.code,
    precision: instrument.precision,
    asset: 'USDT',
    gapLimitMs: instrument.gapLimitMs,
    stalenessMs: instrument.stalenessMs,
    tickMs: instrument.tickMs,
    ...leadOf(instrument),
    exposureMax: '500000',
    // Ten persons share it at least.
    personMax: '50000',
    networkShare: '0.3',
    ...(sellsReal ? {} : { offOnReal: true as const }),
    periods: (0 < sold.length ? sold : payouts.slice(-1)).map(([seconds, payout]) => ({
      seconds,
      payoutRate: String(payout),
      feeRate: '0',
      stakeMin: '1',
      stakeMax: '5000',
    })),
  };
}
