import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import type { CommandAnswer, HeldBy } from '../kernel/core/types.ts';
import type { CoreFixture } from '../kernel/testing/core-fixture.ts';
import { TEST_CODE } from '../kernel/testing/harness.ts';
import { ContractsFixture } from '../products/contracts/testing/fixture.ts';
import { ConvertFixture } from '../products/convert/testing/fixture.ts';
import { OptionsFixture, USER } from '../products/options/testing/fixture.ts';
import { SpotFixture } from '../products/spot/testing/fixture.ts';

interface Row {
  readonly what: string;
  readonly instrument: string;
  readonly field: string;
  readonly start: () => Promise<{ core: CoreFixture; order: () => Promise<CommandAnswer> }>;
}

/** Everything that trades on a price. */
const ORDERS: readonly Row[] = [
  {
    what: 'an option',
    instrument: TEST_CODE,
    field: 'code',
    async start() {
      const core = await OptionsFixture.start();
      return { core, order: () => core.harness.buy(USER) };
    },
  },
  {
    what: 'opening a contract',
    instrument: TEST_CODE,
    field: 'code',
    async start() {
      const core = await ContractsFixture.start();
      return { core, order: () => core.buy() };
    },
  },
  {
    what: 'closing a contract',
    instrument: TEST_CODE,
    field: 'id',
    async start() {
      const core = await ContractsFixture.start();
      const { id } = await core.bought();
      await core.price(20_000);
      return { core, order: () => core.close(id) };
    },
  },
  {
    what: 'a spot order',
    instrument: TEST_CODE,
    field: 'code',
    async start() {
      const core = await SpotFixture.start();
      return { core, order: () => core.submit(1, { side: 'sell', price: '100', quantity: '1' }) };
    },
  },
  {
    what: 'a quote',
    instrument: 'BTCUSDT',
    field: 'to',
    async start() {
      const core = await ConvertFixture.start();
      return { core, order: () => core.quote() };
    },
  },
  {
    what: 'a conversion by a quote made before',
    instrument: 'BTCUSDT',
    field: 'to',
    async start() {
      const core = await ConvertFixture.start();
      const { quoteId } = await core.quote();
      return { core, order: () => core.fill({ quoteId }) };
    },
  },
  {
    what: 'a conversion without a quote',
    instrument: 'BTCUSDT',
    field: 'to',
    async start() {
      const core = await ConvertFixture.start();
      return { core, order: () => core.fill() };
    },
  },
];

const REASONS: readonly (readonly [HeldBy, number])[] = [
  ['jump', code.priceUnconfirmed],
  ['sources', code.sourcesDisagree],
];

test.each(ORDERS)('$what is refused with its reason while the price is held', async ({ instrument, field, start }) => {
  const { core, order } = await start();
  const { held } = core.harness.market;
  for (const [why, reason] of REASONS) {
    held.set(instrument, why);
    expect(await order()).toMatchObject({ code: code.notTradable, fields: { [field]: reason } });
  }
  held.clear();
  expect(await order()).toMatchObject({ code: 200 });
  core.expectConserved();
});
