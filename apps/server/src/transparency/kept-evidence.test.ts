/**
 * Receipts of positions whose stops were removed or replaced under terms with a lead, and fired
 * within it all the same: the verifier follows what the change kept.
 */
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import type { Document } from './testing/altering.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';
import { verifyTrades } from './verify-trades.ts';

const LEAD_MS = 1_500;
const LADDER = [
  { price: '19970', lots: '0.04' },
  { price: '19960', lots: '0.06' },
];
const KINDS = {
  'a removed stop-loss': [{ side: 'buy', stopLoss: '19960' }, { stopLoss: null }, 'stopLoss'],
  'a removed target': [{ side: 'sell', takeProfit: '19960' }, { takeProfit: null }, 'takeProfit'],
  'a removed trailing stop': [{ side: 'buy', trailing: { distance: '40' } }, { trailing: null }, 'stopLoss'],
  'a trailing stop beside a new stop': [
    { side: 'buy', trailing: { distance: '40' } },
    { stopLoss: '19500' },
    'trailingStop',
  ],
  'a ladder that another one replaces': [
    { side: 'sell', targets: LADDER },
    { targets: [{ price: '19000', lots: '0.1' }] },
    'takeProfit',
  ],
  'a ladder beside a new stop': [{ side: 'sell', targets: LADDER }, { stopLoss: '20500' }, 'takeProfit'],
} as const;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

const orderOf = (receipt: Document): Record<string, unknown> => receipt.order as Record<string, unknown>;

describe('the receipt of a position that a stop of before its change closed', () => {
  const database = withTestDatabase();
  let fixture: EvidenceFixture;
  const receipts = new Map<string, Document>();
  beforeAll(async () => {
    fixture = await EvidenceFixture.start(database, { leadMs: LEAD_MS });
    const { harness } = fixture;
    await fixture.define('rules.adopt', { version: RULES_VERSION, figures: SHIPPED });
    const ids = new Map<string, number>();
    const market = { code: 'BTCUSDT', type: 'market', lots: '0.1', leverage: 20 } as const;
    for (const name of NAMES)
      ids.set(name, await fixture.submit(USER, 'contracts.buy', { ...market, ...KINDS[name][0] }));
    await fixture.run(3);
    for (const name of NAMES) {
      await fixture.submit(USER, 'contracts.stops', { id: ids.get(name) as number, ...KINDS[name][1] });
    }
    await harness.tick(1_996_500, 400);
    await harness.tick(1_994_000, 400);
    await harness.tick(2_000_000);
    harness.now += 60_000;
    await harness.tick(2_000_000);
    await fixture.sign();
    for (const [name, id] of ids) receipts.set(name, await fixture.evidence('getPosition', id));
  });
  afterAll(() => fixture.stop());

  const receiptOf = (name: string): Document => structuredClone(receipts.get(name) as Document);
  const verdictOf = (document: Document) => verifyEvidence(document, [fixture.key.publicKey.toString('hex')]);

  it.each(NAMES)('holds of %s', (name) => {
    expect(orderOf(receiptOf(name))).toMatchObject({ state: 'closed', closedBy: KINDS[name][2] });
    expect(verdictOf(receiptOf(name))).toMatchObject({ answer: 'holds', faults: [] });
  });

  it('is of orders, steps and ticks that the rules and the tape confirm', async () => {
    expect((await verifyTrades(database.pool, { now: fixture.harness.now })).findings).toEqual([]);
  });

  it.each(NAMES)('does not hold of %s without what fired before', (name) => {
    const document = receiptOf(name);
    const { stopsBefore, ...order } = orderOf(document);
    expect(stopsBefore).toBeDefined();
    expect(verdictOf({ ...document, order }).answer).toBe('broken');
  });
});
