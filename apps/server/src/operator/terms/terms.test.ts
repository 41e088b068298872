/** Changes of terms: two persons, a moment, a restart that keeps them, and caps that hold. */
import { code } from '@glasshouse/api/codes';
import { formatRate, type Rate, rateOf } from '@glasshouse/rules/money';
import { describe, expect, test } from 'vitest';
import { authorityOf } from '../../authority/slice.ts';
import type { OperatorStamp } from '../../authority/stamp.ts';
import { adoption } from '../../figures/in-force.ts';
import { isClosed } from '../../kernel/core/guard.ts';
import type { CommandAnswer, Json } from '../../kernel/core/types.ts';
import { accepted, CoreFixture } from '../../kernel/testing/core-fixture.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { DEFAULT_FEE_TIERS, feeTiersInForce } from '../../money/fee-tiers/table.ts';
import { contractsOf } from '../../products/contracts/slice.ts';
import { leverageMaxOf } from '../../products/contracts/terms.ts';
import type { OptionOrder } from '../../products/options/rows.ts';
import { optionsOf } from '../../products/options/slice.ts';
import { seedContracts } from '../../runtime/seed-contracts.ts';
import { seedHouse } from '../../runtime/seed-house.ts';
import { termsChangesOf } from './rows.ts';

const GOLD = CATALOGUE.filter(({ code: name }) => name === 'XAUUSD');
const BTC = CATALOGUE.filter(({ code: name }) => name === 'BTCUSDT');
const PERIOD = { seconds: 60, payoutRate: '0.7', feeRate: '0.01', stakeMin: '2', stakeMax: '50' };

class TermsFixture extends CoreFixture {
  #people: number[] = [];

  static async start(profile: 'sandbox' | 'eu' = 'sandbox'): Promise<TermsFixture> {
    const fixture = new TermsFixture();
    await fixture.harness.sequencer.start();
    await seedHouse(fixture.harness.sequencer, BTC, profile);
    for (const name of ['anna', 'ben', 'carl']) {
      const roles = name === 'carl' ? ['support'] : ['finance'];
      const answer = await fixture.harness.internal('operator.add', { name, roles }, `add-${name}`);
      fixture.#people.push(accepted<{ operator: number }>(answer).operator);
    }
    return fixture;
  }

  /** What this release decides by is in the log, as it is after every start. */
  static async startAdopted(): Promise<TermsFixture> {
    const fixture = await TermsFixture.start();
    for (const { id, type, body } of adoption(fixture.harness.sequencer.state)) {
      accepted(await fixture.harness.internal(type, body, id));
    }
    return fixture;
  }

  by(person: 0 | 1 | 2): OperatorStamp {
    const operator = this.#people[person]!;
    return { operator, session: 10 + person, device: `d${person}`, credential: `c${person}`, address: '10.0.0.1' };
  }

  submit(type: string, body: { readonly [name: string]: Json }, person: 0 | 1 | 2 = 0): Promise<CommandAnswer> {
    const by = this.by(person);
    const id = `op${by.operator}:${this.nextId('c')}`;
    return this.harness.sequencer.submit({
      id,
      userId: 0,
      book: 'real',
      type,
      body: { by, reason: 'as agreed', ...body },
    });
  }

  askTiers(tiers: Json, effectiveFrom: number | null = null) {
    return this.submit('terms.change', { product: 'feeTiers', code: 'VIP', fields: { tiers }, effectiveFrom });
  }

  discounts() {
    return feeTiersInForce(this.harness.sequencer.state).map(({ feeDiscount }) => feeDiscount);
  }

  ask(product: string, fields: { readonly [name: string]: Json }, effectiveFrom: number | null = null) {
    return this.submit('terms.change', { product, code: 'BTCUSDT', fields, effectiveFrom });
  }

  async approve(requested: CommandAnswer): Promise<void> {
    const { request } = accepted<{ request: number }>(requested);
    accepted(await this.submit('request.decide', { request, verdict: 'approve' }, 1));
  }

