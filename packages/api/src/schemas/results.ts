import { Type } from 'typebox';
import { PROFIT_KINDS } from '../constants.ts';
import { amount, identifier, list, nullable, price, signedAmount, strict, timestamp, words } from './common.ts';

export const equityPoint = strict({
  at: timestamp(),
  value: signedAmount('USDT.'),
  paidIn: signedAmount('USDT that came in since the first point less what went out, at the prices of then.'),
});

export const profitTotal = strict({
  kind: Type.Enum([...PROFIT_KINDS]),
  asset: words('Asset.'),
  realised: signedAmount(
    'From the ledger, before fees. Options and contracts: gains less losses. Spot and convert: net change of the asset.',
  ),
  fees: amount('Fees paid, overnight fees included; not in `realised`.'),
  orders: Type.Integer({ minimum: 0, description: 'Orders or conversions with ledger lines in the range.' }),
  averageCost: Type.Union(
    [
      strict({
        quantity: amount('Quantity sold in the range, fees in the asset included.'),
        proceeds: amount('Proceeds in USDT, net of fees in USDT.'),
        cost: amount('Its cost in USDT by weighted average, fees in USDT included.'),
        profit: signedAmount('Proceeds less cost in USDT, after fees.'),
      }),
      Type.Null(),
    ],
    {
      description:
        'Spot and convert: profit by weighted average cost. Null for USDT, for other kinds, and while a long history is still being calculated (`complete` of getCostBasis).',
    },
  ),
});

/** What a product gained or lost on one day. */
const profitOfProduct = strict({
  kind: Type.Enum([...PROFIT_KINDS]),
  asset: words('Asset of the result: USDT, or the coin that yield was paid in.'),
  realised: nullable(signedAmount('Before fees; null for spot and convert, whose fees are part of cost and proceeds.')),
  fees: nullable(amount('Fees and financing paid.')),
  net: nullable(signedAmount('After all fees. Null while a long history is still being calculated.')),
  orders: Type.Integer({ minimum: 0, description: 'Orders with ledger lines on the day.' }),
});

/** A day with a result. */
export const profitDay = strict({
  day: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10, description: 'By the zone asked for.' }),
  net: nullable(signedAmount('Of all products together, in USDT. Null while it is still being calculated.')),
  products: list(profitOfProduct, 400),
});

/** Cost basis of an asset other than USDT. */
export const costHolding = strict({
  asset: words('Asset.'),
  quantity: amount('Over all accounts of the book.'),
  cost: amount('Total cost in USDT by weighted average.'),
  averageCost: nullable(price('Cost per unit, rounded down. Null when the cost is 0.')),
  valueUsdt: nullable(amount('Value at the current mid, rounded down; null without a price.')),
  saleFee: nullable(
    amount('Taker fee of the person for a sale at that value, rounded up; 0 where the coin has no spot market.'),
  ),
  unrealised: nullable(signedAmount('What a sale at that value would realise: value less this fee and cost.')),
});

export const COST_BASES = ['usdt', 'ticks', 'carried', 'none'] as const;
/** One change of a holding, with its cost. */
export const costStep = strict({
  id: words('Unique: log sequence number and index within the entry.'),
  seq: identifier('Command log entry; `log_entry` in the exported statement.'),
  at: timestamp(),
  kind: Type.Enum(['spot', 'convert', 'loans', 'other'], { description: '`loans`: a pledge was sold.' }),
  ref: nullable(words('Number of the order, conversion or loan.')),
  asset: words('Asset.'),
  quantity: signedAmount('Net change over all accounts of the book.'),
  basis: Type.Enum([...COST_BASES], {
    description:
      'Source of `value`. `usdt`: USDT paid or received, fees included; `ticks`: the coin given, at the recorded mid; `carried`: the cost of the coin given, no profit; `none`: received without a price.',
  }),
  value: amount('USDT.'),
  cost: amount('Change of the cost of the holding, in USDT.'),
  profit: signedAmount('Value less cost of a sale; 0 for a purchase.'),
  quantityAfter: amount(),
  costAfter: amount('USDT.'),
});

export const assetDetail = strict({
  asset: words('Asset.'),
  available: amount(),
  reserved: amount('For unsettled options and waiting contract orders.'),
  held: amount(
    '`reserved`, by its name of before; in `/user/listBalances` it is what waiting orders hold, resting spot orders too.',
  ),
  inOrders: amount('Held for resting spot orders.'),
  margin: amount('Margin of open contracts.'),
  inPlans: amount(),
  collateral: amount(),
  total: amount(),
  valueUsdt: nullable(amount()),
});
