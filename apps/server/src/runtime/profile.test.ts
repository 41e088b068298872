import { code } from '@glasshouse/api/codes';
import { describe, expect, test } from 'vitest';
import { houseAccount } from '../kernel/core/accounts.ts';
import type { Book, Json } from '../kernel/core/types.ts';
import { Harness } from '../kernel/testing/harness.ts';
import { MemoryStore } from '../kernel/testing/memory-store.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { PROFILES, type Profile } from '../platform/profile.ts';
import { defaultContractOffer } from '../products/contracts/offer.ts';
import { MODULES } from './modules.ts';
import { seedHouse } from './seed-house.ts';

/** What each profile makes of the house and of the terms, through the core as it starts. */
const INSTRUMENTS = CATALOGUE.filter(({ code }) => ['BTCUSDT', 'EURUSD', 'EURGBP', 'AAPL'].includes(code));
const POOLS = ['pool.options', 'pool.contracts', 'pool.insurance', 'pool.liquidity'] as const;
const USER = 7;

async function started(profile: Profile): Promise<Harness> {
  const harness = new Harness(new MemoryStore(MODULES));
  await harness.sequencer.start();
  await seedHouse(harness.sequencer, INSTRUMENTS, profile);
  await harness.open(USER);
  await harness.tick(10_000_000);
  return harness;
}

const balance = (harness: Harness, book: Book, kind: (typeof POOLS)[number]): bigint =>
  harness.sequencer.state.accounts.get(houseAccount(book, 'USDT', kind))?.balance ?? 0n;

let orders = 0;
function submit(harness: Harness, book: Book, type: string, body: Json) {
  orders += 1;
  return harness.sequencer.submit({ id: `${USER}:profile-${orders}`, userId: USER, book, type, body });
}
const contract = (leverage: number): Json => ({
  code: 'BTCUSDT',
  side: 'buy',
  type: 'market',
  lots: INSTRUMENTS.find(({ code }) => code === 'BTCUSDT')?.minLots ?? '',
  leverage,
});
const OPTION: Json = { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 };

describe('the house', () => {
  test.each(PROFILES)(
    '%s has its pools filled on the demo book, and on the real one in a sandbox only',
    async (profile) => {
      const harness = await started(profile);
      for (const pool of POOLS) {
        const demo = balance(harness, 'demo', pool);
        expect(demo).toBeGreaterThan(0n);
        expect(balance(harness, 'real', pool)).toBe(profile === 'sandbox' ? demo : 0n);
      }
    },
  );

  test('is seeded once, however often it starts, and under whichever profile', async () => {
    const harness = await started('sandbox');
    const { sequence } = harness.sequencer.state;
    await seedHouse(harness.sequencer, INSTRUMENTS, 'sandbox');
    const before = POOLS.map((pool) => balance(harness, 'real', pool));
    await seedHouse(harness.sequencer, INSTRUMENTS, 'retail');
    expect(POOLS.map((pool) => balance(harness, 'real', pool))).toEqual(before);
    expect(harness.sequencer.state.sequence).toBe(sequence);
  });
});

describe('terms on the real book', () => {
  test('eu caps the leverage of contracts there and sells no options; the demo book has what the catalogue says', async () => {
    const harness = await started('eu');
    expect(await submit(harness, 'real', 'contracts.buy', contract(3))).toMatchObject({
      code: code.leverageIncorrect,
      fields: { leverage: code.leverageIncorrect },
    });
    // Allowed, and refused for another reason: nobody has put anything into the pool there.
    expect((await submit(harness, 'real', 'contracts.buy', contract(2))).code).toBe(code.exposureLimit);
    expect((await submit(harness, 'real', 'options.buy', OPTION)).code).toBe(code.productOffHere);
    expect((await submit(harness, 'demo', 'contracts.buy', contract(3))).code).toBe(200);
    expect((await submit(harness, 'demo', 'options.buy', OPTION)).code).toBe(200);
  });

  test.each(['sandbox', 'retail'] as const)('%s leaves them as they are', async (profile) => {
    const harness = await started(profile);
    const answers = [
      await submit(harness, 'real', 'contracts.buy', contract(50)),
      await submit(harness, 'real', 'options.buy', OPTION),
    ];
    // Where nobody funded the house's side there is no capacity; where it is seeded, only the
    // user's money is missing.
    const expected = profile === 'sandbox' ? code.balanceInsufficientForOrder : code.exposureLimit;
    expect(answers.map((answer) => answer.code)).toEqual([expected, code.balanceInsufficientForOrder]);
  });

  test('a profile that is changed changes the terms at the next start', async () => {
    const harness = await started('eu');
    await seedHouse(harness.sequencer, INSTRUMENTS, 'sandbox');
    expect((await submit(harness, 'real', 'contracts.buy', contract(3))).code).toBe(code.balanceInsufficientForOrder);
    expect((await submit(harness, 'real', 'options.buy', OPTION)).code).toBe(code.balanceInsufficientForOrder);
    await seedHouse(harness.sequencer, INSTRUMENTS, 'eu');
    expect((await submit(harness, 'real', 'contracts.buy', contract(3))).code).toBe(code.leverageIncorrect);
  });

  test('a cap that makes no sense is not put in force', async () => {
    const harness = await started('retail');
    const [btc] = INSTRUMENTS;
    for (const cap of [0, -1, 2.5]) {
      const offer = defaultContractOffer(btc!, new Map(), cap)!;
      const answer = await harness.internal('contracts.define', offer, `cap-${cap}`);
      expect(answer).toMatchObject({ code: code.productIncorrect, fields: { realLeverageMax: code.outOfRange } });
    }
  });
});