  async buyContract(userId: number): Promise<number> {
    const body = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '0.01', leverage: 2 };
    const answer = await this.harness.submit(userId, 'contracts.buy', body);
    return accepted<{ id: number }>(answer).id;
  }

  options() {
    return optionsOf(this.harness.sequencer.state).terms.get('BTCUSDT')!;
  }

  contracts() {
    return contractsOf(this.harness.sequencer.state).terms.get('BTCUSDT')!;
  }
}

test('a change needs a second person, then comes into force; what is open keeps its terms', async () => {
  const fixture = await TermsFixture.start();
  const { harness } = fixture;
  await harness.open(7);
  await harness.tick(10_000_000);
  const order = accepted<{ id: number }>(await harness.buy(7, { amount: '100', periodId: 60 }));
  const before = fixture.options();
  const request = await fixture.ask('options', { periods: [PERIOD] });
  expect(accepted<{ state: string }>(request).state).toBe('waiting');
  await harness.wait(5_000);
  expect(fixture.options()).toEqual(before);

  await fixture.approve(request);
  await harness.wait(1_000);
  expect(fixture.options()).toEqual({ ...before, version: before.version + 1, periods: [PERIOD] });
  const row = fixture.rows<OptionOrder>('option_orders').find(({ id }) => id === order.id)!;
  expect([row.payout_rate, row.terms_version]).toEqual(['0.82', before.version]);
  const refused = await harness.buy(7, { amount: '100', periodId: 60 });
  expect(refused.code).not.toBe(200);
  expect((await harness.buy(7, { amount: '50', periodId: 60 })).code).toBe(200);
  fixture.expectConserved();
});

test('a change comes into force at its moment and not before, and a restart does not undo it', async () => {
  const fixture = await TermsFixture.start();
  const { harness } = fixture;
  await fixture.approve(await fixture.ask('contracts', { feeRate: '0.0007' }, harness.now + 60_000));
  await harness.wait(59_000);
  expect(fixture.contracts().feeRate).toBe('0.0005');
  await fixture.restart();
  await fixture.harness.wait(1_000);
  expect(fixture.contracts().feeRate).toBe('0.0007');

  const { version } = fixture.contracts();
  for (let round = 0; round < 2; round += 1) {
    await fixture.restart();
    await seedHouse(fixture.harness.sequencer, BTC, 'sandbox');
    expect(fixture.contracts()).toMatchObject({ feeRate: '0.0007', version });
  }
});

test('later changes build on earlier ones, and replace those that they cover', async () => {
  const fixture = await TermsFixture.start();
  const { harness } = fixture;
  await fixture.approve(await fixture.ask('contracts', { feeRate: '0.0007' }));
  await fixture.approve(await fixture.ask('contracts', { poolCover: '0.02' }));
  await harness.wait(1_000);
  await harness.wait(1_000);
  await fixture.approve(await fixture.ask('contracts', { feeRate: '0.0006' }));
  await harness.wait(1_000);
  expect(fixture.contracts()).toMatchObject({ feeRate: '0.0006', poolCover: '0.02' });
  const applied = [...termsChangesOf(harness.sequencer.state).applied.values()];
  expect(applied.map(({ fields }) => fields)).toEqual([{ poolCover: '0.02' }, { feeRate: '0.0006' }]);
});

test('what one person may hold, how far orders fill and what opens before a close can be changed', async () => {
  const fixture = await TermsFixture.start();
  const changed = {
    personMax: '25000',
    networkShare: '0.25',
    nearRate: '0.02',
    slippageRate: '0.005',
    beforeClose: { minutes: 90, maxLeverage: 5 },
  };
  await fixture.approve(await fixture.ask('contracts', changed));
  await fixture.approve(await fixture.ask('options', { personMax: '1000', networkShare: '1' }));
  await fixture.harness.wait(1_000);
  expect(fixture.contracts()).toMatchObject(changed);
  expect(fixture.options()).toMatchObject({ personMax: '1000', networkShare: '1' });
});

