import { NETWORK_NAMES, type NetworkName, networkSpec } from '@glasshouse/api/networks';
import { PARAMETER_KEYS, type ParameterKey, parameterSpec } from '@glasshouse/api/operator/parameters';
import { RISK_TEXT_VERSION } from '@glasshouse/api/risk-warning';
import { CONVERT_SPREAD_LIMIT } from '@glasshouse/rules/convert';
import { formatRate } from '@glasshouse/rules/money';
import type { Json } from '../kernel/core/types.ts';
import { GAP_LIMIT_MIN_MS } from '../market-data/tape/silences.ts';

const DAY_MS = 86_400_000;

/** Figures of products, money and people, besides what terms hold. Amounts and rates as text. */
type Plain = {
  /** Opening balance of a demo book, and what a reset restores, in USDT. */
  readonly 'demo.grant': string;
  /** Waiting and open orders of one person on one book. */
  readonly 'options.openOrdersMax': number;
  readonly 'options.payoutRateMax': string;
  /** Shorter silences are not recorded, so that no order could be judged by them. */
  readonly 'options.gapLimitMinMs': number;
  readonly 'contracts.openOrdersMax': number;
  /** A limit order that waited this long is cancelled. */
  readonly 'contracts.waitingMaxMs': number;
  readonly 'contracts.feeRateMax': string;
  /** Of a day; a higher one is taken for a slip. */
  readonly 'contracts.financingRateMax': string;
  /** A buyer of this share of the notional has seen the price rise tenfold. */
  readonly 'contracts.profitRateMax': string;
  readonly 'spot.openOrdersMax': number;
  /** Most fills of one command: the rest is revoked, or left to the next tick. */
  readonly 'spot.fillsAtOnceMax': number;
  readonly 'spot.feeRateMax': string;
  /** Conversions of one person on one book that wait for a price. */
  readonly 'convert.openOrdersMax': number;
  /** How long a quote is firm. */
  readonly 'convert.quoteMs': number;
  /** Quotes of before: most that were open per person and book. */
  readonly 'convert.liveQuotesMax': number;
  /** Most that a conversion may cost, margin and the market's own spread together. */
  readonly 'convert.spreadLimit': string;
  /** Plans of one person that are not over. */
  readonly 'plans.openMax': number;
  readonly 'plans.productsMax': number;
  /** Terms that wait to come into force. */
  readonly 'plans.changesMax': number;
  readonly 'plans.daysMax': number;
  /** Of a day; a higher one is taken for a slip. */
  readonly 'plans.dailyRateMax': string;
  readonly 'plans.penaltyRateMax': string;
  readonly 'feeTiers.assignmentsMax': number;
  /** Longest time for which the fees of a friend may count, in days. */
  readonly 'referrals.daysMax': number;
  readonly 'referrals.friendsMax': number;
  /** Longer chains of who invited whom are taken for a ring. */
  readonly 'referrals.chainMax': number;
  /** Announced before anybody's share of friends' fees falls. */
  readonly 'referrals.noticeMs': number;
  /** Reports that nobody has decided, per person. */
  readonly 'deposits.waitingMax': number;
  readonly 'deposits.currency': string;
  readonly 'deposits.reviewHours': number;
  /** How long a transfer may still vanish after it was credited. */
  readonly 'deposits.settleMs': number;
  /** A watcher that is well has this long to see what was reported, before a person may vouch. */
  readonly 'deposits.watcherWaitMs': number;
  /** Kept back when a currency is converted at the last price of a closed market. */
  readonly 'deposits.closedSpread': string;
  /** Older prices of an open market, and of a closed one, convert no currency. */
  readonly 'funding.priceAgeMs': number;
  readonly 'funding.closedAgeMs': number;
  /** Entries of a bank further apart than this, in days, are not the same payment. */
  readonly 'evidence.daysApart': number;
  /** Similar entries that are named at most. */
  readonly 'evidence.similarMax': number;
  /** Shorter references are alike by chance; from the second length on, one letter may differ. */
  readonly 'evidence.referenceMin': number;
  readonly 'evidence.lettersMin': number;
  readonly 'withdrawals.underWayMax': number;
  readonly 'withdrawals.currency': string;
  readonly 'withdrawals.reviewHours': number;
  readonly 'withdrawals.addressesMax': number;
  /** Until a new address may be used in a locked book, and until the book is unlocked. */
  readonly 'withdrawals.lockWaitMs': number;
  readonly 'withdrawals.batchMax': number;
  /** A bank transfer is not converted at an older price. */
  readonly 'withdrawals.priceMaxAgeMs': number;
  /** Transactions that may have replaced each other for one payout. */
  readonly 'withdrawals.hashesMax': number;
  readonly 'loans.reviewHours': number;
  /** Coins of one pledge. */
  readonly 'loans.pledgeCoinsMax': number;
  /** An older price is none: nobody is warned or sold out by it. */
  readonly 'loans.priceMaxAgeMs': number;
  /** How often the pledge of a loan is looked at. */
  readonly 'loans.lookEveryMs': number;
  /** Most that is lent, as a share of the real book's value, by how far somebody is identified. */
  readonly 'loans.basicRate': string;
  readonly 'loans.fullRate': string;
  /** Shares of the pledge's value at which its owner is warned, and at which it may be sold. */
  readonly 'loans.warnRate': string;
  readonly 'loans.sellRate': string;
  /** A warning lasts until the debt is below this share again. */
  readonly 'loans.coverRate': string;
  /** What the house keeps of the bid when it sells a pledge. */
  readonly 'loans.saleRate': string;
  /** A sale comes this long after the warning, at the earliest. */
  readonly 'loans.warnMs': number;
  /** A person who was refused this often has to talk to somebody. */
  readonly 'kyc.attemptsMax': number;
  /** Of all times, in memory. */
  readonly 'nfts.charitiesMax': number;
  readonly 'nfts.listingsMax': number;
  /** Nobody gives more for a picture; a higher one is taken for a slip. */
  readonly 'nfts.priceMax': string;
  /** Documents, questions, notices and announcements, and published versions of one of them. */
  readonly 'content.itemsMax': number;
  readonly 'content.versionsMax': number;
  readonly 'alerts.activeMax': number;
  /** Most that orders of one network may have of a pool or total of the house; 1: all of it. */
  readonly 'networks.poolShare': string;
  /** What a network took of the house's stock of a coin fades within this time. */
  readonly 'networks.stockMs': number;
  /**
   * The oldest text of the risk warning that counts as read on the real book; 0: nobody needs to
   * have read any.
   */
  readonly 'risk.textMin': number;
  /** The newest one. */
  readonly 'risk.textMax': number;
  /** Requests that wait for a second person. */
  readonly 'requests.waitingMax': number;
  readonly 'operators.max': number;
  /** Open sessions that the core remembers, of guests, and of everybody else. */
  readonly 'sessions.guestsMax': number;
  readonly 'sessions.othersMax': number;
  /** How long a one-time link of an operator may be used. */
  readonly 'operators.linkMs': number;
  /** How long withdrawals wait after a change of what protects an account. */
  readonly 'withdrawals.waitMs': number;
  /** Changes of terms in memory. */
  readonly 'terms.changesMax': number;
  readonly 'terms.aheadMaxMs': number;
  /** Blocks until a deposit counts, by network, unless an operator sets another number. */
  readonly 'deposits.confirmations': { readonly [Name in NetworkName]: number };
};

