import { code } from '@glasshouse/api/codes';
import { parseAmount, parseRate } from '@glasshouse/rules/money';
import { PAYOUT_RATE_MAX } from '@glasshouse/rules/options';
import { Offers } from '../../kernel/offers.ts';
import { refuse } from '../../kernel/refusal.ts';
import { type Instrument, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';
import { GAP_LIMIT_MIN_MS } from '../../market-data/tape/silences.ts';
import { TERMS_TABLE } from './order.ts';
import { optionsOf } from './slice.ts';
import type { OptionOffer, OptionPeriod, OptionTerms } from './terms.ts';

/** What is offered on each instrument; orders already sold keep their terms. */
export const optionOffers = new Offers<OptionOffer, OptionTerms>({
  type: 'options.define',
  table: TERMS_TABLE,
  keyOf: (offer) => offer.code,
  inForce: (state, instrument) => optionsOf(state).terms.get(instrument),
  accept(offer, version) {
    // Shorter gaps are not recorded, so no order could be judged by them.
    if (offer.gapLimitMs < GAP_LIMIT_MIN_MS) {
      return refuse(code.optionsProductIncorrect, { gapLimitMs: code.outOfRange });
    }
    if (!offer.periods.every(isSound)) return refuse(code.optionsProductIncorrect, { periods: code.outOfRange });
    return { ...offer, version };
  },
  offerOf: ({ version, ...offer }) => offer,
});

function isSound(period: OptionPeriod): boolean {
  const payout = parseRate(period.payoutRate);
  const fee = parseRate(period.feeRate);
  const min = parseAmount(period.stakeMin);
  const max = parseAmount(period.stakeMax);
  return (
    payout !== undefined &&
    0n <= payout &&
    payout <= PAYOUT_RATE_MAX &&
    fee !== undefined &&
    0n <= fee &&
    fee < PAYOUT_RATE_MAX &&
    min !== undefined &&
    max !== undefined &&
    0n < min &&
    min <= max
  );
}

const PERIODS_SECONDS = [30, 60, 120, 180, 300, 600, 1_800, 3_600, 14_400, 86_400] as const;

/**
 * Longer periods pay more, because the noise of ticks around the entry decides short ones more
 * often. The house edge is ½ − ½ × payout of each unit staked, and the ticket says so.
 */
const PAYOUT_BY_SECONDS: Readonly<Record<number, string>> = {
  30: '0.8',
  60: '0.82',
  120: '0.83',
  180: '0.84',
  300: '0.85',
  600: '0.86',
  1800: '0.87',
  3600: '0.88',
  14400: '0.9',
  86400: '0.92',
};

const SESSION_TYPES: readonly number[] = [MARKET_TYPES.stocks, MARKET_TYPES.etf];

/** The default offer on an instrument, until the operator defines another. */
export function defaultOptionOffer(instrument: Instrument, sellsReal = true): OptionOffer {
  // Where the market closes every day, a period longer than a session could never be sold.
  const longest = SESSION_TYPES.includes(instrument.type) ? 14_400 : 86_400;
  return {
    code: instrument.code,
    precision: instrument.precision,
    asset: 'USDT',
    gapLimitMs: instrument.gapLimitMs,
    stalenessMs: instrument.stalenessMs,
    exposureMax: '500000',
    ...(sellsReal ? {} : { offOnReal: true as const }),
    periods: PERIODS_SECONDS.filter((seconds) => seconds <= longest).map((seconds) => ({
      seconds,
      payoutRate: PAYOUT_BY_SECONDS[seconds] as string,
      feeRate: '0',
      stakeMin: '1',
      stakeMax: '5000',
    })),
  };
}