describe('the margin before a close', () => {
  async function startGold() {
    const fixture = await TermsFixture.startAdopted();
    await seedHouse(fixture.harness.sequencer, GOLD, 'sandbox');
    const terms = () => contractsOf(fixture.harness.sequencer.state).terms.get('XAUUSD')!;
    const ask = (fields: { readonly [name: string]: Json }) =>
      fixture.submit('terms.change', { product: 'contracts', code: 'XAUUSD', fields, effectiveFrom: null });
    return { fixture, terms, ask, required: terms().closeRequirement!, before: terms().beforeClose! };
  }

  test('changes with its largest gap as it is, and stays after a restart', async () => {
    const { fixture, terms, ask, required } = await startGold();
    const changed = { minutes: 45, rate: required.largestGap };
    expect(required.rate).not.toBe(changed.rate);
    await fixture.approve(await ask({ closeRequirement: changed }));
    await fixture.harness.wait(1_000);
    expect(terms().closeRequirement).toEqual({ ...changed, largestGap: required.largestGap, basis: 'mark' });
    const { version } = terms();
    await fixture.restart();
    await seedHouse(fixture.harness.sequencer, GOLD, 'sandbox');
    expect(terms()).toMatchObject({ closeRequirement: { ...required, ...changed }, version });
    expect([...termsChangesOf(fixture.harness.sequencer.state).applied.values()]).toHaveLength(1);
  });

  test('is no earlier than the lower leverage, no less than the largest gap, and takes no gap', async () => {
    const { ask, required, before } = await startGold();
    const { largestGap, basis, ...changeable } = required;
    const belowGap = formatRate((rateOf(largestGap) - 1n) as Rate);
    const answers = [
      await ask({ closeRequirement: { ...changeable, minutes: before.minutes + 1 } }),
      await ask({ closeRequirement: { ...changeable, rate: belowGap } }),
      await ask({ closeRequirement: { ...changeable, rate: '0.99' } }),
      await ask({ closeRequirement: { ...changeable, rate: '0' } }),
      await ask({ closeRequirement: { minutes: 10 } }),
      await ask({ closeRequirement: { ...changeable, largestGap: '0' } }),
      await ask({ closeRequirement: { ...changeable, basis: 'mark' } }),
    ];
    const { productIncorrect, outOfRange, fieldRequired, unknownField } = code;
    const expected = [
      productIncorrect,
      productIncorrect,
      productIncorrect,
      outOfRange,
      fieldRequired,
      unknownField,
      unknownField,
    ];
    expect(answers.map((answer) => answer.code)).toEqual(expected);
  });

  test('cannot be asked for where no gap is known, as on a market that never closes', async () => {
    const fixture = await TermsFixture.startAdopted();
    const answer = await fixture.ask('contracts', {
      beforeClose: { minutes: 60, maxLeverage: 5 },
      closeRequirement: { minutes: 30, rate: '0.1' },
    });
    expect(answer.code).toBe(code.productIncorrect);
  });

  test.each(['convertsAt', 'leadMs'])('%s follows from the instrument and is nobody’s to change', async (field) => {
    const { ask } = await startGold();
    expect((await ask({ [field]: 0 })).code).toBe(code.unknownField);
  });

  test('was nobody’s to change by earlier rules', async () => {
    const fixture = await TermsFixture.start();
    const answer = await fixture.ask('contracts', { closeRequirement: { minutes: 10, rate: '0.1' } });
    expect(answer.code).toBe(code.unknownField);
  });

  test('cannot be given to a market that never closes', async () => {
    const fixture = await TermsFixture.startAdopted();
    const answer = await fixture.ask('contracts', { closeRequirement: { minutes: 10, rate: '0.1' } });
    expect(answer.code).toBe(code.productIncorrect);
  });
});

