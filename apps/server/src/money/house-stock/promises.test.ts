import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import { ConvertFixture, nextTickOffer } from '../../products/convert/testing/fixture.ts';
import { stockOf } from './slice.ts';

const HOME = 'a'.repeat(16);
const ELSEWHERE = 'b'.repeat(16);
const ANNA = 1_000;
const BEN = 1_001;
const EVE = 1_002;
const HOLDS_MS = 10_000;

let core: ConvertFixture;
let requests = 0;

/** A network may have 35 ETH of the 3,500 of the house; 50,000 USDT buy about 15.6 of them. */
beforeEach(async () => {
  core = await ConvertFixture.start({ USDT: '10000000', BTC: '100', ETH: '3500' }, {}, nextTickOffer);
  const figures = { ...SHIPPED, 'parameter.networks.stock_share': '0.01' };
  await core.harness.internal('rules.adopt', { version: RULES_VERSION, figures }, 'rules');
  for (const user of [ANNA, BEN, EVE]) await core.harness.open(user);
});

interface Conversion {
  readonly to?: string;
  readonly amount?: string;
}
const bodyOf = ({ to = 'ETH', amount = '50000' }: Conversion) => ({ from: 'USDT', to, amount });

/** Takes a firm price; its number is undefined where none was given. */
async function ask(
  user: number,
  network: string | undefined,
  conversion: Conversion = {},
): Promise<CommandAnswer & { id: string }> {
  requests += 1;
  const id = `price-${requests}`;
  const answer = await core.harness.from(network, user, 'convert.ask', { ...bodyOf(conversion), quoteId: id });
  return { ...answer, id };
}
const use = (user: number, network: string | undefined, quoteId: string | null, conversion: Conversion = {}) =>
  core.harness.from(network, user, 'convert.fill', { ...bodyOf(conversion), quoteId });

const leftFor = async (user: number, network: string | undefined): Promise<string | null> => {
  const { result } = await core.harness.from(network, user, 'stock.left', { asset: 'ETH' });
  return (result as { readonly left: string | null }).left;
};

const promised = (): number =>
  [...stockOf(core.harness.sequencer.state).promises.values()].reduce((sum, { size }) => sum + size, 0);

describe('a firm price', () => {
  test('that was given is honoured, whatever others of its network order meanwhile', async () => {
    const firm = await ask(ANNA, HOME);
    expect(firm.code).toBe(200);
    expect((await use(BEN, HOME, null)).code).toBe(200);
    // 35 less twice 15.6 are left, not 35 less 15.6.
    expect(await use(EVE, HOME, null)).toMatchObject({
      code: code.networkLimit,
      fields: { amount: code.networkLimit },
    });
    expect((await use(ANNA, HOME, firm.id)).code).toBe(200);
    await core.prices();
    expect(await leftFor(EVE, HOME)).toMatch(/^3\.78/);
    core.expectConserved();
  });

  test('is refused while it is asked for, by what is left beside the prices that others hold', async () => {
    for (const user of [ANNA, BEN]) expect((await ask(user, HOME)).code).toBe(200);
    expect(await ask(EVE, HOME)).toMatchObject({ code: code.networkLimit, fields: { amount: code.networkLimit } });
    const left = await leftFor(EVE, HOME);
    expect(left).toMatch(/^3\.7/);
    // What is left is given: 3.7 ETH cost about 11,900.
    expect((await ask(EVE, HOME, { amount: '11900' })).code).toBe(200);
    expect((await ask(EVE, ELSEWHERE)).code).toBe(200);
    expect((await ask(EVE, undefined)).code).toBe(200);
  });

  test('sets nothing aside for whoever cannot pay, and is checked at its use', async () => {
    const bitcoins = { from: 'BTC', to: 'ETH', amount: '0.3', quoteId: 'of nothing' };
    expect((await core.harness.from(HOME, ANNA, 'convert.ask', bitcoins)).code).toBe(200);
    expect(promised()).toBe(0);
    for (const user of [BEN, EVE]) expect((await use(user, HOME, null)).code).toBe(200);
    expect((await core.harness.from(HOME, ANNA, 'convert.fill', bitcoins)).code).toBe(code.coinBalanceInsufficient);
  });

  test('takes the place of the one before, of whose share it may have all', async () => {
    for (const amount of ['50000', '40000', '50000']) expect((await ask(ANNA, HOME, { amount })).code).toBe(200);
    expect((await ask(BEN, HOME)).code).toBe(200);
    expect((await ask(ANNA, HOME)).code).toBe(200);
    expect(promised()).toBe(2);
  });

  test('sets nothing aside once it is used, over, or its owner converts without it', async () => {
    const first = await ask(ANNA, HOME);
    await use(ANNA, HOME, first.id);
    expect(promised()).toBe(0);
    await core.prices();

    await ask(BEN, HOME);
    expect((await use(BEN, HOME, null)).code).toBe(200);
    expect(promised()).toBe(0);
    await core.prices();

    core.harness.now += 86_400_000;
    await core.prices();
    await ask(ANNA, HOME);
    await ask(BEN, HOME);
    expect((await ask(EVE, HOME)).code).toBe(code.networkLimit);
    // One in a hundred of 3,500 less what Anna and Ben converted before.
    core.harness.now += HOLDS_MS + 1;
    await core.prices();
    expect(await leftFor(EVE, HOME)).toBe('34.6878916');
    expect((await ask(EVE, HOME)).code).toBe(200);
  });

  test('used from another network counts there, and is checked again', async () => {
    const firm = await ask(ANNA, HOME);
    for (const user of [BEN, EVE]) expect((await use(user, ELSEWHERE, null)).code).toBe(200);
    expect((await use(ANNA, ELSEWHERE, firm.id)).code).toBe(code.networkLimit);
  });

  test('is no way to take the share twice: prices and orders together stay within it', async () => {
    const prices = [await ask(ANNA, HOME), await ask(BEN, HOME)];
    expect(prices.map((price) => price.code)).toEqual([200, 200]);
    expect((await use(EVE, HOME, null)).code).toBe(code.networkLimit);
    for (const [index, { id }] of prices.entries()) expect((await use([ANNA, BEN][index]!, HOME, id)).code).toBe(200);
    await core.prices();
    expect(core.house('ETH', 'pool.liquidity')).toBeGreaterThan(amountOf('3465'));
  });
});

test('what is left counts the own price as still there, and is none without a network', async () => {
  expect(await leftFor(ANNA, HOME)).toBe('35');
  const { result } = await ask(ANNA, HOME);
  expect(await leftFor(ANNA, HOME)).toBe('35');
  const { receive } = result as { readonly receive: string };
  expect(await leftFor(BEN, HOME)).toBe(
    formatAmount((amountOf('35') - amountOf(receive)) as ReturnType<typeof amountOf>),
  );
  expect(await leftFor(ANNA, undefined)).toBeNull();
});
