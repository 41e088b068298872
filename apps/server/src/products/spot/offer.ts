import { code } from '@glasshouse/api/codes';
import { LADDER_LEVELS_MAX } from '@glasshouse/rules/house-quotes';
import {
  type Amount,
  amountOf,
  formatAmount,
  parseAmount,
  parseRate,
  power10,
  type Rate,
  rateOf,
} from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { CoreState } from '../../kernel/core/types.ts';
import { type Instrument, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';
import { isSoundLead, leadOf } from '../../trading/lead.ts';
import { Offers } from '../../trading/offers.ts';
import { TERMS_TABLE } from './rows.ts';
import { spotOf } from './slice.ts';
import type { SpotOffer, SpotTerms } from './terms.ts';

/** What each pair offers; resting orders keep their rates. */
export const spotOffers = new Offers<SpotOffer, SpotTerms>({
  type: 'spot.define',
  table: TERMS_TABLE,
  keyOf: (offer) => offer.code,
  inForce: (state, pair) => spotOf(state).pairs.get(pair)?.terms,
  accept(offer, version, state) {
    if (!isSound(offer, rateOf(figureOf(state, 'spot.feeRateMax'))))
      return refuse(code.productIncorrect, { code: code.outOfRange });
    return canRedefine(state, offer) ? { ...offer, version } : refuse(code.productIncorrect, 'code');
  },
  offerOf: ({ version, ...offer }) => offer,
});

/**
 * Whether the pair may be offered like this: in the same measures, or with no order resting in the
 * old ones.
 */
export function canRedefine(state: CoreState, offer: SpotOffer): boolean {
  const slice = spotOf(state);
  const current = slice.pairs.get(offer.code)?.terms;
  if (current === undefined || isSameMeasure(current, offer)) return true;
  for (const order of slice.orders.values()) if (order.code === offer.code) return false;
  return true;
}

/** Books count in the pair's own steps and points: these may change only while no order rests. */
const isSameMeasure = (left: SpotOffer, right: SpotOffer): boolean =>
  left.base === right.base &&
  left.quote === right.quote &&
  left.precision === right.precision &&
  left.quantityStep === right.quantityStep;

/** Steps of the largest order: a price level of many such orders still sums exactly. */
const STEPS_MAX = 1_000_000_000n;
/** A pair of two coins follows from the prices of both. */
const AWAITED_MAX = 2;

/** Whether the figures make sense together. */
function isSound(offer: SpotOffer, feeMax: Rate): boolean {
  const step = parseAmount(offer.quantityStep);
  const min = parseAmount(offer.minQuantity);
  const max = parseAmount(offer.maxQuantity);
  const rates = [parseRate(offer.makerRate), parseRate(offer.takerRate)];
  const band = parseRate(offer.bandRate);
  const slippage = parseRate(offer.slippageRate ?? offer.bandRate);
  const { levels, spacingPpm } = offer.ladder;
  if (step === undefined || min === undefined || max === undefined || band === undefined || step === 0n) return false;
  return (
    step <= min &&
    min <= max &&
    min % step === 0n &&
    max % step === 0n &&
    max / step <= STEPS_MAX &&
    rates.every((rate) => rate !== undefined && 0n <= rate && rate < feeMax) &&
    0n < band &&
    band < power10(8) &&
    slippage !== undefined &&
    0n < slippage &&
    slippage < power10(8) &&
    isSoundLead(offer) &&
    (offer.leadMs === undefined || offer.awaits !== undefined) &&
    (offer.awaits === undefined || offer.awaits.length <= AWAITED_MAX) &&
    (parseAmount(offer.minAmount) ?? 0n) > 0n &&
    parseAmount(offer.ladder.levelAmount) !== undefined &&
    Number.isSafeInteger(offer.tickPoints) &&
    0 < offer.tickPoints &&
    0 <= levels &&
    levels <= LADDER_LEVELS_MAX &&
    0 <= spacingPpm &&
    offer.base !== offer.quote
  );
}

/** A lot is worth about 100 to 1,000 dollars, so a step is worth a cent to a dime. */
const STEPS_PER_LOT = 10_000n;
const LOTS_MAX = 1_000n;

/** Smallest order and first ladder level, by quote asset. */
const BY_QUOTE: Readonly<Record<string, { readonly minAmount: string; readonly levelAmount: string }>> = {
  USDT: { minAmount: '5', levelAmount: '2000' },
  BTC: { minAmount: '0.00005', levelAmount: '0.02' },
  ETH: { minAmount: '0.0015', levelAmount: '0.6' },
};

/** The default offer on a pair of coins; undefined when its quote asset is none of the above. */
export function defaultSpotOffer(instrument: Instrument): SpotOffer | undefined {
  const sizes = BY_QUOTE[instrument.quote];
  if (instrument.type !== MARKET_TYPES.crypto || sizes === undefined) return undefined;
  const lot = amountOf(instrument.lotSize);
  const step = (lot < STEPS_PER_LOT ? 1n : lot / STEPS_PER_LOT) as Amount;
  const { code, base, quote, precision, stalenessMs, tickMs } = instrument;
  return {
    code,
    base,
    quote,
    precision,
    tickPoints: 1,
    quantityStep: formatAmount(step),
    minQuantity: formatAmount(step),
    maxQuantity: formatAmount((lot * LOTS_MAX) as Amount),
    minAmount: sizes.minAmount,
    makerRate: '0.0008',
    takerRate: '0.001',
    bandRate: '0.5',
    stalenessMs,
    tickMs,
    ...leadOf(instrument),
    awaits: quote === 'USDT' ? [] : [`${base}USDT`, `${quote}USDT`],
    slippageRate: '0.01',
    roundsUp: true,
    quotesVary: true,
    ladder: { levels: 15, spacingPpm: 200, levelAmount: sizes.levelAmount },
  };
}