test('a change that is called off never comes into force', async () => {
  const fixture = await TermsFixture.start();
  const { harness } = fixture;
  await fixture.approve(await fixture.ask('contracts', { feeRate: '0.0007' }, harness.now + 60_000));
  const [change] = termsChangesOf(harness.sequencer.state).scheduled.values();
  expect((await fixture.submit('terms.cancel', { id: change!.id }, 2)).code).toBe(code.permissionDenied);
  accepted(await fixture.submit('terms.cancel', { id: change!.id }));
  await harness.wait(120_000);
  expect(fixture.contracts().feeRate).toBe('0.0005');
  expect((await fixture.submit('terms.cancel', { id: change!.id })).code).toBe(code.nothingFound);
});

const TIERS = [
  { floor: '0', maintenanceRate: '0.001', maxLeverage: 400 },
  { floor: '100000', maintenanceRate: '0.002', maxLeverage: 200 },
];

test('where the profile caps leverage, no change exceeds the cap, also after a restart', async () => {
  const fixture = await TermsFixture.start('eu');
  expect(leverageMaxOf(fixture.contracts(), 'real')).toBe(2);
  for (const fields of [{ realLeverageMax: 100 }, { realLeverageMax: null }, { tiers: TIERS, realLeverageMax: 9 }]) {
    expect((await fixture.ask('contracts', fields)).code).toBe(code.unknownField);
  }
  expect((await fixture.ask('options', { offOnReal: false })).code).toBe(code.unknownField);
  await fixture.approve(await fixture.ask('contracts', { tiers: TIERS }));
  await fixture.harness.wait(1_000);
  expect([leverageMaxOf(fixture.contracts(), 'real'), leverageMaxOf(fixture.contracts(), 'demo')]).toEqual([2, 400]);
  await fixture.restart();
  await seedHouse(fixture.harness.sequencer, BTC, 'eu');
  expect([leverageMaxOf(fixture.contracts(), 'real'), leverageMaxOf(fixture.contracts(), 'demo')]).toEqual([2, 400]);
});

test('a change made under one profile does not lift the cap of another', async () => {
  const fixture = await TermsFixture.start('sandbox');
  await fixture.approve(await fixture.ask('contracts', { tiers: TIERS }));
  await fixture.harness.wait(1_000);
  expect(leverageMaxOf(fixture.contracts(), 'real')).toBe(400);
  await fixture.restart();
  const { sequencer } = fixture.harness;
  for (const input of seedContracts(sequencer.state, BTC, 'eu')) accepted(await sequencer.submitInternal(input));
  expect(leverageMaxOf(fixture.contracts(), 'real')).toBe(2);
});

test.each<[string, string, { readonly [name: string]: Json }, number]>([
  ['a field that nobody may set', 'contracts', { precision: 3 }, code.unknownField],
  ['the asset that is paid in', 'options', { asset: 'BTC' }, code.unknownField],
  ['what an instrument converts by', 'contracts', { conversion: null }, code.unknownField],
  ['a field of the prototype', 'contracts', { constructor: '1' }, code.unknownField],
  ['the first of two in the order of the log', 'contracts', { feeRate: '7 %', bonus: '1' }, code.unknownField],
  ['nothing', 'contracts', {}, code.fieldRequired],
  ['no change', 'contracts', { feeRate: '0.00050' }, code.outOfRange],
  ['a number as a rate', 'contracts', { feeRate: 0.0007 }, code.wrongType],
  ['no rate', 'contracts', { feeRate: '7 %' }, code.wrongFormat],
  ['too high a fee', 'contracts', { feeRate: '0.003' }, code.outOfRange],
  ['a negative fee', 'spot', { takerRate: '-0.001' }, code.outOfRange],
  ['tiers without a first', 'contracts', { tiers: [] }, code.productIncorrect],
  ['a tier with a surplus field', 'contracts', { tiers: [{ ...TIERS[0]!, price: '1' }] }, code.unknownField],
  ['the same period twice', 'options', { periods: [PERIOD, PERIOD] }, code.outOfRange],
  ['a network without a share', 'options', { networkShare: '0.001' }, code.outOfRange],
  ['a network with more than everything', 'contracts', { networkShare: '1.01' }, code.outOfRange],
  ['how often there is a price', 'options', { tickMs: 100 }, code.unknownField],
  ['a person who may hold nothing', 'contracts', { personMax: '0' }, code.outOfRange],
  ['orders that fill at any price', 'contracts', { slippageRate: '0.11' }, code.outOfRange],
  ['orders that nothing counts for', 'contracts', { nearRate: '0' }, code.outOfRange],
  ['a close of no length', 'contracts', { beforeClose: { minutes: 0, maxLeverage: 5 } }, code.outOfRange],
  ['a close without a leverage', 'contracts', { beforeClose: { minutes: 60 } }, code.fieldRequired],
  ['a period without a payout', 'options', { periods: [{ seconds: 60 }] }, code.fieldRequired],
  ['a payout of more than the stake', 'options', { periods: [{ ...PERIOD, payoutRate: '1.1' }] }, code.outOfRange],
  [
    'a smallest stake above the largest',
    'options',
    { periods: [{ ...PERIOD, stakeMin: '60' }] },
    code.optionsProductIncorrect,
  ],
  ['a product that there is not', 'loans', { feeRate: '0' }, code.nothingFound],
])('refused: %s', async (_name, product, fields, refusal) => {
  const fixture = await TermsFixture.start();
  expect((await fixture.ask(product, fields)).code).toBe(refusal);
  expect(authorityOf(fixture.harness.sequencer.state).requests.size).toBe(0);
});

