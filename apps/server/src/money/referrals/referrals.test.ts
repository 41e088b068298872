/** Invitations through the core, in memory: every refusal, and where each unit of a fee went. */
import { code } from '@glasshouse/api/codes';
import { formatAmount } from '@glasshouse/rules/money';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Acting, AuthorityFixture } from '../../authority/testing/authority-fixture.ts';
import type { Book, Json } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { TEST_CODE, TEST_OFFER } from '../../kernel/testing/harness.ts';
import type { ReferralLink, ReferralReward } from './slice.ts';
import { defaultReferralOffer, type ReferralOffer } from './terms.ts';

const DAY_MS = 86_400_000;
const ANNA = 11;
const BEN = 12;
const CARA = 13;
const FEE_OFFER = { ...TEST_OFFER, periods: TEST_OFFER.periods.map((period) => ({ ...period, feeRate: '0.01' })) };

class Friends extends AuthorityFixture {
  ada!: Acting;
  bob!: Acting;

  static override async start(): Promise<Friends> {
    const fixture = new Friends();
    await fixture.harness.start({ offer: FEE_OFFER });
    fixture.ada = await fixture.operator('ada', ['owner']);
    fixture.bob = await fixture.operator('bob', ['finance']);
    await fixture.define({});
    await fixture.house('house.fund', { asset: 'USDT', amount: '100000', into: 'pool.options', rules: 2 });
    for (const user of [ANNA, BEN, CARA]) {
      await fixture.verify(user);
      await fixture.give(user);
    }
    return fixture;
  }

  house(type: string, body: Json, book: Book = 'real') {
    return this.harness.sequencer.submitInternal({ id: this.nextId(type), userId: 0, book, type, body });
  }

  /** Money to trade with on the real book, by two operators. */
  async give(user: number): Promise<void> {
    await this.house('house.fund', { asset: 'USDT', amount: '20000', into: 'capital', rules: 2 });
    const credit = { asset: 'USDT', amount: '20000', direction: 'credit' };
    const request = await this.ask(this.ada, 'balances.adjust', credit, { userId: user });
    accepted(await this.decide(this.bob, request, 'approve', { userId: user }));
  }

  define(changed: Partial<ReferralOffer>) {
    return this.house('referrals.define', { ...defaultReferralOffer(true), ...changed });
  }

  async verify(user: number): Promise<void> {
    const submission = `submission of ${user}`;
    const made = await this.as(user, 'kyc.submit', { level: 'basic', submission, digest: 'ab' });
    const verdict = { case: made.seq, decision: 'verify', code: null, refused: [], noteDigest: null };
    accepted(await this.act(this.ada, 'kyc.review', verdict, { userId: user }));
  }

  as(userId: number, type: string, body: Json, book: Book = 'real') {
    return this.harness.sequencer.submit({ id: `${userId}:${this.nextId(type)}`, userId, book, type, body });
  }

  link(inviter: number, friend: number) {
    return this.as(inviter, 'referrals.link', { friend });
  }

  /** An option that is bought and settled: the fee of one percent is paid then. */
  async trade(user: number, amount: string, book: Book = 'real'): Promise<void> {
    accepted(await this.as(user, 'options.buy', { code: TEST_CODE, direction: 'up', amount, periodId: 60 }, book));
    await this.harness.tick(2_000_000);
    await this.harness.tick(2_000_100, 10_000);
    for (let waited = 0; waited < 6; waited += 1) await this.harness.tick(2_000_200, 10_000);
  }

  links = (): ReferralLink[] => this.rows<ReferralLink>('referral_links');
  rewards = (): ReferralReward[] => this.rows<ReferralReward>('referral_rewards');
  free = (user: number): string => formatAmount(this.balance(user, 'USDT', 'available', 'real') as never);
  fees = (): string => formatAmount(this.balance('house', 'USDT', 'fees', 'real') as never);
}

let core: Friends;
beforeEach(async () => {
  core = await Friends.start();
  await core.harness.tick(2_000_000);
});

