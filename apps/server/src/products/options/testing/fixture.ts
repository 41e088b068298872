import { accepted, CoreFixture } from '../../../kernel/testing/core-fixture.ts';
import type { Harness, TEST_OFFER } from '../../../kernel/testing/harness.ts';
import type { OptionOrderWire } from '../view.ts';

export const USER = 7;

/** Options on one instrument, one user, and a price of 100,000. */
export class OptionsFixture extends CoreFixture {
  static async start(options: { pool?: string; offer?: typeof TEST_OFFER } = {}): Promise<OptionsFixture> {
    const fixture = new OptionsFixture();
    await fixture.harness.start(options);
    await fixture.harness.open(USER);
    await fixture.harness.tick(10_000_000);
    return fixture;
  }

  async bought(order: Parameters<Harness['buy']>[1] = {}): Promise<OptionOrderWire> {
    return accepted<OptionOrderWire>(await this.harness.buy(USER, order));
  }

  latest(id: number): OptionOrderWire {
    return this.lastEvent('options.order', id);
  }

  /** A tick every second, so that no gap arises. */
  async run(seconds: number, mid: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) await this.harness.tick(mid);
  }
}
