/**
 * Somebody with two verified accounts who buys plans, borrows and invites themselves, and looks for
 * more than the terms leave: around midnights, maturity, changes of rates and outages, with lent
 * money, and with one account for what the other may not do. The real core under the terms that are
 * shipped, in memory.
 */
import { amountOf } from '@glasshouse/rules/money';
import { partsOf } from '@glasshouse/server/kernel/core/accounts';
import type { CommandAnswer, CoreModule, Json } from '@glasshouse/server/kernel/core/types';
import { accepted } from '@glasshouse/server/kernel/testing/core-fixture';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { feeTierOf } from '@glasshouse/server/money/fee-tiers/slice';
import { DEFAULT_FEE_TIERS } from '@glasshouse/server/money/fee-tiers/table';
import { type Fields, OTHER, USER } from '@glasshouse/server/money/funding/testing/funding-fixture';
import { defaultReferralOffer } from '@glasshouse/server/money/referrals/terms';
import type { Loan } from '@glasshouse/server/products/loans/rows';
import { LoansFixture } from '@glasshouse/server/products/loans/testing/fixture';
import { DEFAULT_PLANS } from '@glasshouse/server/products/plans/default-plans';
import { defaultSpotOffer } from '@glasshouse/server/products/spot/offer';
import { MODULES } from '@glasshouse/server/runtime/modules';

const BTC = CATALOGUE.find(({ code }) => code === 'BTCUSDT')!;
const PLAN = DEFAULT_PLANS[0]!.offer;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const LOOK_MS = DAY_MS / 4;
export const PRICE = 100_000;

const MARKET = { code: BTC.code, type: 'market', price: null, amount: null, timeInForce: null };

/** What an installation could offer instead of what is shipped. */
export interface Offered {
  readonly modules?: readonly CoreModule[];
  /** Of coin orders. */
  readonly feeRate?: string;
}

export class Savers {
  readonly core: LoansFixture;
  /** The midnight before everything, in UTC. */
  readonly #first: number;
  #price = PRICE;
  #pocket = 0n;

  private constructor(core: LoansFixture) {
    this.core = core;
    this.#first = (Math.floor(core.harness.now / DAY_MS) + 1) * DAY_MS;
  }

  static async open({ modules = MODULES, feeRate }: Offered = {}): Promise<Savers> {
    const core = await LoansFixture.begin('full', undefined, modules);
    const savers = new Savers(core);
    await core.house('20', 'capital', 'pool.liquidity', 'BTC');
    await core.house('1000000', 'capital', 'pool.liquidity');
    const fees = feeRate === undefined ? {} : { makerRate: feeRate, takerRate: feeRate };
    await savers.define('spot.define', { ...defaultSpotOffer(BTC)!, ...fees });
    await savers.define('plans.define', PLAN);
    await savers.define('levels.define', DEFAULT_FEE_TIERS);
    await savers.define('referrals.define', defaultReferralOffer(true));
    await core.house('10000', 'external', 'capital');
    const funded = await core.operate(0, 'plans.fund', { product: 1, amount: '2000' });
    accepted(await core.decide(0, accepted<{ request: number }>(funded).request));
    await core.deposit(OTHER, '2', { asset: 'BTC' });
    await core.deposit(OTHER, '10000');
    await core.verify(OTHER);
    for (const user of [USER, OTHER]) accepted(await core.command(user, 'plans.switch', { enabled: true }));
    await savers.until(0, 12 * 60 * MINUTE_MS);
    return savers;
  }

  async define(type: string, offer: Json): Promise<void> {
    accepted(await this.core.harness.internal(type, offer, `${type}:${JSON.stringify(offer)}`));
  }

  try(user: number, type: string, body: Fields): Promise<CommandAnswer> {
    return this.core.command(user, type, body);
  }

  async do<Result = { readonly id: number }>(user: number, type: string, body: Fields): Promise<Result> {
    return accepted<Result>(await this.try(user, type, body));
  }

