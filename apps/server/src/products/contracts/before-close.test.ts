/**
 * A pair of accounts with opposite positions that are opened before the leverage of new ones falls,
 * and a gap over the close: what the pair wins together is what the house loses.
 */
import { code } from '@glasshouse/api/codes';
import { formatRate, type Rate, rateOf } from '@glasshouse/rules/money';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import type { Instrument } from '../../market-data/instruments/instrument.ts';
import { largestGapOf } from './largest-gap.ts';
import { defaultContractOffer } from './offer.ts';
import type { ContractOffer } from './terms.ts';
import { ContractsFixture, TEST_CONTRACT, USER } from './testing/fixture.ts';

const OTHER = 8;
const MINUTE_MS = 60_000;
const BEFORE_CLOSE = { minutes: 60, maxLeverage: 8 };
const OF_OPENING = { minutes: 30, rate: '0.12', largestGap: '0.1' };
const OF_MARK = { ...OF_OPENING, basis: 'mark' as const };

interface Night {
  readonly offer: Partial<ContractOffer>;
  /** When the pair opens, in minutes before the close. */
  readonly minutes?: number;
  readonly leverage: number;
  /** The price by which the market closes, in steps from 20,000, and the one that it opens at. */
  readonly before?: readonly number[];
  readonly after: number;
}

/** Both open at 20,000 some time before the close; the market opens again at another price. */
async function afterGap({ offer, minutes = 61, leverage, before: path = [20_000], after }: Night) {
  const core = await ContractsFixture.start({ offer });
  const { harness } = core;
  await harness.open(OTHER);
  const before = { pair: core.available() + core.available(OTHER), insurance: core.house('pool.insurance') };
  const sessionEnds = harness.now + minutes * MINUTE_MS;
  harness.market.sessionEnds = sessionEnds;
  await core.bought({ side: 'buy', leverage });
  await core.bought({ side: 'sell', leverage }, OTHER);
  await core.price(20_000);
  for (const price of path) await core.price(price);
  const last = path.at(-1) as number;
  while (harness.now + MINUTE_MS < sessionEnds) await core.price(last, MINUTE_MS);
  // The next session, a night later.
  harness.market.sessionEnds = sessionEnds + 24 * 60 * MINUTE_MS;
  await core.price(after, 16 * 60 * MINUTE_MS);
  for (const user of [USER, OTHER]) {
    for (const order of core.histories().map(({ order }) => order)) {
      if (order.settled_by === null && order.user_id === user) await core.close(order.id, undefined, user);
    }
  }
  await core.price(after);
  const pair = core.available() + core.available(OTHER) - before.pair;
  const endings = core.histories().map(({ order }) => order.closed_by);
  return { pair, endings, insurance: core.house('pool.insurance') - before.insurance, faults: core.faults() };
}

describe.each([22_000, 18_000])('a gap of a tenth at 50×, from 20,000 to %i', (after) => {
  it.each([
    ['at the mark', OF_MARK],
    ['at the opening', OF_OPENING],
  ])('is paid by the margins that the pair needs %s, and by nothing of the house', async (_, closeRequirement) => {
    const offer = { beforeClose: BEFORE_CLOSE, closeRequirement };
    const { pair, insurance, faults } = await afterGap({ offer, leverage: 50, after });
    expect(pair).toBeLessThanOrEqual(0n);
    expect(insurance).toBeGreaterThanOrEqual(0n);
    expect(faults).toEqual([]);
  });

  it('was the house’s while only new positions had less leverage: 1,600 less two points', async () => {
    const { pair, faults } = await afterGap({ offer: { beforeClose: BEFORE_CLOSE }, leverage: 50, after });
    // One loses its margin of 400, the other one gains 2,000; less the points between bid and ask.
    expect(pair).toBeGreaterThan(159_900_000_000n);
    expect(pair).toBeLessThan(160_000_000_000n);
    expect(faults).toEqual([]);
  });
});

/** An instrument of each class with sessions, and of each gap that its class knows. */
const CLOSING = [
  ...new Map(
    CATALOGUE.filter(({ calendar }) => calendar !== 'always').map((instrument) => [
      `${instrument.type} ${largestGapOf(instrument)}`,
      instrument,
    ]),
  ).values(),
];
const BY_CODE = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));
const shippedOf = (instrument: Instrument) => defaultContractOffer(instrument, BY_CODE) as ContractOffer;