/** What operators' parameters are as long as nobody sets them. */
type Standard = { readonly [Key in ParameterKey as `parameter.${Key}`]: Json };

export type Figures = Plain & Standard;
export type FigureName = keyof Figures;

/**
 * What this release decides by. A change is logged at the next start (`rules.adopt`) and holds from
 * that entry on; logs of before keep what they say, or `unlogged.ts`.
 */
export const SHIPPED: Figures = {
  'demo.grant': '100000',
  'options.openOrdersMax': 100,
  'options.payoutRateMax': '1',
  'options.gapLimitMinMs': GAP_LIMIT_MIN_MS,
  'contracts.openOrdersMax': 100,
  'contracts.waitingMaxMs': 7 * DAY_MS,
  'contracts.feeRateMax': '0.003',
  'contracts.financingRateMax': '0.01',
  'contracts.profitRateMax': '9',
  'spot.openOrdersMax': 100,
  'spot.fillsAtOnceMax': 100,
  'spot.feeRateMax': '0.003',
  'convert.openOrdersMax': 20,
  'convert.quoteMs': 10_000,
  'convert.liveQuotesMax': 3,
  'convert.spreadLimit': formatRate(CONVERT_SPREAD_LIMIT),
  'plans.openMax': 100,
  'plans.productsMax': 50,
  'plans.changesMax': 100,
  'plans.daysMax': 1_095,
  'plans.dailyRateMax': '0.01',
  'plans.penaltyRateMax': '0.5',
  'feeTiers.assignmentsMax': 250,
  'referrals.daysMax': 3_650,
  'referrals.friendsMax': 100_000,
  'referrals.chainMax': 64,
  'referrals.noticeMs': 7 * DAY_MS,
  'deposits.waitingMax': 20,
  'deposits.currency': 'EUR',
  'deposits.reviewHours': 24,
  'deposits.settleMs': 7 * DAY_MS,
  'deposits.watcherWaitMs': 6 * 3_600_000,
  'deposits.closedSpread': '0.005',
  'funding.priceAgeMs': 300_000,
  'funding.closedAgeMs': 5 * DAY_MS,
  'evidence.daysApart': 7,
  'evidence.similarMax': 20,
  'evidence.referenceMin': 4,
  'evidence.lettersMin': 6,
  'withdrawals.underWayMax': 20,
  'withdrawals.currency': 'EUR',
  'withdrawals.reviewHours': 24,
  'withdrawals.addressesMax': 100,
  'withdrawals.lockWaitMs': DAY_MS,
  'withdrawals.batchMax': 100,
  'withdrawals.priceMaxAgeMs': 60_000,
  'withdrawals.hashesMax': 10,
  'loans.reviewHours': 24,
  'loans.pledgeCoinsMax': 20,
  'loans.priceMaxAgeMs': 60000,
  'loans.lookEveryMs': 60000,
  'loans.basicRate': '0.2',
  'loans.fullRate': '0.8',
  'loans.warnRate': '0.87',
  'loans.coverRate': '0.85',
  'loans.sellRate': '0.93',
  'loans.saleRate': '0.003',
  'loans.warnMs': DAY_MS / 4,
  'kyc.attemptsMax': 20,
  'nfts.charitiesMax': 200,
  'nfts.priceMax': '1000000',
  'nfts.listingsMax': 1_000,
  'content.itemsMax': 1_000,
  'content.versionsMax': 1_000,
  'alerts.activeMax': 50,
  'networks.poolShare': '0.3',
  'networks.stockMs': DAY_MS,
  'risk.textMin': 1,
  'risk.textMax': RISK_TEXT_VERSION,
  'requests.waitingMax': 1_000,
  'operators.max': 500,
  'sessions.guestsMax': 200_000,
  'sessions.othersMax': 1_000_000,
  'operators.linkMs': DAY_MS,
  'withdrawals.waitMs': DAY_MS,
  'terms.changesMax': 5_000,
  'terms.aheadMaxMs': 366 * DAY_MS,
  'deposits.confirmations': Object.fromEntries(
    NETWORK_NAMES.map((name) => [name, networkSpec(name).confirmations]),
  ) as Plain['deposits.confirmations'],
  ...(Object.fromEntries(PARAMETER_KEYS.map((key) => [`parameter.${key}`, parameterSpec(key).default])) as Standard),
};