const VIP = DEFAULT_FEE_TIERS.tiers;
const withLine = (level: number, change: Partial<(typeof VIP)[number]>): Json =>
  VIP.map((line, at) => (at === level ? { ...line, ...change } : line));

test('fee tiers change as other terms do: two persons, a moment, a restart that keeps them', async () => {
  const fixture = await TermsFixture.start();
  const { harness } = fixture;
  await harness.open(7);
  await harness.tick(10_000_000);
  accepted(await harness.internal('levels.assign', { assignments: [{ userId: 7, level: 1, volume: '60000' }] }, 'l'));
  const before = await fixture.buyContract(7);
  const request = await fixture.askTiers(withLine(1, { feeDiscount: '0.080' }), harness.now + 60_000);
  expect(accepted<{ state: string }>(request).state).toBe('waiting');
  await fixture.approve(request);
  await harness.wait(59_000);
  expect(fixture.discounts()[1]).toBe('0.05');
  await harness.wait(1_000);
  expect(fixture.discounts()).toEqual(['0', '0.08', '0.1', '0.2', '0.3', '0.4']);
  await harness.tick(10_000_000);
  const after = await fixture.buyContract(7);
  const rates = new Map(
    fixture.rows<{ id: number; fee_rate: string }>('contract_orders').map((row) => [row.id, row.fee_rate]),
  );
  expect([rates.get(before), rates.get(after)]).toEqual(['0.000475', '0.00046']);
  await fixture.restart();
  await seedHouse(fixture.harness.sequencer, BTC, 'sandbox');
  expect(fixture.discounts()[1]).toBe('0.08');
});

test.each<[string, Json, number]>([
  ['one tier fewer', VIP.slice(1), code.feeTiersUnsound],
  ['a first tier that has to be reached', withLine(0, { fees30d: '1' }), code.feeTiersUnsound],
  ['a higher tier that gives less', withLine(3, { feeDiscount: '0.01' }), code.feeTiersUnsound],
  ['a higher tier for less volume', withLine(3, { fees30d: '60000' }), code.feeTiersUnsound],
  ['nothing left of a fee', withLine(5, { referralShare: '0.6' }), code.feeTiersUnsound],
  ['the whole fee taken off', withLine(5, { feeDiscount: '1' }), code.outOfRange],
  ['a negative discount', withLine(1, { feeDiscount: '-0.1' }), code.outOfRange],
  ['no number', withLine(1, { feeDiscount: '5 %' }), code.wrongFormat],
  ['a field too many', [{ ...VIP[0]!, price: '1' }, ...VIP.slice(1)], code.unknownField],
  ['no list', '0', code.wrongType],
  ['no change', VIP as Json, code.outOfRange],
])('fee tiers refused: %s', async (_name, tiers, refusal) => {
  const fixture = await TermsFixture.start();
  expect((await fixture.askTiers(tiers)).code).toBe(refusal);
  expect(authorityOf(fixture.harness.sequencer.state).requests.size).toBe(0);
});

