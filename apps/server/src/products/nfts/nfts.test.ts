import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { promiseDigest } from '@glasshouse/rules/nfts';
import { expect, test } from 'vitest';
import { type Acting, AuthorityFixture } from '../../authority/testing/authority-fixture.ts';
import type { CommandAnswer, Json } from '../../kernel/core/types.ts';
import { promiseOf } from './promise.ts';
import type { Charity, Listing, Payout, Purchase } from './rows.ts';
import { nftsOf } from './slice.ts';

const USER = 7;
const OTHER = 8;
const CHARITY = {
  id: null,
  language: 'de',
  texts: { de: { name: 'Wald e. V.', text: 'Pflanzt Bäume.' }, en: { name: 'Forest', text: 'Grows trees.' } },
  registration: 'VR 1234',
  website: null,
};
const WORK = {
  id: null,
  language: 'en',
  texts: { en: { name: 'First light', text: 'A morning.' } },
  image: 'a-picture-of-a-work',
  imageSha256: 'ab'.repeat(32),
  price: '12.5',
  supply: 5,
};
type Fields = { readonly [field: string]: Json };

class NftFixture extends AuthorityFixture {
  writer!: Acting;
  first!: Acting;
  second!: Acting;
  charity = 0;
  work = 0;

  /** A charity with a work on sale, and two people with 100 USDT. */
  static async open(fields: Fields = {}): Promise<NftFixture> {
    const fixture = new NftFixture();
    await fixture.harness.start();
    fixture.writer = await fixture.operator('writer', ['content']);
    fixture.first = await fixture.operator('first', ['finance']);
    fixture.second = await fixture.operator('second', ['owner']);
    fixture.charity = (await fixture.act(fixture.writer, 'nfts.charity', CHARITY)).seq;
    const made = await fixture.act(fixture.writer, 'nfts.listing', { ...WORK, charity: fixture.charity, ...fields });
    fixture.work = made.seq;
    await fixture.sale('onSale');
    for (const userId of [USER, OTHER]) await fixture.give(userId, '100');
    return fixture;
  }

  async give(userId: number, amount: string): Promise<void> {
    const requested = { userId, book: 'real' as const };
    const move = { asset: 'USDT', amount, from: 'external', to: 'capital' };
    const funded = await this.ask(this.first, 'house.move', move);
    await this.decide(this.second, funded, 'approve');
    const request = await this.ask(
      this.first,
      'balances.adjust',
      { asset: 'USDT', amount, direction: 'credit' },
      requested,
    );
    await this.decide(this.second, request, 'approve', requested);
  }

  sale(to: string, by = this.first): Promise<CommandAnswer> {
    return this.act(by, 'nfts.sale', { id: this.work, to });
  }

  buy(userId: number, quantity: number, fields: Fields = {}, book: 'demo' | 'real' = 'real'): Promise<CommandAnswer> {
    const body = { id: this.work, quantity, ...fields };
    return this.harness.sequencer.submit({ id: this.nextId(`${userId}`), userId, book, type: 'nfts.buy', body });
  }

  pay(amount: string, fields: Fields = {}, by = this.first): Promise<CommandAnswer> {
    const proof = {
      reference: 'SEPA 1',
      paidOn: '2026-11-23',
      proof: 'a-proof-of-a-payment',
      proofSha256: 'cd'.repeat(32),
    };
    return this.act(by, 'nfts.pay', { charity: this.charity, amount, ...proof, ...fields });
  }

  get listing(): Listing {
    return nftsOf(this.harness.sequencer.state).listings.get(this.work)!;
  }

  get ofCharity(): Charity {
    return nftsOf(this.harness.sequencer.state).charities.get(this.charity)!;
  }

  get held(): bigint {
    return this.balance('house', 'USDT', `charity.${this.charity}`, 'real');
  }
}

test('serials follow each other, and the whole price is the charity’s', async () => {
  const fixture = await NftFixture.open();
  const purchase = await fixture.buy(USER, 2);
  expect(purchase.result).toMatchObject({ serial: 1, quantity: 2, paid: '25', charity: fixture.charity });
  expect((await fixture.buy(OTHER, 1)).result).toMatchObject({ serial: 3 });
  expect((await fixture.buy(USER, 2)).result).toMatchObject({ serial: 4, paid: '25' });
  expect(fixture.listing).toMatchObject({ sold: 5, raised: '62.5' });
  expect(fixture.ofCharity).toMatchObject({ raised: '62.5', paid: '0', opened: true });
  expect(fixture.held).toBe(amountOf('62.5'));
  expect(fixture.balance(USER, 'USDT', 'available', 'real')).toBe(amountOf('50'));
  expect(fixture.balance('house', 'USDT', 'fees', 'real')).toBe(0n);
  expect(fixture.rows<Purchase>('nft_purchases').map(({ serial }) => serial)).toEqual([1, 3, 4]);
  expect((await fixture.buy(OTHER, 1)).code).toBe(code.nftStatusWrong);
  const digest = promiseDigest(promiseOf(fixture.listing, fixture.ofCharity));
  expect(fixture.rows<Purchase>('nft_purchases').every((row) => row.digest === digest)).toBe(true);
  fixture.replays();
});

