import { FEE_TIERS } from '@glasshouse/rules/fee-tiers';
import { amountOf } from '@glasshouse/rules/money';
import type { Book, CommandAnswer, Json, Tick } from '../../../kernel/core/types.ts';
import { accepted, CoreFixture } from '../../../kernel/testing/core-fixture.ts';
import { TEST_CODE } from '../../../kernel/testing/harness.ts';
import type { BuyBody } from '../buy.ts';
import type { StopsBody } from '../manage.ts';
import type { ContractOrder } from '../rows.ts';
import type { ContractStep } from '../steps.ts';
import type { ContractOffer, ContractTerms } from '../terms.ts';
import type { HistoryTerms } from '../verify-history.ts';
import type { ContractOrderWire } from '../view.ts';

export const USER = 7;

/**
 * One lot is one BTC; a requirement of 0.5 % up to 100,000 USDT and of 1 % beyond; no fee, so that
 * figures can be read.
 */
export const TEST_CONTRACT: ContractOffer = {
  code: TEST_CODE,
  precision: 2,
  asset: 'USDT',
  conversion: null,
  lotSize: '1',
  minLots: '0.01',
  maxLots: '100',
  lotStep: '0.01',
  maxLeverage: 100,
  feeRate: '0',
  financingRate: '0',
  tiers: [
    { floor: '0', maintenanceRate: '0.005', maxLeverage: 100 },
    { floor: '100000', maintenanceRate: '0.01', maxLeverage: 50 },
  ],
  stopDistancePoints: 100,
  stalenessMs: 10_000,
  exposureMax: '1000000',
  exposureTotalMax: '2000000',
  poolCover: '0.01',
};

/** Contracts on one instrument, one user, and a price of 20,000. */
export class ContractsFixture extends CoreFixture {
  static async start(
    options: { offer?: Partial<ContractOffer>; pool?: string; insurance?: string; firedMax?: number } = {},
  ): Promise<ContractsFixture> {
    const { offer = {}, pool = '10000000', insurance = '1000000', firedMax } = options;
    const fixture = new ContractsFixture(undefined, firedMax === undefined ? {} : { firedMax });
    await fixture.harness.start();
    await fixture.define(offer);
    await fixture.fund('pool.contracts', pool);
    await fixture.fund('pool.insurance', insurance);
    await fixture.harness.open(USER);
    await fixture.price(20_000);
    return fixture;
  }

  async define(offer: Partial<ContractOffer>, id = 'contract'): Promise<CommandAnswer> {
    return this.harness.internal('contracts.define', { ...TEST_CONTRACT, ...offer }, id);
  }

  async assignFeeTier(level: number, user = USER, book: Book = 'demo'): Promise<void> {
    const body = { assignments: [{ userId: user, level, volume: '0' }] };
    const id = this.nextId('fee-tier');
    await this.harness.sequencer.submitInternal({ id, userId: 0, book, type: 'levels.assign', body });
  }

  /**
   * A tick at this price in whole units of the quote asset; bid and ask are one point (0.01) beside
   * it.
   */
  price(mid: number, afterMs = 1_000): Promise<Tick> {
    return this.harness.tick(Math.round(mid * 100), afterMs);
  }

  /** By default a market order that buys one lot at 50×. */
  buy(order: Partial<BuyBody> = {}, user = USER): Promise<CommandAnswer> {
    const body = { code: TEST_CODE, side: 'buy', type: 'market', lots: '1', leverage: 50, ...order } as Json;
    return this.harness.submit(user, 'contracts.buy', body);
  }

  async bought(order: Partial<BuyBody> = {}, user = USER): Promise<ContractOrderWire> {
    return accepted<ContractOrderWire>(await this.buy(order, user));
  }

  close(id: number, lots?: string, user = USER): Promise<CommandAnswer> {
    return this.harness.submit(user, 'contracts.close', lots === undefined ? { id } : { id, lots });
  }

  stops(id: number, stops: Omit<StopsBody, 'id'>): Promise<CommandAnswer> {
    return this.harness.submit(USER, 'contracts.stops', { id, ...stops });
  }

  cancel(id: number, user = USER): Promise<CommandAnswer> {
    return this.harness.submit(user, 'contracts.cancel', { id });
  }

  latest(id: number): ContractOrderWire {
    return this.lastEvent('contracts.order', id);
  }

  /** The steps of an order, oldest first. */
  steps(id: number): ContractStep[] {
    return this.rows<ContractStep>('contract_steps').filter((step) => step.order_id === id);
  }

  /** Every order with its steps and the terms that it was placed under. */
  histories(): { order: ContractOrder; steps: ContractStep[]; terms: HistoryTerms }[] {
    const steps = Map.groupBy(this.rows<ContractStep>('contract_steps'), ({ order_id }) => order_id);
    const terms = new Map(
      this.rows<{ terms: ContractTerms }>('contract_terms').map(({ terms: offer }) => [
        `${offer.code}/${offer.version}`,
        offer,
      ]),
    );
    return this.rows<ContractOrder>('contract_orders').map((order) => ({
      order,
      steps: steps.get(order.id) ?? [],
      terms: {
        ...(terms.get(`${order.code}/${order.terms_version}`) as ContractTerms),
        discounts: FEE_TIERS.map(({ feeDiscount }) => feeDiscount),
      },
    }));
  }

  user(kind: 'available' | 'held' | 'margin', user = USER): bigint {
    return this.balance(user, 'USDT', kind);
  }

  house(kind: string): bigint {
    return this.balance('house', 'USDT', kind);
  }

  available(user = USER): bigint {
    return this.user('available', user);
  }

  /**
   * Faults in the money: accounts must sum to zero, margins and holds must be those of the live
   * orders.
   */
  faults(): string[] {
    const faults = this.harness.bugs.map(String);
    const { state } = this.harness.sequencer;
    const sum = (kind: string): bigint =>
      [...state.accounts.values()]
        .filter(({ key }) => kind === '' || (key.startsWith('u') && key.endsWith(`/${kind}`)))
        .reduce((total, { balance }) => total + balance, 0n);
    if (sum('') !== 0n) faults.push(`accounts sum to ${sum('')}`);
    const live = this.rows<ContractOrder>('contract_orders').filter((row) => row.settled_by === null);
    const sumOf = (state: string, column: 'margin' | 'held'): bigint =>
      live.filter((row) => row.state === state).reduce((total, row) => total + amountOf(row[column]), 0n);
    if (sum('margin') !== sumOf('open', 'margin')) faults.push(`margin accounts hold ${sum('margin')}`);
    if (sum('held') !== sumOf('waiting', 'held')) faults.push(`held accounts hold ${sum('held')}`);
    return faults;
  }
}
