/**
 * Receipts of orders that did not open: with the reason of rules 14, and with `operator` as before.
 * A reason that the figures contradict is caught.
 */
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { TEST_CONTRACT } from '../products/contracts/testing/fixture.ts';
import { EvidenceFixture, OTHER, USER } from './testing/evidence-fixture.ts';

const database = withTestDatabase();
let fixture: EvidenceFixture;
const receipts = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const { harness } = fixture;
  const terms = { ...TEST_CONTRACT, feeRate: '0.0005', stalenessMs: 60_000 };
  await fixture.define('contracts.define', { ...terms, personMax: '400000', nearRate: '0.01', exposureMax: '50000' });
  const limit = { code: 'BTCUSDT', type: 'limit', leverage: 100 } as const;
  for (const version of [13, 14]) {
    if (version === 14) await fixture.define('rules.adopt', { version, figures: SHIPPED });
    const full = await fixture.submit(USER, 'contracts.buy', { ...limit, side: 'buy', lots: '1', price: '19000' });
    const gap = await fixture.submit(USER, 'contracts.buy', { ...limit, side: 'sell', lots: '0.1', price: '20100' });
    const market = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '2', leverage: 1 } as const;
    const id = await fixture.submit(OTHER, 'contracts.buy', market);
    await fixture.run(2, 1_899_000);
    await fixture.submit(OTHER, 'contracts.close', { id });
    await fixture.run(2, 4_500_000);
    await fixture.run(3);
    receipts.set(`${version} full`, { id: full });
    receipts.set(`${version} gap`, { id: gap });
  }
  harness.now += 60_000;
  await harness.tick(2_000_000);
  await fixture.sign();
  for (const [name, { id }] of receipts) receipts.set(name, await fixture.evidence('getPosition', id as number));
});
afterAll(() => fixture.stop());

const keys = () => [fixture.key.publicKey.toString('hex')];
const receiptOf = (name: string) => receipts.get(name) as { readonly order: object };
const withReason = (name: string, closedBy: string) => {
  const receipt = receiptOf(name);
  return verifyEvidence({ ...receipt, order: { ...receipt.order, closedBy } }, keys());
};

describe.each([
  ['13 full', 'operator', 'moved'],
  ['13 gap', 'operator', 'noRoom'],
  ['14 full', 'noRoom', 'moved'],
  ['14 gap', 'moved', 'leverage'],
])('the receipt of rules %s', (name, closedBy, wrong) => {
  it(`says ${closedBy} and holds`, () => {
    expect(receiptOf(name).order).toMatchObject({ state: 'cancelled', closedBy });
    expect(verifyEvidence(receiptOf(name), keys())).toMatchObject({ answer: 'holds', faults: [] });
  });

  it(`does not hold with ${wrong}`, () => {
    expect(JSON.stringify(withReason(name, wrong).faults)).toContain('closedBy');
  });
});
