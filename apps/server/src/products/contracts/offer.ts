import { code } from '@glasshouse/api/codes';
import { RATE_ONE } from '@glasshouse/rules/contracts';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatRate,
  type Rate,
  rateOf,
  wholeUnits,
} from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { CoreState } from '../../kernel/core/types.ts';
import {
  convertersOf,
  type Instrument,
  MARKET_TYPES,
  type MarketType,
} from '../../market-data/instruments/instrument.ts';
import { leadOf } from '../../trading/lead.ts';
import { Offers } from '../../trading/offers.ts';
import { largestGapOf } from './largest-gap.ts';
import { TERMS_TABLE } from './rows.ts';
import { contractsOf } from './slice.ts';
import { type ContractOffer, type ContractTerms, type Conversion, termsFrom } from './terms.ts';

/** What is offered on each instrument; orders already placed keep their terms. */
export const contractOffers = new Offers<ContractOffer, ContractTerms>({
  type: 'contracts.define',
  table: TERMS_TABLE,
  keyOf: (offer) => offer.code,
  inForce: (state, instrument) => contractsOf(state).terms.get(instrument),
  accept(offer, version, state) {
    const terms = termsFrom(offer, version, {
      fee: rateOf(figureOf(state, 'contracts.feeRateMax')),
      financing: rateOf(figureOf(state, 'contracts.financingRateMax')),
      profit: rateOf(figureOf(state, 'contracts.profitRateMax')),
    });
    const wrong = 'wrong' in terms ? terms.wrong : wrongGapOf(state, offer);
    return 'wrong' in terms || wrong !== undefined
      ? refuse(code.productIncorrect, { [String(wrong)]: code.outOfRange })
      : terms;
  },
  offerOf: ({ version, tiers, ...offer }) => ({ ...offer, tiers: tiers.map(({ deduction, ...tier }) => tier) }),
});

/** The version of the rules from which a market that closes needs a requirement for its gaps. */
const GAPS_SINCE = 10;
/** From which it is a share of what positions have become, not of what they were opened at. */
const MARK_SINCE = 11;

/**
 * A gap is no gift: a market that closes has a requirement before it does, and its history of gaps
 * grows only.
 */
function wrongGapOf(state: CoreState, { code: instrument, beforeClose, closeRequirement }: ContractOffer) {
  const before = contractsOf(state).terms.get(instrument)?.closeRequirement;
  if (closeRequirement === undefined) {
    const isNeeded = before !== undefined || (GAPS_SINCE <= rulesOf(state) && beforeClose !== undefined);
    return isNeeded ? 'closeRequirement' : undefined;
  }
  const isShorter = before !== undefined && rateOf(closeRequirement.largestGap) < rateOf(before.largestGap);
  const isOfOpening = MARK_SINCE <= rulesOf(state) && closeRequirement.basis === undefined;
  return isShorter || isOfOpening ? 'closeRequirement' : undefined;
}

interface ClassTerms {
  readonly feeRate: string;
  readonly financingRate: string;
  /** Notional, USDT, at which each further tier begins. */
  readonly floors: readonly number[];
  readonly maxLots: string;
  readonly exposureMax: string;
  /** Before the end of a session that ends. */
  readonly beforeCloseMinutes: number;
  readonly profitMaxRate: string;
}

/**
 * Costs by class of market. Fees are well below 0.3 % a side, and lower where high leverage is
 * usual, because they are charged on the notional. Financing is a day's share of some 4 % to 10 % a
 * year.
 */
const BY_TYPE: Readonly<Record<MarketType, ClassTerms>> = {
  [MARKET_TYPES.crypto]: {
    feeRate: '0.0005',
    financingRate: '0.0003',
    floors: [100_000, 500_000, 2_000_000, 10_000_000],
    maxLots: '100000',
    exposureMax: '100000000',
    beforeCloseMinutes: 60,
    profitMaxRate: '1',
  },
  [MARKET_TYPES.forex]: {
    feeRate: '0.00003',
    financingRate: '0.0001',
    floors: [1_000_000, 5_000_000, 20_000_000, 50_000_000],
    maxLots: '500',
    exposureMax: '200000000',
    beforeCloseMinutes: 180,
    profitMaxRate: '0.1',
  },
  [MARKET_TYPES.stocks]: {
    feeRate: '0.0005',
    financingRate: '0.0002',
    floors: [100_000, 500_000, 2_000_000],
    maxLots: '100000',
    exposureMax: '50000000',
    beforeCloseMinutes: 60,
    profitMaxRate: '0.5',
  },
  [MARKET_TYPES.etf]: {
    feeRate: '0.0004',
    financingRate: '0.0002',
    floors: [200_000, 1_000_000, 5_000_000],
    maxLots: '100000',
    exposureMax: '50000000',
    beforeCloseMinutes: 60,
    profitMaxRate: '0.5',
  },
  [MARKET_TYPES.futures]: {
    feeRate: '0.0001',
    financingRate: '0.0001',
    floors: [1_000_000, 5_000_000, 20_000_000],
    maxLots: '1000',
    exposureMax: '100000000',
    beforeCloseMinutes: 60,
    profitMaxRate: '0.5',
  },
  [MARKET_TYPES.metals]: {
    feeRate: '0.00005',
    financingRate: '0.00015',
    floors: [1_000_000, 5_000_000, 20_000_000],
    maxLots: '500',
    exposureMax: '100000000',
    beforeCloseMinutes: 180,
    profitMaxRate: '0.25',
  },
};

