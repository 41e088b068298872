import { Type } from 'typebox';
import { amount, asset, instrumentCode, leadMs, list, nullable, price, rate, strict, words } from './common.ts';

/** Terms of an instrument's leveraged contract. Frozen on a position when it opens. */
export const contractTerms = strict({
  version: Type.Integer({ minimum: 0 }),
  asset: words('Asset of margin, fees and PnL: USDT.'),
  lotSize: amount('Units of the base in one lot.'),
  minLots: amount(),
  maxLots: amount('Largest order, in lots.'),
  lotStep: amount('Lots must be a multiple of it.'),
  maxLeverage: Type.Integer({ minimum: 1, maximum: 1000 }),
  feeRate: rate('Per side, on the notional. Tier 0.'),
  financingRate: rate('Per night, on the notional of an open position.'),
  financingAt: words('Time of day, UTC: 21:00.'),
  profitMaxRate: nullable(
    rate('Most that a position may gain, as a share of its notional when placed; it closes itself there.'),
  ),
  quoteRate: nullable(rate('Current USDT per unit of the quote asset. Null: unknown at the moment.')),
  beforeClose: nullable(
    strict({
      minutes: Type.Integer({ minimum: 1 }),
      maxLeverage: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
  ),
  leadMs: leadMs(),
  convertsAt: Type.Optional(
    Type.Literal('close', {
      description:
        'P&L is converted at the rate of the close. Left out: at that of the opening, or nothing is converted.',
    }),
  ),
  closeRequirement: Type.Optional(
    strict({
      minutes: Type.Integer({ minimum: 1, description: 'From so long before a session ends,' }),
      rate: rate('open positions need at least this share of their notional as margin.'),
      largestGap: rate('Largest gap between two sessions in the history of the instrument.'),
      basis: Type.Optional(
        Type.Literal('mark', {
          description: 'The notional is that at the mark price. Left out: that at the opening price.',
        }),
      ),
    }),
  ),
  stopDistancePoints: Type.Integer({
    minimum: 0,
    description: 'Minimum distance of stop-loss and take-profit from the price.',
  }),
  tiers: list(
    strict({
      floor: amount('Lower bound of the notional, USDT.'),
      maintenanceRate: rate('Share of the notional.'),
      deduction: amount('Subtracted to keep the requirement continuous.'),
      maxLeverage: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    20,
  ),
});

/** Terms of a spot pair. */
export const spotTerms = strict({
  version: Type.Integer({ minimum: 0 }),
  base: asset(),
  quote: asset(),
  tickSize: price('Prices must be a multiple of it.'),
  quantityStep: amount('Quantities must be a multiple of it.'),
  minQuantity: amount(),
  maxQuantity: amount(),
  minAmount: amount('Smallest order, in the quote asset.'),
  bandRate: rate('Maximum distance of a limit price from the mid, as a share.'),
  makerRate: rate('Tier 0.'),
  takerRate: rate('Tier 0.'),
  awaits: Type.Optional(
    list(instrumentCode('The house’s quotes are met at the first price after the next one of each of these.'), 2),
  ),
  leadMs: leadMs(),
  slippageRate: Type.Optional(rate('A market order trades at most this far from the price that was seen.')),
});