describe('an invitation', () => {
  test.each([
    ['of nobody', 0, code.outOfRange],
    ['of half a person', 1.5, code.outOfRange],
    ['of oneself', ANNA, code.invitedThemselves],
  ])('%s', async (_name, friend, expected) => {
    expect((await core.link(ANNA, friend)).code).toBe(expected);
    expect(core.links()).toEqual([]);
  });

  test('twice, by anybody', async () => {
    expect((await core.link(ANNA, BEN)).code).toBe(200);
    expect((await core.link(ANNA, BEN)).code).toBe(code.alreadyInvited);
    expect((await core.link(CARA, BEN)).code).toBe(code.alreadyInvited);
    core.replays();
  });

  test('in a ring, however long', async () => {
    accepted(await core.link(ANNA, BEN));
    accepted(await core.link(BEN, CARA));
    expect((await core.link(BEN, ANNA)).code).toBe(code.invitedInRing);
    expect((await core.link(CARA, ANNA)).code).toBe(code.invitedInRing);
  });

  test.each([
    ['where the profile pays none', { pays: false }, code.referralsClosed],
    ['while the terms take no new ones', { days: 0 }, code.referralsClosed],
    ['while nothing can be earned', { friendMax: '0' }, code.referralsClosed],
    ['of one friend more than may count', { friendsMax: 1 }, code.tooManyFriends],
  ])('%s', async (_name, terms, expected) => {
    accepted(await core.link(ANNA, 99));
    accepted(await core.define(terms));
    expect((await core.link(ANNA, BEN)).code).toBe(expected);
  });
});

