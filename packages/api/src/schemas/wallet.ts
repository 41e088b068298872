import { Type } from 'typebox';
import {
  amount,
  asset,
  crossPrice,
  identifier,
  instrumentCode,
  list,
  nullable,
  rate,
  strict,
  text,
  timestamp,
  words,
} from './common.ts';
import { orderTick } from './options.ts';

export const nftListing = strict({
  id: identifier(),
  name: words('Name.'),
  image: words('Path of the image on this server.'),
  // tidy-allow: the specification calls the text beside the picture so
  story: words('Description.'),
  charity: words('Charity that receives the proceeds.'),
  asset: words('Asset of the price.'),
  price: amount(),
  supply: Type.Integer({ minimum: 0 }),
  sold: Type.Integer({ minimum: 0 }),
  raised: amount('Raised so far.'),
  paidOutAt: nullable(timestamp('Last payment to the charity.')),
  state: Type.Enum(['onSale', 'soldOut', 'ended']),
});

export const ownedNft = strict({
  id: identifier(),
  listing: nftListing,
  serial: Type.Integer({ minimum: 1 }),
  paid: amount(),
  boughtAt: timestamp(),
});

/** A past or expected step of a request. */
export const timelineStep = strict({
  state: words('State entered.'),
  at: nullable(timestamp('Null: still to come.')),
  dueAt: nullable(timestamp('Due by.')),
  note: nullable(words('Reason, if any.')),
});

const requestFields = {
  id: identifier(),
  symbol: asset(),
  network: nullable(words('Network.')),
  amount: amount(),
  txHash: nullable(words('Transaction hash.')),
  reason: nullable(words('Why it was rejected or failed.')),
  createdAt: timestamp(),
  timeline: list(timelineStep, 20),
};

export const REVIEW_STATES = ['pending', 'approved', 'rejected'] as const;
export const deposit = strict({ ...requestFields, state: Type.Enum([...REVIEW_STATES]) });

export const WITHDRAWAL_STATES = ['pending', 'approved', 'sent', 'rejected', 'failed'] as const;
export const withdrawal = strict({
  ...requestFields,
  method: Type.Enum(['crypto', 'bank']),
  address: nullable(words('Receiving address or account, shortened.')),
  fee: amount('Fee in the same asset.'),
  received: amount('What arrives.'),
  state: Type.Enum([...WITHDRAWAL_STATES]),
});

export const LOAN_STATES = ['pending', 'repaying', 'repaid', 'expired', 'rejected'] as const;
export const loan = strict({
  id: identifier(),
  amount: amount('Borrowed, USDT.'),
  termDays: Type.Integer({ minimum: 1, maximum: 3650 }),
  dailyRate: rate(),
  interestFreeDays: Type.Integer({ minimum: 0 }),
  interest: amount('Interest to date.'),
  totalInterest: amount('Interest over the full term.'),
  apr: rate('Annual percentage rate.'),
  repaymentAt: timestamp(),
  repaymentAmount: amount(),
  repaid: amount(),
  withdrawUntil: timestamp('Until then the loan can be returned without interest.'),
  state: Type.Enum([...LOAN_STATES]),
  createdAt: timestamp(),
});

export const smartOrder = strict({
  id: identifier(),
  productId: identifier(),
  name: words('Product.'),
  kind: Type.Enum(['smart', 'staking']),
  asset: asset(),
  amount: amount('Principal.'),
  dailyYield: rate(),
  cycleDays: Type.Integer({ minimum: 1, maximum: 3650 }),
  earned: amount('Yield credited so far.'),
  promised: amount('Yield over the full term; reserved at the sale.'),
  exitPenaltyRate: rate('Early exit penalty as a share of the principal.'),
  state: Type.Enum(['earning', 'expired', 'divided', 'exited']),
  startedAt: timestamp(),
  maturesAt: timestamp(),
  closedAt: nullable(timestamp()),
});

/**
 * For display, with at most ten significant digits; amounts are computed exactly from ticks and
 * margin.
 */
const conversionPrice = {
  reference: crossPrice('Reference price at the mids: units of `to` per unit of `from`.'),
  price: crossPrice('Price of this conversion.'),
  spreadRate: rate('Distance from the reference, market spread included; below 0.3 %.'),
};
export const convertQuote = strict({
  quoteId: words('Pass it to `convert` before it expires.'),
  from: asset(),
  to: asset(),
  amount: amount('Amount given.'),
  receive: amount('Amount received.'),
  ...conversionPrice,
  expiresAt: timestamp('Ten seconds after the quote.'),
});
export const convertFill = strict({
  id: identifier(),
  from: asset(),
  to: asset(),
  amount: amount(),
  received: amount(),
  ...conversionPrice,
  ticks: list(strict({ code: instrumentCode(), tick: orderTick }), 2),
  at: timestamp(),
});

export const depositAddress = strict({
  symbol: asset(),
  network: words('Network.'),
  address: words('Send to this address.'),
  memo: nullable(words('Memo to include with the transfer.')),
  minimum: amount('Smaller deposits are refused.'),
  confirmations: Type.Integer({ minimum: 0 }),
});

export const NETWORK = () => text(32, 'Network: ERC20, TRC20, BTC.');