test.each<[string, (fixture: NftFixture) => Promise<CommandAnswer>, number]>([
  ['on the demo account', (fixture) => fixture.buy(USER, 1, {}, 'demo'), code.switchToReal],
  ['of a work that there is not', (fixture) => fixture.buy(USER, 1, { id: 999_999 }), code.nftStatusWrong],
  ['of none', (fixture) => fixture.buy(USER, 0), code.outOfRange],
  ['of less than none', (fixture) => fixture.buy(USER, -1), code.outOfRange],
  ['of a part', (fixture) => fixture.buy(USER, 1.5), code.outOfRange],
  ['of more than anybody may buy at once', (fixture) => fixture.buy(USER, 101), code.outOfRange],
  ['of more than are left', (fixture) => fixture.buy(USER, 6), code.capacityReached],
  ['without the money', (fixture) => fixture.buy(9, 1), code.balanceInsufficient],
])('a purchase %s is refused', async (_what, act, expected) => {
  const fixture = await NftFixture.open();
  expect((await act(fixture)).code).toBe(expected);
  expect(fixture.listing).toMatchObject({ sold: 0, raised: '0' });
  expect(fixture.held).toBe(0n);
  fixture.replays();
});

test('somebody frozen buys nothing', async () => {
  const fixture = await NftFixture.open();
  await fixture.act(fixture.second, 'standing.set', { status: 'frozen' }, { userId: USER });
  expect((await fixture.buy(USER, 1)).code).toBe(code.userStatusWrong);
});

test('drafts, works taken off and works that ended are not sold', async () => {
  const fixture = await NftFixture.open();
  const draft = await fixture.act(fixture.writer, 'nfts.listing', { ...WORK, charity: fixture.charity });
  expect((await fixture.buy(USER, 1, { id: draft.seq })).code).toBe(code.nftStatusWrong);
  expect((await fixture.sale('onSale')).code).toBe(code.nftStatusWrong);
  expect((await fixture.sale('offSale', fixture.writer)).code).toBe(code.permissionDenied);
  expect((await fixture.sale('offSale')).code).toBe(200);
  expect((await fixture.buy(USER, 1)).code).toBe(code.nftStatusWrong);
  expect((await fixture.sale('offSale')).code).toBe(code.nftStatusWrong);
  expect((await fixture.sale('onSale')).code).toBe(200);
  expect((await fixture.buy(USER, 1)).code).toBe(200);
  expect((await fixture.sale('ended')).code).toBe(200);
  expect((await fixture.buy(USER, 1)).code).toBe(code.nftStatusWrong);
  expect((await fixture.sale('onSale')).code).toBe(code.nftStatusWrong);
  expect(fixture.listing).toMatchObject({ state: 'ended', sold: 1 });
  fixture.replays();
});

test.each<[string, Fields]>([
  ['price', { price: '1' }],
  ['supply', { supply: 6 }],
  ['picture', { imageSha256: 'ef'.repeat(32) }],
  ['file of the picture', { image: 'another-picture-of-it' }],
  ['name', { texts: { en: { name: 'Second light', text: 'A morning.' } } }],
  ['text', { texts: { en: { name: 'First light', text: 'An evening.' } } }],
  ['language', { language: 'fr', texts: { fr: { name: 'First light', text: 'A morning.' } } }],
])('once it was on sale, its %s stays', async (_what, fields) => {
  const fixture = await NftFixture.open();
  const answer = await fixture.act(fixture.writer, 'nfts.listing', {
    ...WORK,
    id: fixture.work,
    charity: fixture.charity,
    ...fields,
  });
  expect(answer.code).toBe(code.nftFixed);
});

test('translations can be added at any time; charity and work keep what buyers relied on', async () => {
  const fixture = await NftFixture.open();
  const { digest } = fixture.listing;
  const texts = { ...WORK.texts, ja: { name: '夜明け', text: '朝。' } };
  const work = { ...WORK, id: fixture.work, charity: fixture.charity, texts };
  expect((await fixture.act(fixture.writer, 'nfts.listing', work)).code).toBe(200);
  expect(fixture.listing).toMatchObject({ digest, texts });
  const save = (fields: Fields) =>
    fixture.act(fixture.writer, 'nfts.charity', { ...CHARITY, id: fixture.charity, ...fields });
  expect((await save({ website: 'https://wald.example' })).code).toBe(200);
  expect((await save({ texts: { ...CHARITY.texts, fr: { name: 'Forêt', text: 'Arbres.' } } })).code).toBe(200);
  expect((await save({ registration: 'VR 9' })).code).toBe(code.nftFixed);
  expect((await save({ texts: { de: { name: 'Freunde', text: 'Pflanzt Bäume.' } } })).code).toBe(code.nftFixed);
  fixture.replays();
});

