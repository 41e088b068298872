import { amountOf } from '@glasshouse/rules/money';
import { expect } from 'vitest';
import type { CommandAnswer } from '../../../kernel/core/types.ts';
import { CoreFixture } from '../../../kernel/testing/core-fixture.ts';
import { convertOf } from '../slice.ts';
import type { ConvertOffer } from '../terms.ts';
import type { FillWire } from '../view.ts';

export const USER = 7;
export const OTHER = 8;

const ASSETS = { USDT: 0, BTC: 2, ETH: 2 } as const;

export type ConversionFields = { from?: string; to?: string; amount?: string };
const DEFAULT = { from: 'USDT', to: 'BTC', amount: '1000' };

/** As it is shipped: the next prices make every conversion, by a firm price or without one. */
export const nextTickOffer = (asset: keyof typeof ASSETS): ConvertOffer => ({
  ...offerOf(asset),
  quoteAtNextTick: true,
});

/** Firm prices are met at once, as before. */
export const offerOf = (asset: keyof typeof ASSETS): ConvertOffer => ({
  asset,
  code: asset === 'USDT' ? null : `${asset}USDT`,
  precision: ASSETS[asset],
  stalenessMs: 10_000,
  marginRate: '0.001',
  ...(asset === 'USDT' ? {} : { quoteRate: '0.0002', sizeRate: '0.0003', bandRate: '0.0005' }),
  slippageRate: '0.01',
  minUsdt: '1',
  maxUsdt: '50000',
});

/** Two coins and USDT, two users, and prices of 100,000 and 3,200. */
export class ConvertFixture extends CoreFixture {
  static async start(
    pools: Record<string, string> = { USDT: '1000000', BTC: '100', ETH: '1000' },
    limits: { firedMax?: number } = {},
    offer = offerOf,
  ): Promise<ConvertFixture> {
    const fixture = new ConvertFixture(undefined, limits);
    const { harness } = fixture;
    await harness.start();
    for (const asset of ['USDT', 'BTC', 'ETH'] as const) {
      await harness.internal('convert.define', offer(asset), `define:${asset}`);
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

  async quote(conversion: ConversionFields = {}, userId = USER): Promise<CommandAnswer & { quoteId: string }> {
    const quoteId = this.nextId('quote');
    const answer = await this.harness.submit(userId, 'convert.ask', { ...DEFAULT, ...conversion, quoteId });
    return { ...answer, quoteId };
  }

  fill(conversion: ConversionFields & { quoteId?: string } = {}, userId = USER, key?: string): Promise<CommandAnswer> {
    return this.harness.submit(userId, 'convert.fill', { ...DEFAULT, quoteId: null, ...conversion }, key);
  }

  /** Asks without a quote; the next prices make it. Answers with what its owner was told last. */
  async atOnce(conversion: ConversionFields = {}, userId = USER): Promise<CommandAnswer & { wire: FillWire }> {
    const answer = await this.fill(conversion, userId);
    await this.prices();
    const { id } = answer.result as { id: number };
    return { ...answer, wire: this.lastEvent<FillWire>('convert.fill', id) };
  }

  available(asset: string, userId = USER): bigint {
    return this.balance(userId, asset, 'available');
  }

  house(asset: string, kind: string): bigint {
    return this.balance('house', asset, kind);
  }

  /** As the base says; what is on hold waits, what is reserved is promised by quotes of before. */
  override expectConserved(): void {
    super.expectConserved();
    const slice = convertOf(this.harness.sequencer.state);
    const promised = new Map<string, bigint>();
    const held = new Map<string, bigint>();
    for (const { user_id, from_asset, amount } of slice.orders.values()) {
      const key = `${user_id}/${from_asset}`;
      held.set(key, (held.get(key) ?? 0n) + amountOf(amount));
    }
    for (const user of [USER, OTHER]) {
      for (const asset of Object.keys(ASSETS)) {
        expect(this.balance(user, asset, 'held')).toBe(held.get(`${user}/${asset}`) ?? 0n);
      }
    }
    for (const open of slice.quotes.values()) {
      promised.set(open.to_asset, (promised.get(open.to_asset) ?? 0n) + amountOf(open.receive));
    }
    for (const asset of Object.keys(ASSETS)) {
      expect(this.house(asset, 'reserve.convert')).toBe(promised.get(asset) ?? 0n);
    }
  }
}