const WEEK_MS = 7 * 86_400_000;

test.each<[string, Json]>([
  ['a smaller share', withLine(2, { referralShare: '0.15' })],
  ['the same share for more fees', withLine(2, { fees30d: '126' })],
])('%s of friends’ fees is announced a week before, whatever moment was asked for', async (_name, tiers) => {
  const fixture = await TermsFixture.startAdopted();
  const { harness } = fixture;
  const tables = () => feeTiersInForce(harness.sequencer.state);
  for (const soon of [null, harness.now + 60_000]) {
    await fixture.approve(await fixture.askTiers(tiers, soon));
    // The announcement is of the moment at which it was approved.
    const { effective_from: from } = [...termsChangesOf(harness.sequencer.state).scheduled.values()].at(-1)!;
    expect(from).toBe(harness.now + WEEK_MS);
  }
  await harness.wait(WEEK_MS - 1);
  expect(tables()).toEqual(VIP);
  await harness.wait(1);
  expect(tables()).toEqual(tiers);
});

test('a larger share comes at once, and a later moment stays as it was asked for', async () => {
  const fixture = await TermsFixture.startAdopted();
  const { harness } = fixture;
  await fixture.approve(await fixture.askTiers(withLine(5, { referralShare: '0.5' })));
  await harness.wait(1_000);
  expect(feeTiersInForce(harness.sequencer.state)[5]?.referralShare).toBe('0.5');
  const later = harness.now + 2 * WEEK_MS;
  await fixture.approve(await fixture.askTiers(VIP as Json, later));
  const [change] = termsChangesOf(harness.sequencer.state).scheduled.values();
  expect(change?.effective_from).toBe(later);
});

test('only finance and owners may ask, and nobody but the core may apply', async () => {
  const fixture = await TermsFixture.start();
  const body = { product: 'contracts', code: 'BTCUSDT', fields: { feeRate: '0.0007' }, effectiveFrom: null };
  expect((await fixture.submit('terms.change', body, 2)).code).toBe(code.permissionDenied);
  expect((await fixture.submit('terms.apply', { id: 1 })).code).not.toBe(200);
  const far = await fixture.ask('contracts', { feeRate: '0.0007' }, fixture.harness.now + 400 * 86_400_000);
  expect(far.code).toBe(code.outOfRange);
});

test('an instrument that the core closed is opened by an operator who may change terms, with a reason', async () => {
  const fixture = await TermsFixture.start();
  const held = { id: 'options.settle:7', code: 'BTCUSDT', input: null, reason: 'its handler threw' };
  accepted(await fixture.harness.internal('core.hold', held, 'hold'));
  expect(isClosed(fixture.harness.sequencer.state, 'BTCUSDT')).toBe(true);
  expect(await fixture.submit('instruments.reopen', { code: 'ETHUSDT' })).toMatchObject({ code: code.nothingFound });
  expect((await fixture.submit('instruments.reopen', { code: 'BTCUSDT' }, 2)).code).toBe(code.permissionDenied);
  expect((await fixture.submit('instruments.reopen', { code: 'BTCUSDT', reason: ' ' })).code).toBe(code.fieldRequired);
  accepted(await fixture.submit('instruments.reopen', { code: 'BTCUSDT' }));
  expect(isClosed(fixture.harness.sequencer.state, 'BTCUSDT')).toBe(false);
  expect((await fixture.submit('instruments.reopen', { code: 'BTCUSDT' })).code).toBe(code.nothingFound);
});