test.each<[string, string, Fields, number]>([
  ['a charity without its own language', 'nfts.charity', { ...CHARITY, language: 'ko' }, code.fieldRequired],
  ['a charity that there is not', 'nfts.charity', { ...CHARITY, id: 12_345 }, code.nothingFound],
  ['a work of no charity', 'nfts.listing', { ...WORK, charity: 12_345 }, code.nothingFound],
  ['a work that there is not', 'nfts.listing', { ...WORK, id: 12_345, charity: 0 }, code.nothingFound],
  ['a work without its own language', 'nfts.listing', { ...WORK, language: 'ko' }, code.fieldRequired],
  ['a work for nothing', 'nfts.listing', { ...WORK, price: '0' }, code.outOfRange],
  ['a work for far too much', 'nfts.listing', { ...WORK, price: '1000000.00000001' }, code.outOfRange],
  ['a work that nobody can have', 'nfts.listing', { ...WORK, supply: 0 }, code.outOfRange],
  ['a work that everybody can have', 'nfts.listing', { ...WORK, supply: 1_000_001 }, code.outOfRange],
  ['a sale of what there is not', 'nfts.sale', { id: 12_345, to: 'onSale' }, code.nothingFound],
])('%s is refused', async (_what, type, fields, expected) => {
  const fixture = await NftFixture.open();
  const by = type === 'nfts.sale' ? fixture.first : fixture.writer;
  const answer = await fixture.act(by, type, {
    ...(type === 'nfts.listing' ? { charity: fixture.charity } : {}),
    ...fields,
  });
  expect(answer.code).toBe(expected);
});

test('a payout takes two persons and a proof, and never more than was given', async () => {
  const fixture = await NftFixture.open();
  await fixture.buy(USER, 2);
  expect((await fixture.pay('25.00000001')).code).toBe(code.charityFundsTooSmall);
  expect((await fixture.pay('0')).code).toBe(code.outOfRange);
  expect((await fixture.pay('5', { reference: ' ' })).code).toBe(code.fieldRequired);
  expect((await fixture.pay('5', { proof: '' })).code).toBe(code.fieldRequired);
  expect((await fixture.pay('5', { charity: 12_345 })).code).toBe(code.nothingFound);
  expect((await fixture.pay('5', {}, fixture.writer)).code).toBe(code.permissionDenied);
  const requested = await fixture.pay('20');
  expect(requested.result).toMatchObject({ state: 'waiting' });
  const { request } = requested.result as { request: number };
  expect(fixture.held).toBe(amountOf('25'));
  expect((await fixture.decide(fixture.first, request, 'approve')).code).toBe(code.ownRequest);
  expect((await fixture.decide(fixture.second, request, 'approve')).code).toBe(200);
  expect((await fixture.decide(fixture.second, request, 'approve')).code).toBe(code.requestNotOpen);
  expect(fixture.held).toBe(amountOf('5'));
  expect(fixture.ofCharity).toMatchObject({ raised: '25', paid: '20' });
  expect(fixture.rows<Payout>('nft_payouts')).toMatchObject([{ amount: '20', reference: 'SEPA 1' }]);
  // What was still there when it was asked for may be gone when somebody approves.
  const payout = (await fixture.pay('5')).result as { request: number };
  const second = (await fixture.pay('4')).result as { request: number };
  expect((await fixture.decide(fixture.second, second.request, 'approve')).code).toBe(200);
  expect((await fixture.decide(fixture.second, payout.request, 'approve')).code).toBe(code.charityFundsTooSmall);
  fixture.replays();
});

test('no operator draws from the account of a charity any other way', async () => {
  const fixture = await NftFixture.open();
  await fixture.buy(USER, 2);
  const account = `charity.${fixture.charity}`;
  for (const [from, to] of [
    [account, 'capital'],
    ['capital', account],
    [account, 'external'],
  ]) {
    const answer = await fixture.act(fixture.first, 'house.move', { asset: 'USDT', amount: '1', from: from!, to: to! });
    expect(answer.code).toBe(code.wrongFormat);
  }
});

test('a restart knows what was sold', async () => {
  const fixture = await NftFixture.open();
  await fixture.buy(USER, 2);
  await fixture.restart();
  expect((await fixture.buy(OTHER, 1)).result).toMatchObject({ serial: 3 });
  expect((await fixture.buy(OTHER, 3)).code).toBe(code.capacityReached);
  expect(fixture.harness.bugs).toEqual([]);
});
