import { validValue } from '@glasshouse/api/arbitrary';
import { CALL_NAMES, type CallName, callSpec } from '@glasshouse/api/calls';
import { code, codeKey } from '@glasshouse/api/codes';
import { BASE_PATH } from '@glasshouse/api/constants';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { digestOf } from './testing/digest.ts';
import { openTradingGateway, type TradingGateway } from './testing/trading-gateway.ts';

/**
 * Valid orders with random content, aimed at existing things, against the real core: each gets an
 * answer that the call lists, takes effect once per key, and changes nothing when refused.
 * Afterwards the books balance.
 */
const database = withTestDatabase();
let gateway: TradingGateway;
let token: string;
beforeAll(async () => {
  gateway = await openTradingGateway(database);
});
beforeEach(async () => {
  ({ token } = await gateway.guest());
  await gateway.quote();
});
afterAll(() => gateway.app.close());

const RUNS = { numRuns: 25 };
/** Those of the real book alone have tests of their own: runtime/funding.test.ts. */
const isOfRealBook = (name: CallName): boolean => callSpec(name).codes.includes('switchToReal');
const MONEY = CALL_NAMES.filter((name) => callSpec(name).served && callSpec(name).movesMoney && !isOfRealBook(name));

/** Values that lead past the first refusal, where a field has a name that they fit. */
const AIMED: Readonly<Record<string, readonly unknown[]>> = {
  code: ['BTCUSDT', 'ETHUSDT', 'EURUSD'],
  from: ['USDT', 'BTC', 'ETH'],
  to: ['USDT', 'BTC', 'ETH'],
  price: ['100000', '99000', '101000.01', '4000'],
  quantity: ['0.001', '0.000001', '1', '10'],
  lots: ['1', '0.01', '100'],
  leverage: [1, 10, 100],
  stopLoss: ['90000', '99500'],
  takeProfit: ['110000', '100500'],
  amount: ['10', '100', '5000'],
  periodId: [30, 60],
  text: [1],
};

/**
 * A body that the schema allows, each field either anything or something that fits; numbers of
 * orders are of orders that exist, mostly.
 */
function aimed(name: CallName, ids: readonly number[]): fc.Arbitrary<Record<string, unknown>> {
  const body = validValue(callSpec(name).body as TSchema) as fc.Arbitrary<Record<string, unknown>>;
  const known: Readonly<Record<string, readonly unknown[]>> = { ...AIMED, ...(ids.length === 0 ? {} : { id: ids }) };
  return fc.tuple(body, fc.infiniteStream(fc.nat())).map(([made, choices]) => {
    const fields = Object.entries(made).map(([field, value]) => {
      const fitting = known[field];
      const choice = choices.next().value;
      return [field, fitting === undefined || choice % 4 === 0 ? value : fitting[choice % fitting.length]];
    });
    return Object.fromEntries(fields);
  });
}

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `orders-${keys}`;
};
async function post(name: CallName, body: unknown, key: string) {
  const answer = await gateway.app.inject({
    method: 'POST',
    url: BASE_PATH + callSpec(name).path,
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': key },
    payload: JSON.stringify(body),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** One of everything: open and waiting contracts, a resting order, coins, an alert. */
async function seedUser(): Promise<number[]> {
  const orders: [CallName, object][] = [
    ['openPosition', { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 10 }],
    ['openPosition', { code: 'BTCUSDT', side: 'sell', type: 'market', lots: '1', leverage: 10 }],
    ['openPosition', { code: 'BTCUSDT', side: 'buy', type: 'limit', price: '90000', lots: '1', leverage: 10 }],
    ['placeSpotOrder', { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '5000' }],
    ['placeSpotOrder', { code: 'BTCUSDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.01' }],
    ['addAlert', { code: 'BTCUSDT', price: '120000' }],
  ];
  const ids: number[] = [];
  for (const [name, body] of orders) {
    const { code, result } = await post(name, body, newKey());
    expect({ name, code }).toEqual({ name, code: 200 });
    ids.push(result.id);
  }
  return ids;
}

test.each(MONEY.filter((name) => name !== 'resetDemo'))(
  '%s: what is refused changes nothing, what is done is done once for its key',
  async (name) => {
    const ids = await seedUser();
    const { codes } = callSpec(name);
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(aimed(name, ids), async (body) => {
        const key = newKey();
        const before = await digestOf(database.pool);
        // Twice at once, as a double click sends it.
        const [first, second] = await Promise.all([post(name, body, key), post(name, body, key)]);
        expect(second).toEqual(first);
        seen.add(first.code);
        const named = codeKey(first.code);
        if (first.code !== 200) {
          expect([...codes, 'coreUnavailable', 'tooManyDecimals']).toContain(named);
          expect(first.message.length).toBeGreaterThan(0);
          expect(await digestOf(database.pool)).toBe(before);
        }
        const after = await digestOf(database.pool);
        expect(await post(name, body, key)).toEqual(first);
        expect(await digestOf(database.pool)).toBe(after);
      }),
      RUNS,
    );
    // Otherwise nothing was aimed at.
    expect(seen.size).toBeGreaterThan(1);
  },
);

test.each(MONEY.filter((name) => name !== 'resetDemo'))(
  '%s: a key that was used is refused with another body',
  async (name) => {
    const ids = await seedUser();
    await fc.assert(
      fc.asyncProperty(aimed(name, ids), aimed(name, ids), async (body, secondBody) => {
        fc.pre(!sameFields(body, secondBody));
        const key = newKey();
        const first = await post(name, body, key);
        const before = await digestOf(database.pool);
        const second = await post(name, secondBody, key);
        // An order that never reached the core left no key there.
        const early =
          [first.code, second.code].some((code) => EARLY.has(codeKey(code) ?? '')) ||
          [body, secondBody].some((candidate) => isAnsweredBefore(name, candidate));
        if (!early) expect(second.code).toBe(code.idempotencyKeyReused);
        if (second.code === code.idempotencyKeyReused) expect(await digestOf(database.pool)).toBe(before);
      }),
      { numRuns: 12 },
    );
  },
);

/** Refusals that calls give before they ask the core. */
const EARLY: ReadonlySet<string> = new Set(['tooManyDecimals', 'orderNotFound', 'nothingFound', 'instrumentUnknown']);
/** A warning that was read is known, and an open market has no opening to wait for. */
const isAnsweredBefore = (name: CallName, { price }: Record<string, unknown>): boolean =>
  name === 'acknowledgeRisk' || (name === 'addAlert' && (price ?? null) === null);
const sameFields = (left: object, right: object): boolean => JSON.stringify(left) === JSON.stringify(right);

test('afterwards every invariant holds, and every balance follows from the log', async () => {
  expect(gateway.harness.bugs).toEqual([]);
  await gateway.harness.sequencer.stop();
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
