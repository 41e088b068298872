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
  story: words('What it is about.'),
  charity: words('Charity that the proceeds go to.'),
  asset: words('Asset of the price.'),
  price: amount(),
  supply: Type.Integer({ minimum: 0 }),
  sold: Type.Integer({ minimum: 0 }),
  raised: amount('Raised so far.'),
  paidOutAt: nullable(timestamp('When the charity was last paid.')),
  state: Type.Enum(['onSale', 'soldOut', 'ended']),
});

export const ownedNft = strict({
  id: identifier(),
  listing: nftListing,
  serial: Type.Integer({ minimum: 1 }),
  paid: amount(),
  boughtAt: timestamp(),
});

/** What happened to a request, and what happens next. */
export const timelineStep = strict({
  state: words('State it went into.'),
  at: nullable(timestamp('Null: still to come.')),
  dueAt: nullable(timestamp('By when.')),
  note: nullable(words('Reason, when there is one.')),
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
  totalInterest: amount('Interest when kept to the end.'),
  apr: rate('Yearly cost.'),
  repaymentAt: timestamp(),
  repaymentAmount: amount(),
  repaid: amount(),
  withdrawUntil: timestamp('Until then it can be given back without interest.'),
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
  earned: amount('Posted so far.'),
  promised: amount('Posted when kept to the end; reserved at the sale.'),
  exitPenaltyRate: rate('Share of principal that an early exit costs.'),
  state: Type.Enum(['earning', 'expired', 'divided', 'exited']),
  startedAt: timestamp(),
  maturesAt: timestamp(),
  closedAt: nullable(timestamp()),
});

/**
 * Prices are for reading, with at most ten significant digits; amounts follow exactly from the
 * ticks and the margin.
 */
const conversionPrice = {
  reference: crossPrice('Reference price at the mids, `to` for one `from`.'),
  price: crossPrice('Price of this conversion.'),
  spreadRate: rate('Distance from the reference, the spread of the market included; below 0.3 %.'),
};
export const convertQuote = strict({
  quoteId: words('Give it to `convert` before it expires.'),
  from: asset(),
  to: asset(),
  amount: amount('What is given.'),
  receive: amount('What is received.'),
  ...conversionPrice,
  expiresAt: timestamp('Ten seconds after it was made.'),
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
  memo: nullable(words('Memo that must be given too.')),
  minimum: amount('Smaller deposits are refused.'),
  confirmations: Type.Integer({ minimum: 0 }),
});

export const NETWORK = () => text(32, 'Network: ERC20, TRC20, BTC.');