  /** The clock stands at so many days after the first midnight; nothing is done. */
  jump(days: number, ms = 0): void {
    this.core.harness.now = this.#first + days * DAY_MS + ms;
  }

  /** Time passes with a price now and then, and all is done that is due. */
  async until(days: number, ms = 0, price = this.#price): Promise<void> {
    const { harness } = this.core;
    const end = this.#first + days * DAY_MS + ms;
    this.#price = price;
    while (harness.now < end) {
      harness.now = Math.min(end, (Math.floor(harness.now / LOOK_MS) + 1) * LOOK_MS);
      await this.due();
    }
  }

  /** All that is due by now. */
  async due(): Promise<void> {
    const { harness } = this.core;
    await harness.tick(this.#price * 10 ** BTC.precision, 0, BTC.code);
    await this.core.settled();
    for (let idle = 0; idle < 2; ) {
      const before = harness.sequencer.state.sequence;
      await harness.wait(0);
      idle = harness.sequencer.state.sequence === before ? idle + 1 : 0;
    }
  }

  buyPlan(user: number, amount: string): Promise<CommandAnswer> {
    return this.try(user, 'plans.buy', { product: 1, amount, days: null, version: null });
  }

  async plan(user: number, amount = '5000'): Promise<number> {
    return accepted<{ id: number }>(await this.buyPlan(user, amount)).id;
  }

  /** Two operators put another daily rate in force. */
  async rate(dailyRate: string): Promise<void> {
    const { code, ...offer } = PLAN;
    const fields = { product: 1, offer: { ...offer, dailyRate }, effectiveFrom: null };
    const { request } = accepted<{ request: number }>(await this.core.operate(0, 'plans.propose', fields as Fields));
    accepted(await this.core.decide(0, request));
    await this.due();
  }

  /** Coins of one account for USDT of the other, between the quotes of the house. */
  async swap(trade: { readonly seller: number; readonly buyer: number; readonly coins: string }): Promise<void> {
    const order = { code: BTC.code, type: 'limit', quantity: trade.coins, price: String(this.#price), amount: null };
    await this.do(trade.seller, 'spot.submit', { ...order, side: 'sell', timeInForce: 'postOnly' });
    await this.do(trade.buyer, 'spot.submit', { ...order, side: 'buy', timeInForce: 'FOK' });
    this.core.harness.now += SECOND_MS;
    await this.due();
  }

  async market(user: number, side: 'buy' | 'sell', quantity: string): Promise<void> {
    await this.do(user, 'spot.submit', { ...MARKET, side, quantity });
    this.core.harness.now += SECOND_MS;
    await this.due();
  }

  available(user: number): bigint {
    return this.core.real(user, 'available');
  }

  /** All of it goes where no command of ours reaches it. */
  async takeAll(user: number): Promise<void> {
    const { core } = this;
    const balance = this.available(user);
    if (balance === 0n) return;
    const body = { asset: 'USDT', amount: textOf(balance), direction: 'debit' };
    const { request } = accepted<{ request: number }>(await core.operate(user, 'balances.adjust', body));
    accepted(await core.decide(user, request));
    this.#pocket += balance;
  }

  /** What both accounts have in whatever way, and what they took, in units of USDT. */
  worth(price: number): bigint {
    let sum = this.#pocket;
    for (const [key, { balance }] of this.core.harness.sequencer.state.accounts) {
      const { owner, book, asset } = partsOf(key);
      if (book !== 'real' || (owner !== USER && owner !== OTHER)) continue;
      sum += asset === 'BTC' ? balance * BigInt(price) : balance;
    }
    return sum;
  }

  /** Rewards, tiers, and loans that run: there are none in the end. */
  loose(): unknown {
    const { core } = this;
    const { state } = core.harness.sequencer;
    return {
      rewards: core.rows('referral_rewards').length,
      tiers: [USER, OTHER].map((user) => feeTierOf(state, user, 'real')),
      loans: core.rows<Loan>('loans').filter((loan) => loan.closed_at === null).length,
    };
  }
}

const UNIT = 100_000_000n;
const textOf = (units: bigint): string => `${units / UNIT}.${String(units % UNIT).padStart(8, '0')}`;

export interface Strategy {
  /** All that the terms leave both accounts together, in USDT: reckoned by hand. */
  readonly leaves: string;
  readonly play: (savers: Savers) => Promise<void>;
}

/** What a strategy earned beyond the terms: above zero, somebody else paid for it. */
export async function beyond(
  { leaves, play }: Strategy,
  offered: Offered = {},
): Promise<{ readonly savers: Savers; readonly gain: bigint }> {
  const savers = await Savers.open(offered);
  const before = savers.worth(PRICE);
  await play(savers);
  const isLoss = leaves.startsWith('-');
  const left = amountOf(isLoss ? leaves.slice(1) : leaves);
  return { savers, gain: savers.worth(PRICE) - before - (isLoss ? -left : left) };
}

/** 5,000 at 0.02 % a day: 1 USDT for each day, 7 for all, and 3.5 for leaving early. */
const aroundMidnights = async (savers: Savers): Promise<void> => {
  for (let day = 1; day <= 5; day += 1) {
    await savers.until(day, -MINUTE_MS);
    const id = await savers.plan(USER);
    await savers.until(day, MINUTE_MS);
    await savers.do(USER, 'plans.exit', { id });
  }
};

const theDayOfThePurchase = async (savers: Savers): Promise<void> => {
  await savers.until(1, -MINUTE_MS);
  await savers.plan(USER);
  await savers.until(7, DAY_MS / 2);
};

/** One account leaves a moment before the end, the other before anything of it is posted. */
const aroundTheEnd = async (savers: Savers): Promise<void> => {
  const mine = await savers.plan(USER);
  const otherPlan = await savers.plan(OTHER);
  await savers.until(8, -1);
  await savers.do(USER, 'plans.exit', { id: mine });
  savers.jump(8);
  await savers.try(OTHER, 'plans.exit', { id: otherPlan });
  await savers.due();
  await savers.try(OTHER, 'plans.exit', { id: otherPlan });
  await savers.until(10);
};

/** The rate doubles: a new plan for the old one. It halves: the last one before. */
const aroundChangesOfRates = async (savers: Savers): Promise<void> => {
  const old = await savers.plan(USER);
  await savers.until(2, MINUTE_MS);
  await savers.rate('0.0004');
  await savers.do(USER, 'plans.exit', { id: old });
  await savers.plan(USER);
  await savers.until(5, -MINUTE_MS);
  await savers.plan(OTHER);
  await savers.rate('0.0001');
  await savers.until(14);
};

/** Nothing runs for weeks. One account leaves before anything is posted. */
const acrossAnOutage = async (savers: Savers): Promise<void> => {
  const mine = await savers.plan(USER);
  await savers.plan(OTHER);
  savers.jump(20, 60 * MINUTE_MS);
  await savers.try(USER, 'plans.exit', { id: mine });
  await savers.until(21);
};

/** Lends to somebody who has nothing but coins. */
async function borrow(savers: Savers, amount: string): Promise<number> {
  await savers.takeAll(USER);
  return savers.core.lend({ amount, termDays: 30 });
}

const lentMoneyInAPlan = async (savers: Savers): Promise<void> => {
  const id = await borrow(savers, '5000');
  await savers.buyPlan(USER, '5000');
  await savers.until(9);
  accepted(await savers.core.repay(id));
};

/** Coins there and back, so that the other account holds lent money while it costs nothing. */
const lentMoneyInTheOthersPlan = async (savers: Savers): Promise<void> => {
  const id = await borrow(savers, '5100');
  await savers.takeAll(OTHER);
  await savers.swap({ seller: OTHER, buyer: USER, coins: '0.05' });
  await savers.plan(OTHER, '4995');
  await savers.until(9);
  await savers.swap({ seller: USER, buyer: OTHER, coins: '0.0499' });
  // What the fees took is missing, and comes from a coin.
  await savers.market(USER, 'sell', '0.002');
  accepted(await savers.core.repay(id));
};

/** All but a cent comes back on the fourteenth day: of 1,000, 3.3 are owed for eleven days. */
const allButACent = async (savers: Savers): Promise<void> => {
  const id = await savers.core.lend({ amount: '1000', termDays: 30 });
  await savers.until(14);
  accepted(await savers.core.repay(id, '999.99'));
  await savers.until(33);
};

/** Pledged, borrowed, taken away and never repaid; what is pledged is offered for sale as well. */
const walkingAway = async (savers: Savers): Promise<void> => {
  await borrow(savers, '40000');
  await savers.try(USER, 'spot.submit', { ...MARKET, side: 'sell', quantity: '2' });
  await savers.due();
  await savers.takeAll(USER);
  await savers.until(45);
};

/** Asked for and called off again and again, and what is free in between is put into plans. */
const pledgingAndFreeing = async (savers: Savers): Promise<void> => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = accepted<{ id: number }>(await savers.core.ask({ amount: '9000' }));
    await savers.buyPlan(USER, '5000');
    await savers.do(USER, 'loans.cancel', { id });
    await savers.buyPlan(USER, '5000');
  }
  await savers.until(9);
};

/** Penalties and interest: whoever invites themselves gets nothing of them. */
const invitingOneself = async (savers: Savers): Promise<void> => {
  await savers.do<unknown>(OTHER, 'referrals.link', { friend: USER });
  await savers.do(USER, 'plans.exit', { id: await savers.plan(USER) });
  await savers.core.lend({ amount: '1000', termDays: 30 });
  await savers.until(33);
};

/** All that terms leave is reckoned by hand, from what is shipped. */
export const STRATEGIES = {
  'a minute before midnight to a minute after it': { leaves: '-17.5', play: aroundMidnights },
  'the day of the purchase': { leaves: '6', play: theDayOfThePurchase },
  'a moment before the end, and in it': { leaves: '9.5', play: aroundTheEnd },
  'a better rate, and the last moment of one': { leaves: '25.5', play: aroundChangesOfRates },
  'out of an outage before it is made up for': { leaves: '14', play: acrossAnOutage },
  'lent money buys a plan': { leaves: '0', play: lentMoneyInAPlan },
  'lent money buys the other account’s plan': { leaves: '0', play: lentMoneyInTheOthersPlan },
  'all but a cent comes back on the fourteenth day': { leaves: '-3.3', play: allButACent },
  // 27 days at 12, and 7 overdue at 20.
  'walking away': { leaves: '-464', play: walkingAway },
  'pledging and freeing': { leaves: '7', play: pledgingAndFreeing },
  'one account invites the other': { leaves: '-11.6', play: invitingOneself },
} as const satisfies Readonly<Record<string, Strategy>>;

/**
 * Coins for lent money, given back without interest on the fourteenth day: what it brings where the
 * price rises by an eighth, and where it falls by as much, beyond what the coins pledged do anyway.
 */
export async function leveraged(offered: Offered = {}): Promise<bigint> {
  let sum = 0n;
  for (const price of [PRICE * 1.125, PRICE * 0.875]) {
    const savers = await Savers.open(offered);
    const start = savers.worth(price);
    const id = await borrow(savers, '20000');
    await savers.market(USER, 'buy', '0.19');
    await savers.until(14, 0, price);
    await savers.market(USER, 'sell', '0.25');
    accepted(await savers.core.repay(id));
    sum += savers.worth(price) - start;
  }
  return sum;
}
