/**
 * Receipts of orders under terms with a lead: the verifier finds the first price from the lead on,
 * and refuses one that was known elsewhere when the order was sent.
 */
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import type { Document } from './testing/altering.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';

const database = withTestDatabase();
const LEAD_MS = 1_500;
const kinds: Record<string, Document> = {};
let fixture: EvidenceFixture;
let keys: string[];

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database, { leadMs: LEAD_MS });
  const { harness } = fixture;
  keys = [fixture.key.publicKey.toString('hex')];
  const buy = { code: 'BTCUSDT', side: 'buy', type: 'market' } as const;
  const option = await fixture.submit(USER, 'options.buy', {
    ...{ code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 30 },
  });
  const contract = await fixture.submit(USER, 'contracts.buy', { ...buy, lots: '2', leverage: 20 });
  const spot = await fixture.submit(USER, 'spot.submit', {
    ...{ ...buy, price: null, amount: null, timeInForce: null, quantity: '1' },
  });
  const swap = { from: 'USDT', to: 'BTC', amount: '500', quoteId: null };
  const converted = await fixture.submit(USER, 'convert.fill', swap);
  // One tick within the lead, which meets nobody, and the first one from it on.
  await fixture.run(3);
  await fixture.submit(USER, 'contracts.close', { id: contract });
  await fixture.run(40);
  harness.now += 60_000;
  await harness.tick(2_000_000);
  await fixture.sign();
  for (const [name, call, id] of [
    ['an option', 'getOptionOrder', option],
    ['a contract', 'getPosition', contract],
    ['a spot order', 'getSpotOrder', spot],
    ['a conversion', 'getConversion', converted],
  ] as const) {
    kinds[name] = await fixture.evidence(call, id);
  }
});
afterAll(() => fixture.stop());

describe('the receipt', () => {
  it.each(['an option', 'a contract', 'a spot order', 'a conversion'])('of %s under a lead holds', (name) => {
    const verdict = verifyEvidence(kinds[name], keys);
    expect(verdict).toMatchObject({ answer: 'holds', faults: [] });
    expect(JSON.stringify(kinds[name])).toContain(`"leadMs":${LEAD_MS}`);
  });
});
