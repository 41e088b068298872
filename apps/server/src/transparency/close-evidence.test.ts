/**
 * Receipts of positions that need more margin before a close, as a share of their notional at the
 * mark: of one that stays open, and of a seller whom that liquidates as the price has risen.
 */
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { TEST_CONTRACT } from '../products/contracts/testing/fixture.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';

const MINUTE_MS = 60_000;
const database = withTestDatabase();
let fixture: EvidenceFixture;
let open: Record<string, unknown>;
let liquidated: Record<string, unknown>;

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const { harness } = fixture;
  await fixture.define('contracts.define', {
    ...TEST_CONTRACT,
    slippageRate: '0.01',
    feeRate: '0.0005',
    stalenessMs: MINUTE_MS,
    exposureMax: '10000000',
    beforeClose: { minutes: 20, maxLeverage: 8 },
    closeRequirement: { minutes: 10, rate: '0.12', largestGap: '0.1', basis: 'mark' },
  });
  const buy = { code: 'BTCUSDT', type: 'market', lots: '0.1' } as const;
  harness.market.sessionEnds = harness.now + 30 * MINUTE_MS;
  const buyer = await fixture.submit(USER, 'contracts.buy', { ...buy, side: 'buy', leverage: 5 });
  const seller = await fixture.submit(USER, 'contracts.buy', { ...buy, side: 'sell', leverage: 4 });
  await fixture.run(3);
  // Of 5,000 a lot the seller has some 2,640 left: more than 12 % of 20,000, less than of 22,350.
  await fixture.run(3, 2_235_000);
  harness.now = (harness.market.sessionEnds as number) - 9 * MINUTE_MS;
  await fixture.run(3, 2_235_000);
  harness.now += 2 * MINUTE_MS;
  await harness.tick(2_235_000);
  await fixture.sign();
  open = await fixture.evidence('getPosition', buyer);
  liquidated = await fixture.evidence('getPosition', seller);
});
afterAll(() => fixture.stop());

const keys = () => [fixture.key.publicKey.toString('hex')];

it('shows an open one what it needs, by the price of now, and holds', () => {
  expect(open.order).toMatchObject({
    state: 'open',
    beforeClose: { minutes: 10, basis: 'mark', rate: '0.12', maintenanceMargin: '268.2' },
  });
  expect(verifyEvidence(open, keys())).toMatchObject({ answer: 'holds', faults: [] });
});

it('does not hold once the amount is another one', () => {
  const order = open.order as { beforeClose: object };
  const changed = { ...open, order: { ...order, beforeClose: { ...order.beforeClose, maintenanceMargin: '240' } } };
  expect(verifyEvidence(changed, keys()).answer).not.toBe('holds');
});

it('holds of a seller whom the price of then has left with too little, not that of the opening', () => {
  expect(liquidated.order).toMatchObject({ state: 'liquidated', closedBy: 'liquidation' });
  expect(verifyEvidence(liquidated, keys())).toMatchObject({ answer: 'holds', faults: [] });
});