describe.each(CLOSING)('a gap as large as ever, under the shipped terms of $code', (instrument) => {
  const { conversion, convertsAt, tickMs, ...shipped } = shippedOf(instrument);
  const { minutes, maxLeverage } = shipped.beforeClose as NonNullable<ContractOffer['beforeClose']>;
  // The terms of the one on the instrument of the other tests, whose lots are one unit.
  const { code: market, precision, lotSize, minLots, maxLots, lotStep } = TEST_CONTRACT;
  const offer = { ...shipped, code: market, precision, lotSize, minLots, maxLots, lotStep, conversion: null };
  const gap = Number(formatRate(largestGapOf(instrument)));

  it.each([
    ['opened before the leverage falls', shipped.maxLeverage, 1 + gap],
    ['opened before the leverage falls', shipped.maxLeverage, 1 - gap],
    ['with what is left of it', maxLeverage, 1 + gap],
    ['with what is left of it', maxLeverage, 1 - gap],
  ])('gives a pair nothing: %s, at %i×, to %d of the price', async (_, leverage, part) => {
    const after = 20_000 * part;
    const { pair, insurance, faults } = await afterGap({ offer, minutes: minutes + 1, leverage, after });
    expect(pair).toBeLessThanOrEqual(0n);
    expect(insurance).toBeGreaterThanOrEqual(0n);
    expect(faults).toEqual([]);
  });
});

describe('a price that rose to 37,500 before a gap of 10 %', () => {
  // The seller has 2,500 of 20,000 left: more than 12 % of 20,000, less than 10 % of 37,500.
  const night = { leverage: 1, before: [24_000, 28_000, 32_000, 36_000, 37_500], after: 41_250 };
  const offerOf = (closeRequirement: object) =>
    ({ beforeClose: BEFORE_CLOSE, closeRequirement, profitMaxRate: '9' }) as Partial<ContractOffer>;

  it('costs the house nothing where the margin is a share of the notional at the mark', async () => {
    const { insurance, endings, faults } = await afterGap({ ...night, offer: offerOf(OF_MARK) });
    expect(insurance).toBeGreaterThanOrEqual(0n);
    expect(endings).toContain('liquidation');
    expect(faults).toEqual([]);
  });

  it('cost the house 1,250 where it was a share of that at the opening', async () => {
    const { insurance, faults } = await afterGap({ ...night, offer: offerOf(OF_OPENING) });
    expect(insurance).toBeLessThan(-124_900_000_000n);
    expect(faults).toEqual([]);
  });
});

it('there is a market that closes in each of five classes', () => {
  expect(new Set(CLOSING.map(({ type }) => type)).size).toBe(5);
});

describe.each(CLOSING)('terms of $code', (instrument) => {
  const offer = shippedOf(instrument);
  const required = offer.closeRequirement as NonNullable<ContractOffer['closeRequirement']>;
  const least = (rate: string, less: bigint): string => formatRate((rateOf(rate) - less) as Rate);
  const { basis, ...ofOpening } = required;

  it('need the largest gap of its history, and leave new positions no leverage that it takes', () => {
    expect(rateOf(required.largestGap)).toBe(largestGapOf(instrument));
    const { maxLeverage } = offer.beforeClose as NonNullable<ContractOffer['beforeClose']>;
    expect(BigInt(maxLeverage) * largestGapOf(instrument)).toBeLessThan(rateOf('1'));
  });

  it.each([
    ['without a requirement before a close', { closeRequirement: undefined }],
    [
      'that need less than the largest gap',
      { closeRequirement: { ...required, rate: least(required.largestGap, 1n) } },
    ],
    ['that need a share of the notional at the opening', { closeRequirement: ofOpening }],
    [
      'whose gap is smaller than it was',
      { closeRequirement: { ...required, largestGap: least(required.largestGap, 1n) } },
    ],
    ['without sessions after all', { beforeClose: undefined, closeRequirement: undefined }],
    [
      'with leverage before a close that the gap takes',
      { beforeClose: { ...offer.beforeClose, maxLeverage: Number(rateOf('1') / rateOf(required.rate)) + 1 } },
    ],
  ])('are refused %s', async (_, change) => {
    const core = await ContractsFixture.start();
    await core.harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');
    const define = (id: string, changed: object) => {
      const body = Object.entries({ ...offer, ...changed }).filter(([, value]) => value !== undefined);
      return core.harness.internal('contracts.define', Object.fromEntries(body), id);
    };
    expect(await define('shipped', {})).toMatchObject({ code: 200 });
    expect(await define('changed', change)).toMatchObject({
      code: code.productIncorrect,
      fields: { closeRequirement: code.outOfRange },
    });
  });
});
