import { code } from '@glasshouse/api/codes';
import { CONVERT_SPREAD_LIMIT } from '@glasshouse/rules/convert';
import { parseAmount, parseRate } from '@glasshouse/rules/money';
import { Offers } from '../../kernel/offers.ts';
import { refuse } from '../../kernel/refusal.ts';
import { type Instrument, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';
import { TERMS_TABLE } from './rows.ts';
import { convertOf } from './slice.ts';
import { type ConvertOffer, type ConvertTerms, codeOf, USDT } from './terms.ts';

/** The terms each asset is converted by; existing quotes keep theirs. */
export const convertOffers = new Offers<ConvertOffer, ConvertTerms>({
  type: 'convert.define',
  table: TERMS_TABLE,
  keyOf: (offer) => offer.asset,
  inForce: (state, asset) => convertOf(state).terms.get(asset),
  accept: (offer, version) =>
    isSound(offer) ? { ...offer, version } : refuse(code.productIncorrect, { asset: code.outOfRange }),
  offerOf: ({ version, ...offer }) => offer,
});

function isSound(offer: ConvertOffer): boolean {
  const margin = parseRate(offer.marginRate);
  const min = parseAmount(offer.minUsdt);
  const max = parseAmount(offer.maxUsdt);
  return (
    margin !== undefined &&
    0n <= margin &&
    margin < CONVERT_SPREAD_LIMIT &&
    min !== undefined &&
    max !== undefined &&
    0n < min &&
    min <= max &&
    offer.code === (offer.asset === USDT ? null : codeOf(offer.asset))
  );
}

/**
 * The margin of 0.1 % covers how far the listed coins move while a quote is firm; with the market's
 * own spread it stays well below the limit of 0.3 %.
 */
const DEFAULTS = { marginRate: '0.001', minUsdt: '1', maxUsdt: '50000' } as const;

/** The default offers: USDT and every coin that has a price in it. */
export function defaultConvertOffers(catalogue: readonly Instrument[]): ConvertOffer[] {
  const coins = catalogue.filter(({ type, quote }) => type === MARKET_TYPES.crypto && quote === USDT);
  return [
    { ...DEFAULTS, asset: USDT, code: null, precision: 0, stalenessMs: 0 },
    ...coins.map(({ base, code, precision, stalenessMs }) => ({
      ...DEFAULTS,
      asset: base,
      code,
      precision,
      stalenessMs,
    })),
  ];
}
