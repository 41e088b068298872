import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import type { CommandAnswer } from '../../kernel/types.ts';
import { type Fields, FundingFixture, HASH, OTHER, USER } from '../funding/testing/funding-fixture.ts';
import { payeeDigest } from './payee-digest.ts';
import type { Withdrawal } from './rows.ts';

/** A payout that the database shows otherwise than the log is approved and paid by nobody. */
const ELSEWHERE = '0x000000000000000000000000000000000000cAFE';
const [APPROVER, PAYER] = [0, 1];
const idOf = (answer: CommandAnswer): number => accepted<{ id: number }>(answer).id;
const row = (fixture: FundingFixture, id: number): Withdrawal => fixture.row<Withdrawal>('withdrawals', id);

async function funded(amount = '500000'): Promise<FundingFixture> {
  const fixture = await FundingFixture.start();
  await fixture.adoptRules();
  for (const userId of [USER, OTHER]) await fixture.deposit(userId, amount);
  return fixture;
}
const stateOf = (answer: CommandAnswer): string => accepted<{ state: string }>(answer).state;
async function approved(fixture: FundingFixture, fields: Fields = {}): Promise<number> {
  const id = idOf(await fixture.request(USER, fields));
  expect(stateOf(await fixture.reviewWithdrawal(USER, id, {}, APPROVER))).toBe('done');
  return id;
}
const batch = (fixture: FundingFixture, ids: readonly number[], operator = PAYER) =>
  fixture.operate(0, 'withdrawals.batch', { ids, shown: ids.map((id) => fixture.shown(id)) }, operator);
const sent = (fixture: FundingFixture, id: number, fields: Fields = {}, operator = PAYER) =>
  fixture.operate(USER, 'withdrawals.sent', { id, hash: HASH, shown: fixture.shown(id), ...fields }, operator);
const exported = (fixture: FundingFixture, ids: readonly number[], fields: Fields = {}, operator = PAYER) =>
  fixture.operate(
    0,
    'withdrawals.export',
    {
      number: fixture.rows('payout_files').length + 1,
      batch: row(fixture, ids[0] as number).batch,
      format: 'safe',
      ids,
      shown: ids.map((id) => fixture.shown(id)),
      digest: 'd'.repeat(64),
      payments: 'e'.repeat(64),
      ...fields,
    },
    operator,
  );
async function prepared(fixture: FundingFixture, count = 1): Promise<readonly number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await approved(fixture));
  accepted(await batch(fixture, ids));
  return ids;
}

const ALTERED: readonly (readonly [string, Partial<Withdrawal>])[] = [
  ['address', { address: ELSEWHERE }],
  ['amount', { received: '9979' }],
  ['network', { network: 'BASE' }],
  ['coin', { asset: 'ETH' }],
  ['bank account', { details: 'f'.repeat(64) }],
];
test.each(ALTERED)('another %s in the database reaches no file and no payment', async (_name, fields) => {
  const fixture = await funded();
  const [id = 0, other = 0] = await prepared(fixture, 2);
  const shown = payeeDigest({ ...row(fixture, id), ...fields });
  expect((await exported(fixture, [id, other], { shown: [shown, fixture.shown(other)] })).code).toBe(
    code.payoutAltered,
  );
  expect((await sent(fixture, id, { shown })).code).toBe(code.payoutAltered);
  accepted(await fixture.command(USER, 'withdrawals.compare', { id, shown }));
  expect(row(fixture, id).trouble).toBe('altered');
  // The alarm stops the whole batch, whatever is shown from now on.
  expect((await exported(fixture, [other])).code).toBe(code.payoutAltered);
  expect((await sent(fixture, id)).code).toBe(code.payoutAltered);
  accepted(await fixture.command(USER, 'withdrawals.compare', { id, shown: fixture.shown(id) }));
  accepted(await exported(fixture, [id, other]));
  fixture.expectConserved();
});

test.each(ALTERED)(
  'another %s in the database is approved by nobody, and gives nothing back',
  async (_name, fields) => {
    const fixture = await funded();
    const altered = (id: number) => payeeDigest({ ...row(fixture, id), ...fields });
    const id = idOf(await fixture.request(USER, { amount: '10001' }));
    const before = row(fixture, id);
    for (const shown of [altered(id), '']) {
      expect(await fixture.reviewWithdrawal(USER, id, { shown }, APPROVER)).toMatchObject({ code: code.payoutAltered });
    }
    expect(row(fixture, id)).toEqual(before);
    const asked = accepted<{ request: number }>(await fixture.reviewWithdrawal(USER, id, {}, APPROVER));
    // Edited between the request and the second person, who is shown another payout than the first.
    const approval = { request: asked.request, verdict: 'approve', shown: altered(id) };
    expect((await fixture.operate(USER, 'request.decide', approval, PAYER)).code).toBe(code.payoutAltered);
    expect(row(fixture, id).state).toBe('pending');
    accepted(await fixture.operate(USER, 'request.decide', { ...approval, shown: fixture.shown(id) }, PAYER));
    const third = await fixture.addOperator('third');
    accepted(await sent(fixture, id, {}, third));
    const failed = { id, rejection: 'returned', note: null };
    expect((await fixture.operate(USER, 'withdrawals.failed', { ...failed, shown: altered(id) }, PAYER)).code).toBe(
      code.payoutAltered,
    );
    const refund = accepted<{ request: number }>(
      await fixture.operate(USER, 'withdrawals.failed', { ...failed, shown: fixture.shown(id) }, PAYER),
    );
    const back = { request: refund.request, verdict: 'approve', shown: altered(id) };
    expect((await fixture.operate(USER, 'request.decide', back, APPROVER)).code).toBe(code.payoutAltered);
    expect(row(fixture, id).state).toBe('sent');
    accepted(await fixture.operate(USER, 'request.decide', { ...back, shown: fixture.shown(id) }, APPROVER));
    expect(row(fixture, id).state).toBe('failed');
    fixture.expectConserved();
  },
);