/** Gross notional of one book over all instruments, and the share of it the pool must hold. */
const EXPOSURE_TOTAL_MAX = '800000000';
const POOL_COVER = '0.01';
/** So many persons share the capacity of an instrument at least. */
const PERSONS_AT_LEAST = 10n;
/** What the orders of one network may take of it together. */
const NETWORK_SHARE = '0.3';
/** Limit orders within 1 % of the price count in full. */
const NEAR_RATE = '0.01';
/** A market order is not filled further than 1 % from the price that it was placed at. */
const SLIPPAGE_RATE = '0.01';
/** Share of the leverage that is left before a close. */
const BEFORE_CLOSE_DIVISOR = 4;
/** What positions need before a close, in percent of the largest gap there was. */
const GAP_MARGIN = 120n;
/** From so long before a close they need it. */
const CLOSE_REQUIREMENT_MINUTES = 30;
/** Distance of stop and target from the price, in spreads. */
const STOP_DISTANCE_SPREADS = 1;

/**
 * The default offer on an instrument; undefined when its quote asset cannot be converted to USDT.
 */
export function defaultContractOffer(
  instrument: Instrument,
  catalogue: ReadonlyMap<string, Instrument>,
  realLeverageMax?: number,
): ContractOffer | undefined {
  const conversion = conversionOf(instrument.quote, catalogue);
  if (conversion === undefined) return undefined;
  const terms = BY_TYPE[instrument.type];
  return {
    code: instrument.code,
    precision: instrument.precision,
    asset: 'USDT',
    conversion,
    lotSize: instrument.lotSize,
    minLots: instrument.minLots,
    maxLots: terms.maxLots,
    lotStep: instrument.minLots,
    maxLeverage: instrument.maxLeverage,
    ...(realLeverageMax === undefined ? {} : { realLeverageMax }),
    feeRate: terms.feeRate,
    financingRate: terms.financingRate,
    tiers: tiersFor(instrument.maxLeverage, terms.floors),
    stopDistancePoints: STOP_DISTANCE_SPREADS * instrument.spreadPoints,
    stalenessMs: instrument.stalenessMs,
    tickMs: instrument.tickMs,
    ...leadOf(instrument),
    exposureMax: terms.exposureMax,
    personMax: formatAmount((amountOf(terms.exposureMax) / PERSONS_AT_LEAST) as Amount),
    networkShare: NETWORK_SHARE,
    nearRate: NEAR_RATE,
    slippageRate: SLIPPAGE_RATE,
    ...beforeCloseOf(instrument, terms),
    exposureTotalMax: EXPOSURE_TOTAL_MAX,
    poolCover: POOL_COVER,
    profitMaxRate: terms.profitMaxRate,
    ...(conversion === null ? {} : { convertsAt: 'close' }),
  };
}

/**
 * A market that never closes has no gap to prepare for. Elsewhere positions need the largest gap of
 * its history and a fifth more, because the next one may be a little wider, and prices move between
 * the last tick that judges them and the close; and new ones may have no leverage that this would
 * liquidate.
 */
function beforeCloseOf(
  instrument: Instrument,
  { beforeCloseMinutes: minutes }: ClassTerms,
): Pick<ContractOffer, 'beforeClose' | 'closeRequirement'> {
  const { calendar, maxLeverage } = instrument;
  if (calendar === 'always') return {};
  const gap = largestGapOf(instrument);
  const rate = (gap * GAP_MARGIN) / 100n;
  const most = Number((80n * RATE_ONE) / (100n * rate));
  const leverage = Math.min(Math.floor(maxLeverage / BEFORE_CLOSE_DIVISOR), most);
  return {
    beforeClose: { minutes, maxLeverage: Math.max(1, leverage) },
    closeRequirement: {
      minutes: Math.min(CLOSE_REQUIREMENT_MINUTES, minutes),
      rate: formatRate(rate as Rate),
      largestGap: formatRate(gap),
      basis: 'mark',
    },
  };
}

/**
 * The offer with no more leverage before a close than its requirement allows: an operator may have
 * chosen more before there was one.
 */
export function withinRequirement(offer: ContractOffer): ContractOffer {
  const { beforeClose, closeRequirement } = offer;
  if (beforeClose === undefined || closeRequirement === undefined) return offer;
  const most = Math.max(1, Number((RATE_ONE - 1n) / rateOf(closeRequirement.rate)));
  return {
    ...offer,
    beforeClose: { ...beforeClose, maxLeverage: Math.min(beforeClose.maxLeverage, most) },
    closeRequirement: { ...closeRequirement, minutes: Math.min(closeRequirement.minutes, beforeClose.minutes) },
  };
}

/**
 * Each tier halves the leverage of the one below; the requirement is half the margin at that
 * leverage.
 */
function tiersFor(maxLeverage: number, floors: readonly number[]): ContractOffer['tiers'] {
  const tiers: { floor: string; maintenanceRate: string; maxLeverage: number }[] = [];
  let leverage = maxLeverage;
  for (const floor of [0, ...floors]) {
    const maintenanceRate = formatRate((100_000_000n / (2n * BigInt(leverage))) as Rate);
    tiers.push({ floor: formatAmount(wholeUnits(floor)), maintenanceRate, maxLeverage: leverage });
    if (leverage === 1) break;
    leverage = Math.floor(leverage / 2);
  }
  return tiers;
}

const IN_USDT = new Set(['USDT', 'USD']);

function conversionOf(quote: string, catalogue: ReadonlyMap<string, Instrument>): Conversion | null | undefined {
  if (IN_USDT.has(quote)) return null;
  for (const [code, inverse] of convertersOf(quote)) {
    const pair = catalogue.get(code);
    if (pair !== undefined) return { code, precision: pair.precision, inverse };
  }
  return undefined;
}