describe('a reward', () => {
  test('is a share of the fee, in the entry that charged it, out of the fee income', async () => {
    accepted(await core.link(ANNA, BEN));
    const before = { anna: Number(core.free(ANNA)), fees: Number(core.fees()) };
    await core.trade(BEN, '1000');
    expect(core.rewards()).toMatchObject([
      { friend: BEN, user_id: ANNA, fee: '10', level: 0, share: '0.1', reward: '1' },
    ]);
    expect(Number(core.free(ANNA))).toBe(before.anna + 1);
    expect(Number(core.fees())).toBe(before.fees + 9);
    const [{ seq }] = core.rewards() as [ReferralReward];
    const lines = core.store.lines.filter((line) => line.seq === seq && line.reason === 'referrals.reward');
    expect(lines).toMatchObject([{ ref: String(core.links()[0]?.seq) }]);
    expect(core.links()).toMatchObject([{ fees: '10', earned: '1', first_seq: seq, state: 'active' }]);
    core.replays();
  });

  test('follows the level of the inviter', async () => {
    accepted(await core.link(ANNA, BEN));
    await core.house('levels.assign', { assignments: [{ userId: ANNA, level: 5, volume: '12500' }] });
    await core.trade(BEN, '1000');
    expect(core.rewards()).toMatchObject([{ level: 5, share: '0.4', reward: '4' }]);
  });

  test('ends with the most that a friend may earn, to the unit', async () => {
    accepted(await core.define({ friendMax: '1.5' }));
    accepted(await core.link(ANNA, BEN));
    for (let round = 0; round < 3; round += 1) await core.trade(BEN, '1000');
    expect(core.rewards().map(({ reward }) => reward)).toEqual(['1', '0.5']);
    expect(core.links()).toMatchObject([{ earned: '1.5', state: 'capped' }]);
    core.replays();
  });

  test('ends with its time', async () => {
    accepted(await core.define({ days: 1 }));
    accepted(await core.link(ANNA, BEN));
    await core.harness.wait(DAY_MS);
    expect(core.links()).toMatchObject([{ state: 'expired', earned: '0' }]);
    await core.harness.tick(2_000_000);
    await core.trade(BEN, '1000');
    expect(core.rewards()).toEqual([]);
    core.replays();
  });

  test('ends although the one of a neighbour cannot, which is held once and ends when it can', async () => {
    const { state } = core.harness.sequencer;
    const module = state.modules.find(({ name }) => name === 'referrals')!;
    const expire = module.handlers['referrals.expire']!;
    let isBroken = true;
    const handlers = module.handlers as Record<string, typeof expire>;
    onTestFinished(() => {
      handlers['referrals.expire'] = expire;
    });
    handlers['referrals.expire'] = (coreState, command) => {
      if (isBroken && (command.body as { friends: number[] }).friends.includes(BEN)) throw new Error('a bug');
      return expire(coreState, command);
    };
    await core.restart();
    accepted(await core.define({ days: 1 }));
    accepted(await core.link(ANNA, BEN));
    accepted(await core.link(ANNA, CARA));
    for (let minute = 0; minute < 10; minute += 1) await core.harness.wait(minute === 0 ? DAY_MS + 1 : 60_000);
    const held = () => core.rows<{ id: string; done_at: number | null }>('held_triggers');
    expect(core.links().map((link) => link.state)).toEqual(['active', 'expired']);
    expect(held()).toMatchObject([{ id: `referrals.expire:${BEN}`, done_at: null }]);
    isBroken = false;
    await core.harness.wait(60_000);
    await core.harness.wait(60_000);
    expect(core.links().map((link) => link.state)).toEqual(['expired', 'expired']);
    expect(held()).not.toMatchObject([{ done_at: null }]);
  });

  test('keeps time and most of the day of the sign-up', async () => {
    accepted(await core.link(ANNA, BEN));
    accepted(await core.define({ days: 1, friendMax: '0.5' }));
    await core.harness.wait(2 * DAY_MS);
    await core.harness.tick(2_000_000);
    await core.trade(BEN, '1000');
    expect(core.rewards()).toMatchObject([{ reward: '1' }]);
  });

  test.each([
    ['the operator stopped it', () => core.act(core.ada, 'referrals.stop', { friend: BEN })],
    ['the profile pays none any more', () => core.define({ pays: false })],
    ['the inviter is frozen', () => core.act(core.ada, 'standing.set', { status: 'frozen' }, { userId: ANNA })],
  ])('is none once %s', async (_name, end) => {
    accepted(await core.link(ANNA, BEN));
    accepted(await end());
    await core.trade(BEN, '1000');
    expect(core.rewards()).toEqual([]);
    core.replays();
  });

  test('needs both identities to be verified', async () => {
    await core.give(99);
    accepted(await core.link(ANNA, 99));
    accepted(await core.link(98, BEN));
    await core.trade(99, '1000');
    await core.trade(BEN, '1000');
    expect(core.rewards()).toEqual([]);
    await core.verify(99);
    await core.verify(98);
    await core.trade(99, '1000');
    await core.trade(BEN, '1000');
    expect(core.rewards().map(({ friend }) => friend)).toEqual([99, BEN]);
    core.replays();
  });

  test('comes of no demo fee', async () => {
    accepted(await core.link(ANNA, BEN));
    await core.harness.open(BEN);
    await core.trade(BEN, '1000', 'demo');
    expect(core.rewards()).toEqual([]);
  });

  test('goes to an inviter whom nobody has seen since a restart', async () => {
    accepted(await core.link(ANNA, BEN));
    const before = Number(core.free(ANNA));
    await core.restart();
    await core.harness.tick(2_000_000);
    await core.trade(BEN, '1000');
    expect(Number(core.free(ANNA))).toBe(before + 1);
    expect(core.harness.bugs).toEqual([]);
  });
});

test('only who may freeze people stops an invitation, once', async () => {
  accepted(await core.link(ANNA, BEN));
  expect((await core.act(core.bob, 'referrals.stop', { friend: BEN })).code).toBe(code.permissionDenied);
  expect((await core.act(core.ada, 'referrals.stop', { friend: BEN })).code).toBe(200);
  expect((await core.act(core.ada, 'referrals.stop', { friend: BEN })).code).toBe(code.nothingFound);
});

test.each([
  ['another name', { code: 'VIP' }],
  ['more days than ten years', { days: 3_651 }],
  ['half a day', { days: 0.5 }],
  ['an amount in another spelling', { friendMax: '1.0' }],
  ['a negative amount', { friendMax: '-1' }],
  ['too many friends', { friendsMax: 100_001 }],
])('terms with %s are refused', async (_name, changed) => {
  expect((await core.define(changed)).code).toBe(code.outOfRange);
});
