import { amountOf } from '@glasshouse/rules/money';
import { expect } from 'vitest';
import { CoreFixture } from '../../../kernel/testing/core-fixture.ts';
import type { CommandAnswer } from '../../../kernel/types.ts';
import { convertOf } from '../slice.ts';
import type { ConvertOffer } from '../terms.ts';

export const USER = 7;
export const OTHER = 8;

const ASSETS = { USDT: 0, BTC: 2, ETH: 2 } as const;

export type Wanted = { from?: string; to?: string; amount?: string };
const DEFAULT = { from: 'USDT', to: 'BTC', amount: '1000' };

export const offerOf = (asset: keyof typeof ASSETS): ConvertOffer => ({
  asset,
  code: asset === 'USDT' ? null : `${asset}USDT`,
  precision: ASSETS[asset],
  stalenessMs: 10_000,
  marginRate: '0.001',
  minUsdt: '1',
  maxUsdt: '50000',
});

/** Two coins and USDT, two users, and prices of 100,000 and 3,200. */
export class ConvertFixture extends CoreFixture {
  static async start(
    pools: Record<string, string> = { USDT: '1000000', BTC: '100', ETH: '1000' },
  ): Promise<ConvertFixture> {
    const fixture = new ConvertFixture();
    const { harness } = fixture;
    await harness.start();
    for (const asset of ['USDT', 'BTC', 'ETH'] as const) {
      await harness.internal('convert.define', offerOf(asset), `define:${asset}`);
    }
    for (const [asset, amount] of Object.entries(pools)) await fixture.fund('pool.liquidity', amount, asset);
    await harness.open(USER);
    await harness.open(OTHER);
    await fixture.prices();
    return fixture;
  }

  async prices(btc = 10_000_000, eth = 320_000): Promise<void> {
    await this.harness.tick(btc, 1, 'BTCUSDT');
    await this.harness.tick(eth, 1, 'ETHUSDT');
  }

  async quote(wanted: Wanted = {}, userId = USER): Promise<CommandAnswer & { quoteId: string }> {
    const quoteId = this.nextId('quote');
    const answer = await this.harness.submit(userId, 'convert.quote', { ...DEFAULT, ...wanted, quoteId });
    return { ...answer, quoteId };
  }

  fill(wanted: Wanted & { quoteId?: string } = {}, userId = USER, key?: string): Promise<CommandAnswer> {
    return this.harness.submit(userId, 'convert.fill', { ...DEFAULT, quoteId: null, ...wanted }, key);
  }

  available(asset: string, userId = USER): bigint {
    return this.balance(userId, asset, 'available');
  }

  house(asset: string, kind: string): bigint {
    return this.balance('house', asset, kind);
  }

  /** As the base says, and what is reserved is what open quotes promise. */
  override expectConserved(): void {
    super.expectConserved();
    const promised = new Map<string, bigint>();
    for (const open of convertOf(this.harness.sequencer.state).quotes.values()) {
      promised.set(open.to_asset, (promised.get(open.to_asset) ?? 0n) + amountOf(open.receive));
    }
    for (const asset of Object.keys(ASSETS)) {
      expect(this.house(asset, 'reserve.convert')).toBe(promised.get(asset) ?? 0n);
    }
  }
}
