import { code } from '@glasshouse/api/codes';
import { formatRate, parseAmount, parseRate, type Rate, rateOf } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { type Instrument, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';
import { isSoundLead, leadOf } from '../../trading/lead.ts';
import { Offers } from '../../trading/offers.ts';
import { TERMS_TABLE } from './rows.ts';
import { convertOf } from './slice.ts';
import { type ConvertOffer, type ConvertTerms, codeOf, USDT } from './terms.ts';

/** The terms each asset is converted by; existing quotes keep theirs. */
export const convertOffers = new Offers<ConvertOffer, ConvertTerms>({
  type: 'convert.define',
  table: TERMS_TABLE,
  keyOf: (offer) => offer.asset,
  inForce: (state, asset) => convertOf(state).terms.get(asset),
  accept: (offer, version, state) =>
    isSound(offer, rateOf(figureOf(state, 'convert.spreadLimit')))
      ? { ...offer, version }
      : refuse(code.productIncorrect, { asset: code.outOfRange }),
  offerOf: ({ version, ...offer }) => offer,
});

const ZERO_RATE = rateOf('0');
const WHOLE_RATE = rateOf('1');

/** What a firm price costs stays below the limit, and the band within what it costs. */
function hasSoundQuotes(offer: ConvertOffer, spreadLimit: Rate): boolean {
  const { marginRate, quoteRate, sizeRate, bandRate, slippageRate } = offer;
  const slippage = parseRate(slippageRate ?? '0.01');
  const rates = [marginRate, quoteRate ?? '0', sizeRate ?? '0', bandRate ?? '0'].map(parseRate);
  const [margin, quote, size, band] = rates.map((rate) => (rate === undefined || rate < 0n ? WHOLE_RATE : rate));
  if (slippage === undefined || slippage <= ZERO_RATE || WHOLE_RATE <= slippage) return false;
  const cost = (margin ?? WHOLE_RATE) + (quote ?? WHOLE_RATE);
  return cost + (size ?? WHOLE_RATE) < spreadLimit && (band ?? WHOLE_RATE) <= cost;
}

function isSound(offer: ConvertOffer, spreadLimit: Rate): boolean {
  const margin = parseRate(offer.marginRate);
  const min = parseAmount(offer.minUsdt);
  const max = parseAmount(offer.maxUsdt);
  return (
    margin !== undefined &&
    0n <= margin &&
    margin < spreadLimit &&
    hasSoundQuotes(offer, spreadLimit) &&
    isSoundLead(offer) &&
    min !== undefined &&
    max !== undefined &&
    0n < min &&
    min <= max &&
    offer.code === (offer.asset === USDT ? null : codeOf(offer.asset))
  );
}

/**
 * The margin of 0.1 % is the house's; a firm price costs a little more with the size, and with how
 * far the coin jumps. With the market's own spread it all stays below the limit of 0.3 %.
 */
const DEFAULTS = {
  marginRate: '0.001',
  minUsdt: '1',
  maxUsdt: '50000',
  slippageRate: '0.01',
  quoteAtNextTick: true,
} as const;
const SIZE_RATE = '0.0003';
/** Of a coin that does not move; what it moves is added. */
const BAND_RATE = rateOf('0.0005');
/** A coin whose ticks may jump by 5 % moves by about 0.025 % while a price is firm. */
const RATE_PER_JUMP_BP = rateOf('0.0000005');

const quotesOf = ({ outlierBps }: Instrument): Pick<ConvertOffer, 'quoteRate' | 'sizeRate' | 'bandRate'> => {
  const moves = (RATE_PER_JUMP_BP * BigInt(outlierBps)) as Rate;
  return { quoteRate: formatRate(moves), sizeRate: SIZE_RATE, bandRate: formatRate((BAND_RATE + moves) as Rate) };
};

/** The default offers: USDT and every coin that has a price in it. */
export function defaultConvertOffers(catalogue: readonly Instrument[]): ConvertOffer[] {
  const coins = catalogue.filter(({ type, quote }) => type === MARKET_TYPES.crypto && quote === USDT);
  return [
    { ...DEFAULTS, asset: USDT, code: null, precision: 0, stalenessMs: 0 },
    ...coins.map((coin) => ({
      ...DEFAULTS,
      ...quotesOf(coin),
      asset: coin.base,
      code: coin.code,
      precision: coin.precision,
      stalenessMs: coin.stalenessMs,
      tickMs: coin.tickMs,
      ...leadOf(coin),
    })),
  ];
}
