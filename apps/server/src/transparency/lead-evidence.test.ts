/**
 * Receipts of orders under terms with a lead: the verifier finds the first price from the lead on,
 * and refuses one that was known elsewhere when the order was sent.
 */
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoreModule, Json, RowChange } from '../kernel/core/types.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import type { Document } from './testing/altering.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';

const LEAD_MS = 1_500;
const PRODUCTS = ['an option', 'a contract', 'a spot order', 'a conversion'] as const;
type Kinds = Readonly<Record<(typeof PRODUCTS)[number], Document>>;

/** Buys one of everything, with prices within the lead and beyond it, and gives the receipts. */
async function tradeEverything(fixture: EvidenceFixture): Promise<Kinds> {
  const { harness } = fixture;
  const buy = { code: 'BTCUSDT', side: 'buy', type: 'market' } as const;
  const option = await fixture.submit(USER, 'options.buy', {
    code: 'BTCUSDT',
    direction: 'up',
    amount: '100',
    periodId: 30,
  });
  const contract = await fixture.submit(USER, 'contracts.buy', { ...buy, lots: '2', leverage: 20 });
  const spot = await fixture.submit(USER, 'spot.submit', {
    ...buy,
    price: null,
    amount: null,
    timeInForce: null,
    quantity: '1',
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
  return {
    'an option': await fixture.evidence('getOptionOrder', option),
    'a contract': await fixture.evidence('getPosition', contract),
    'a spot order': await fixture.evidence('getSpotOrder', spot),
    'a conversion': await fixture.evidence('getConversion', converted),
  };
}

describe('the receipt of an honest house', () => {
  const database = withTestDatabase();
  let fixture: EvidenceFixture;
  let kinds: Kinds;
  beforeAll(async () => {
    fixture = await EvidenceFixture.start(database, { leadMs: LEAD_MS });
    kinds = await tradeEverything(fixture);
  });
  afterAll(() => fixture.stop());

  it.each(PRODUCTS)('of %s under a lead holds', (name) => {
    const verdict = verifyEvidence(kinds[name], [fixture.key.publicKey.toString('hex')]);
    expect(verdict).toMatchObject({ answer: 'holds', faults: [] });
    expect(JSON.stringify(kinds[name])).toContain(`"leadMs":${LEAD_MS}`);
  });
});

/** A core that remembers no lead of an order or of terms, and stores the lead as it should be. */
const forgetsLead = (module: CoreModule): CoreModule => ({
  ...module,
  handlers: Object.fromEntries(
    Object.entries(module.handlers).map(([type, handler]) => [type, storesLead(handler as Handler)]),
  ),
  reduce: (slice, change) => module.reduce(slice, withoutLead(change)),
});

type Handler = NonNullable<CoreModule['handlers'][string]>;

const storesLead =
  (handler: Handler): Handler =>
  (state, command) => {
    const outcome = handler(state, command);
    if (!outcome.ok) return outcome;
    const rows = outcome.rows.map((change) =>
      'lead_ms' in change.row ? { ...change, row: { ...change.row, lead_ms: LEAD_MS } } : change,
    );
    return { ...outcome, rows };
  };

function withoutLead(change: RowChange): RowChange {
  const { table, row } = change;
  if ('lead_ms' in row) return { ...change, row: { ...row, lead_ms: null } };
  if (table !== 'contract_terms') return change;
  const { leadMs, ...terms } = row.terms as { readonly [name: string]: Json };
  return { ...change, row: { ...row, terms } };
}

/**
 * A house that keeps the tape, the log, the ledger and the seal in order and only fills too early:
 * nothing but the lead of its own terms speaks against it.
 */
describe('the receipt of a house that fills at a price within the lead', () => {
  const database = withTestDatabase();
  let fixture: EvidenceFixture;
  let kinds: Kinds;
  beforeAll(async () => {
    fixture = await EvidenceFixture.start(database, { leadMs: LEAD_MS }, MODULES.map(forgetsLead));
    kinds = await tradeEverything(fixture);
  });
  afterAll(() => fixture.stop());

  it.each(PRODUCTS)('of %s is refused for its window, and for nothing else', (name) => {
    const { answer, faults } = verifyEvidence(kinds[name], [fixture.key.publicKey.toString('hex')]);
    expect(answer).toBe('broken');
    expect(new Set(faults.map(({ check }) => check))).toEqual(new Set(['window']));
  });
});
