/** A world in which every table of plans, loans, works and invitations has rows, in PostgreSQL. */
import { RISK_TEXT_VERSION } from '@glasshouse/api/risk-warning';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { TEST_OFFER } from '../../kernel/testing/harness.ts';
import { MemoryStore } from '../../kernel/testing/memory-store.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { type Fields, OTHER, USER } from '../../money/funding/testing/funding-fixture.ts';
import { defaultReferralOffer } from '../../money/referrals/terms.ts';
import { LoansFixture } from '../../products/loans/testing/fixture.ts';
import { OFFER } from '../../products/plans/testing/fixture.ts';
import { MODULES } from '../../runtime/modules.ts';

export interface ProductWorld {
  readonly core: LoansFixture;
  readonly charity: number;
  readonly work: number;
  readonly loan: number;
}

const CHARITY = { id: null, language: 'en', texts: { en: { name: 'Forest', text: 'Grows trees.' } } };
const WORK = {
  id: null,
  language: 'en',
  texts: { en: { name: 'First light', text: 'A morning.' } },
  image: 'a-picture-of-a-work',
  imageSha256: 'ab'.repeat(32),
  price: '12.5',
  supply: 5,
};
const PROOF = {
  reference: 'SEPA 1',
  paidOn: '2026-11-23',
  proof: 'a-proof-of-a-payment',
  proofSha256: 'cd'.repeat(32),
};

/** Whatever the core flushes in memory, it flushes here too. */
async function mirrorTo(url: string): Promise<{ memory: MemoryStore; close: () => Promise<void> }> {
  const memory = new MemoryStore(MODULES);
  const store = new PostgresStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 });
  await store.acquire();
  memory.fault = async (batch) => {
    await store.flush(batch);
    return undefined;
  };
  return { memory, close: () => store.close() };
}

/** One person invites another, who trades and gives; both buy plans; one borrows. */
export async function openProductWorld(url: string): Promise<ProductWorld> {
  const { memory, close } = await mirrorTo(url);
  const core = await LoansFixture.begin('full', memory);
  await core.verify(OTHER);
  await core.deposit(OTHER, '5000');
  const byTwo = async (type: string, fields: Fields, userId = 0): Promise<CommandAnswer> => {
    const request = accepted<{ request: number | null }>(await core.operate(userId, type, fields));
    if (request.request === null) throw new Error(`${type} needed one operator only`);
    return core.decide(userId, request.request);
  };

  accepted(await core.command(0, 'referrals.define', { ...defaultReferralOffer(true) }));
  accepted(await core.command(USER, 'referrals.link', { friend: OTHER }));
  const periods = TEST_OFFER.periods.map((period) => ({ ...period, feeRate: '0.01' }));
  accepted(await core.harness.internal('options.define', { ...TEST_OFFER, periods }, 'with a fee'));
  await core.house('100000', 'capital', 'pool.options');
  const read = { product: 'options', text: RISK_TEXT_VERSION, language: 'en' };
  accepted(await core.command(OTHER, 'risk.acknowledge', read));
  const option = { code: 'BTCUSDT', direction: 'up', amount: '100', periodId: 60 };
  accepted(await core.command(OTHER, 'options.buy', option));
  for (let tick = 0; tick < 9; tick += 1) await core.harness.tick(10_000_000, 10_000);

  await core.house('100', 'external', 'capital');
  accepted(await core.command(0, 'plans.define', OFFER));
  accepted(await byTwo('plans.fund', { product: 1, amount: '100' }));
  const { code: _, ...offer } = OFFER;
  const effectiveFrom = core.harness.now + 30 * 86_400_000;
  accepted(await byTwo('plans.propose', { product: 1, offer: { ...offer, dailyRate: '0.002' }, effectiveFrom }));
  for (const user of [USER, OTHER]) {
    accepted(await core.command(user, 'plans.switch', { enabled: true }));
    accepted(await core.command(user, 'plans.buy', { product: 1, amount: '100', days: null, version: null }));
  }

  const charity = (await core.operate(0, 'nfts.charity', { ...CHARITY, registration: 'VR 1', website: null })).seq;
  const work = (await core.operate(0, 'nfts.listing', { ...WORK, charity })).seq;
  accepted(await core.operate(0, 'nfts.sale', { id: work, to: 'onSale' }));
  accepted(await core.command(OTHER, 'nfts.buy', { id: work, quantity: 2 }));
  accepted(await byTwo('nfts.pay', { charity, amount: '10', ...PROOF }));

  await core.prices();
  // One is returned without interest, and one runs.
  const returned = await core.lend();
  await core.days(1);
  accepted(await core.repay(returned));
  const loan = await core.lend();
  expectNoBugs(core);
  await close();
  return { core, charity, work, loan };
}

function expectNoBugs({ harness }: LoansFixture): void {
  const [bug] = harness.bugs;
  if (bug !== undefined) throw bug;
}
