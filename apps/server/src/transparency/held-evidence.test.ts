/**
 * Receipts of what rests or waits under terms with a lead: a spot order that the house's quotes
 * cross, one that a price triggers, and a position whose stop was moved. The verifier refuses a
 * price that their owner may have known.
 */
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED } from '../figures/figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import type { CoreModule, Row, RowChange } from '../kernel/core/types.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import type { Document } from './testing/altering.ts';
import { EvidenceFixture, USER } from './testing/evidence-fixture.ts';

const LEAD_MS = 1_500;
const KINDS = ['a limit order', 'a stop', 'a moved stop-loss', 'a moved take-profit'] as const;
type Kinds = Readonly<Record<(typeof KINDS)[number], Document>>;

/** Reached within the lead at 19,940 and 20,060, and at 19,950 and 20,050 once it is over. */
async function tradeHeld(fixture: EvidenceFixture): Promise<Kinds> {
  const { harness } = fixture;
  await fixture.define('rules.adopt', { version: RULES_VERSION, figures: SHIPPED });
  const market = { code: 'BTCUSDT', type: 'market', lots: '1', leverage: 20 } as const;
  const long = await fixture.submit(USER, 'contracts.buy', { ...market, side: 'buy' });
  const short = await fixture.submit(USER, 'contracts.buy', { ...market, side: 'sell' });
  const coin = { code: 'BTCUSDT', amount: null, timeInForce: null } as const;
  await fixture.submit(USER, 'spot.submit', { ...coin, side: 'buy', type: 'market', price: null, quantity: '1' });
  await fixture.run(3);
  const limit = await fixture.submit(USER, 'spot.submit', {
    ...coin,
    side: 'buy',
    type: 'limit',
    price: '19960',
    quantity: '0.1',
  });
  const stop = await fixture.submit(USER, 'spot.submit', {
    ...coin,
    side: 'sell',
    type: 'stop',
    price: null,
    quantity: '0.1',
    stopPrice: '19960',
  });
  await fixture.submit(USER, 'contracts.stops', { id: long, stopLoss: '19960' });
  await fixture.submit(USER, 'contracts.stops', { id: short, takeProfit: '19960' });
  // Known elsewhere as they were placed and moved, and back again.
  await harness.tick(1_994_000, 500);
  await harness.tick(2_000_000, 500);
  await harness.tick(1_995_000, 500);
  await harness.tick(2_000_000);
  harness.now += 60_000;
  await harness.tick(2_000_000);
  await fixture.sign();
  return {
    'a limit order': await fixture.evidence('getSpotOrder', limit),
    'a stop': await fixture.evidence('getSpotOrder', stop),
    'a moved stop-loss': await fixture.evidence('getPosition', long),
    'a moved take-profit': await fixture.evidence('getPosition', short),
  };
}

const orderOf = (receipt: Document): Record<string, unknown> => receipt.order as Record<string, unknown>;

describe('the receipt of an honest house', () => {
  const database = withTestDatabase();
  let fixture: EvidenceFixture;
  let kinds: Kinds;
  beforeAll(async () => {
    fixture = await EvidenceFixture.start(database, { leadMs: LEAD_MS });
    kinds = await tradeHeld(fixture);
  });
  afterAll(() => fixture.stop());

  it.each(KINDS)('of %s holds, and names the time from which prices count', (name) => {
    const verdict = verifyEvidence(kinds[name], [fixture.key.publicKey.toString('hex')]);
    expect(verdict).toMatchObject({ answer: 'holds', faults: [] });
    expect(JSON.stringify(kinds[name])).toMatch(/"(crosses|stops)From":"/);
    expect(JSON.stringify(kinds[name])).toContain('"bid":"19949.99"');
    expect(JSON.stringify(kinds[name])).not.toContain('"bid":"19939.99"');
  });

  it.each(KINDS)('of %s does not hold with another time', (name) => {
    const document = structuredClone(kinds[name]);
    const order = orderOf(document);
    const field = 'crossesFrom' in order ? 'crossesFrom' : 'stopsFrom';
    order[field] = new Date(Date.parse(String(order[field])) - 1).toISOString();
    expect(verifyEvidence(document, [fixture.key.publicKey.toString('hex')]).answer).toBe('broken');
  });
});

const COLUMNS = { spot_orders: 'crosses_from', contract_orders: 'stops_from' } as const;

/** A core that forgets from when prices count, and stores it as it should be. */
function forgetsHeld(): (module: CoreModule) => CoreModule {
  const stored = new Map<string, unknown>();
  const columnOf = ({ table }: RowChange): string | undefined => COLUMNS[table as keyof typeof COLUMNS];
  const keep = (change: RowChange): RowChange => {
    const column = columnOf(change);
    if (column === undefined) return change;
    const key = `${change.table} ${(change.row as { id: number }).id}`;
    const from = (change.row as Row)[column] ?? stored.get(key) ?? null;
    stored.set(key, from);
    return { ...change, row: { ...change.row, [column]: from } } as RowChange;
  };
  const forget = (change: RowChange): RowChange => {
    const column = columnOf(change);
    return column === undefined ? change : { ...change, row: { ...change.row, [column]: null } };
  };
  type Handler = NonNullable<CoreModule['handlers'][string]>;
  return (module) => ({
    ...module,
    handlers: Object.fromEntries(
      Object.entries(module.handlers).map(([type, handler]) => [
        type,
        ((state, command) => {
          const outcome = (handler as Handler)(state, command);
          return outcome.ok ? { ...outcome, rows: outcome.rows.map(keep) } : outcome;
        }) satisfies Handler,
      ]),
    ),
    reduce: (slice, change) => module.reduce(slice, forget(change)),
  });
}

describe('the receipt of a house that forgets from when prices count', () => {
  const database = withTestDatabase();
  let fixture: EvidenceFixture;
  let kinds: Kinds;
  beforeAll(async () => {
    fixture = await EvidenceFixture.start(database, { leadMs: LEAD_MS }, MODULES.map(forgetsHeld()));
    kinds = await tradeHeld(fixture);
  });
  afterAll(() => fixture.stop());

  it.each(KINDS)('of %s is refused for its window, and for nothing else', (name) => {
    const { answer, faults } = verifyEvidence(kinds[name], [fixture.key.publicKey.toString('hex')]);
    expect(JSON.stringify(kinds[name])).toContain('"bid":"19939.99"');
    expect(answer).toBe('broken');
    expect(new Set(faults.map(({ check }) => check))).toEqual(new Set(['window']));
  });
});
