/**
 * Figures in answers are those in force: each parameter that a text may state is set by a real
 * command, approved by a second person where it decides over money, and read back from the answer.
 */
import type { ParameterKey, ParameterValue } from '@glasshouse/api/operator/parameters';
import { parameterSpec } from '@glasshouse/api/operator/parameters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accepted,
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../http/testing/operator-gateway.ts';
import { operatorParameterCalls } from '../operator/parameters/routes.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { contentCalls } from './routes.ts';

const database = withTestDatabase();
let fixture: OperatorGatewayFixture;
let owner: TestOperator;
let second: TestOperator;

beforeAll(async () => {
  const { pool } = database;
  const now = () => fixture.harness.now;
  fixture = await openOperatorGateway(database, {
    handlers: (core) => operatorParameterCalls(core),
    gateway: { handlers: contentCalls({ pool, now }) },
  });
  owner = await fixture.operator(['owner']);
  second = await fixture.operator(['owner']);
});
afterAll(() => fixture.close());

async function setParameter(key: ParameterKey, value: ParameterValue): Promise<void> {
  await owner.stepUp();
  const outcome = accepted(
    await owner.call('setParameter', { path: { key }, body: { value, reason: 'Agreed in the meeting of today.' } }),
  );
  expect(outcome.state).toBe(parameterSpec(key).money ? 'waiting' : 'done');
  if (outcome.state === 'done') return;
  await second.stepUp();
  const body = { verdict: 'approve', reason: 'Agreed in the meeting of today.' };
  accepted(await second.call('decideRequest', { path: { id: outcome.request }, body }));
}

/** The whole text of an item, as pages show it. */
async function textOf(id: number, language: string): Promise<string> {
  fixture.pass(2_000);
  const path = { id: `${id}` };
  const { blocks } = (await fixture.call('getContent', { path, query: `lang=${language}` })).json.result;
  return (blocks as { spans: { text: string }[] }[])
    .flatMap(({ spans }) => spans.map(({ text }) => text))
    .join('')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u2066-\u2069]/g, '');
}

test.each([
  ['withdrawal.fee_rate', '0.0075', 115, 'en', '0.75%'],
  ['withdrawal.fee_rate', '0.0085', 115, 'de', '0,85 %'],
  ['withdrawal.fee_minimums', { USDT: '7.5' }, 115, 'en', '7.5 USDT'],
  ['withdrawal.minimums', { USDT: '61' }, 119, 'en', '61 USDT'],
  ['withdrawal.block_hours', 77, 119, 'en', 'paused for 77 hours'],
  ['withdrawal.block_hours', 78, 124, 'ja', '78'],
  ['deposit.minimums', { USDT: '133' }, 117, 'en', '133 USDT'],
  ['loan.daily_rate', '0.0011', 121, 'en', '0.11% a day'],
  ['loan.free_days', 9, 121, 'en', 'at the start: 9.'],
  ['kyc.review_hours', 31, 127, 'en', 'within 31 h.'],
  ['kyc.retention_days', 411, 126, 'en', 'no longer needed: 411.'],
  ['upload.max_mb', 13, 127, 'en', '13 MB'],
  ['site.operator', 'Hermes Ltd', 4, 'en', 'Hermes Ltd'],
  ['site.contact', 'mail@hermes.example', 4, 'ar', 'mail@hermes.example'],
  ['site.licence', '**Bank of X** <b>1</b>', 2, 'en', '**Bank of X** <b>1</b>'],
] as const)('%s of %j is what text %i says in %s', async (key, value, id, language, expected) => {
  const before = await textOf(id, language);
  await setParameter(key, value as ParameterValue);
  const after = await textOf(id, language);
  expect(before).not.toContain(expected);
  expect(after).toContain(expected);
});
