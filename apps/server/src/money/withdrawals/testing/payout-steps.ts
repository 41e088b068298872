import { expect } from 'vitest';
import type { CommandAnswer } from '../../../kernel/core/types.ts';
import { accepted } from '../../../kernel/testing/core-fixture.ts';
import { type Fields, FundingFixture, HASH, OTHER, USER } from '../../funding/testing/funding-fixture.ts';
import type { Withdrawal } from '../rows.ts';

/** Steps of payouts by the rules of this release: one operator approves, another one pays. */
export const ELSEWHERE = '0x000000000000000000000000000000000000cAFE';
export const APPROVER = 0;
export const PAYER = 1;
export const idOf = (answer: CommandAnswer): number => accepted<{ id: number }>(answer).id;
export const stateOf = (answer: CommandAnswer): string => accepted<{ state: string }>(answer).state;
export const row = (fixture: FundingFixture, id: number): Withdrawal => fixture.row<Withdrawal>('withdrawals', id);

export async function startFunded(amount = '500000'): Promise<FundingFixture> {
  const fixture = await FundingFixture.start();
  await fixture.adoptRules();
  for (const userId of [USER, OTHER]) await fixture.deposit(userId, amount);
  return fixture;
}

export async function approveNew(fixture: FundingFixture, fields: Fields = {}): Promise<number> {
  const id = idOf(await fixture.request(USER, fields));
  expect(stateOf(await fixture.reviewWithdrawal(USER, id, {}, APPROVER))).toBe('done');
  return id;
}

export const makeBatch = (fixture: FundingFixture, ids: readonly number[], operator = PAYER) =>
  fixture.operate(0, 'withdrawals.batch', { ids, shown: ids.map((id) => fixture.shown(id)) }, operator);

export const markSent = (fixture: FundingFixture, id: number, fields: Fields = {}, operator = PAYER) =>
  fixture.operate(USER, 'withdrawals.sent', { id, hash: HASH, shown: fixture.shown(id), ...fields }, operator);

export const exportFile = (fixture: FundingFixture, ids: readonly number[], fields: Fields = {}, operator = PAYER) =>
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

export async function prepareBatch(fixture: FundingFixture, count = 1): Promise<readonly number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await approveNew(fixture));
  accepted(await makeBatch(fixture, ids));
  return ids;
}
