import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { USER } from '../funding/testing/funding-fixture.ts';
import { payeeDigest } from './payee-digest.ts';
import type { Withdrawal } from './rows.ts';
import {
  APPROVER,
  ELSEWHERE,
  exportFile,
  idOf,
  markSent,
  PAYER,
  prepareBatch,
  row,
  startFunded,
} from './testing/payout-steps.ts';

/** A payout that the database shows otherwise than the log is approved and paid by nobody. */
const ALTERED: readonly (readonly [string, Partial<Withdrawal>])[] = [
  ['address', { address: ELSEWHERE }],
  ['amount', { received: '9979' }],
  ['network', { network: 'BASE' }],
  ['coin', { asset: 'ETH' }],
  ['bank account', { details: 'f'.repeat(64) }],
];
test.each(ALTERED)('another %s in the database reaches no file and no payment', async (_name, fields) => {
  const fixture = await startFunded();
  const [id = 0, otherId = 0] = await prepareBatch(fixture, 2);
  const shown = payeeDigest({ ...row(fixture, id), ...fields });
  expect((await exportFile(fixture, [id, otherId], { shown: [shown, fixture.shown(otherId)] })).code).toBe(
    code.payoutAltered,
  );
  expect((await markSent(fixture, id, { shown })).code).toBe(code.payoutAltered);
  accepted(await fixture.command(USER, 'withdrawals.compare', { id, shown }));
  expect(row(fixture, id).trouble).toBe('altered');
  // The alarm stops the whole batch, whatever is shown from now on.
  expect((await exportFile(fixture, [otherId])).code).toBe(code.payoutAltered);
  expect((await markSent(fixture, id)).code).toBe(code.payoutAltered);
  accepted(await fixture.command(USER, 'withdrawals.compare', { id, shown: fixture.shown(id) }));
  accepted(await exportFile(fixture, [id, otherId]));
  fixture.expectConserved();
});

test.each(ALTERED)(
  'another %s in the database is approved by nobody, and gives nothing back',
  async (_name, fields) => {
    const fixture = await startFunded();
    const altered = (id: number) => payeeDigest({ ...row(fixture, id), ...fields });
    const id = idOf(await fixture.request(USER, { amount: '10001' }));
    const before = row(fixture, id);
    for (const shown of [altered(id), '']) {
      expect(await fixture.reviewWithdrawal(USER, id, { shown }, APPROVER)).toMatchObject({ code: code.payoutAltered });
    }
    expect(row(fixture, id)).toEqual(before);
    const request = accepted<{ request: number }>(await fixture.reviewWithdrawal(USER, id, {}, APPROVER));
    // Edited between the request and the second person, who is shown another payout than the first.
    const approval = { request: request.request, verdict: 'approve', shown: altered(id) };
    expect((await fixture.operate(USER, 'request.decide', approval, PAYER)).code).toBe(code.payoutAltered);
    expect(row(fixture, id).state).toBe('pending');
    accepted(await fixture.operate(USER, 'request.decide', { ...approval, shown: fixture.shown(id) }, PAYER));
    const third = await fixture.addOperator('third');
    accepted(await markSent(fixture, id, {}, third));
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
