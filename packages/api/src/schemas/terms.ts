import { Type } from 'typebox';
import { amount, asset, list, nullable, price, rate, strict, words } from './common.ts';

/** What an instrument offers as a leveraged contract. Frozen on a position when it opens. */
export const contractTerms = strict({
  version: Type.Integer({ minimum: 0 }),
  asset: words('Asset of margin, fee and result: USDT.'),
  lotSize: amount('Units of the base in one lot.'),
  minLots: amount(),
  maxLots: amount('Of one order.'),
  lotStep: amount('Lots are a multiple of it.'),
  maxLeverage: Type.Integer({ minimum: 1, maximum: 1000 }),
  feeRate: rate('A side, on the notional. Level 0.'),
  financingRate: rate('A night, on the notional of an open position.'),
  financingAt: words('Time of day, UTC: 21:00.'),
  quoteRate: nullable(rate('USDT for one unit of the quote asset now. Null: not known at this moment.')),
  stopDistancePoints: Type.Integer({
    minimum: 0,
    description: 'Stop and target keep at least this far from the price.',
  }),
  tiers: list(
    strict({
      floor: amount('Notional in USDT from which it holds.'),
      maintenanceRate: rate('Share of the notional.'),
      deduction: amount('Taken off, so that the requirement has no step.'),
      maxLeverage: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    20,
  ),
});

/** What a pair offers on the spot market. */
export const spotTerms = strict({
  version: Type.Integer({ minimum: 0 }),
  base: asset(),
  quote: asset(),
  tickSize: price('Prices are a multiple of it.'),
  quantityStep: amount('Quantities are a multiple of it.'),
  minQuantity: amount(),
  maxQuantity: amount(),
  minAmount: amount('Smallest order in the quote asset.'),
  bandRate: rate('The price of a limit order lies at most this share away from the mid price.'),
  makerRate: rate('Level 0.'),
  takerRate: rate('Level 0.'),
});
