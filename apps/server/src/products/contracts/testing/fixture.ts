import { amountOf } from '@glasshouse/rules/money';
import { Harness, TEST_CODE } from '../../../kernel/testing/harness.ts';
import { MemoryStore } from '../../../kernel/testing/memory-store.ts';
import type { Book, CommandAnswer, Json, Tick } from '../../../kernel/types.ts';
import { MODULES } from '../../../runtime/modules.ts';
import type { BuyBody } from '../buy.ts';
import type { ContractOrder } from '../order.ts';
import type { ContractStep } from '../steps.ts';
import type { ContractOffer, ContractTerms } from '../terms.ts';
import type { ContractOrderWire } from '../wire.ts';

export const USER = 7;

/** One lot is one BTC; a requirement of 0.5 % up to 100,000 USDT and of 1 % beyond; no fee, so that figures can be read. */
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

/** A core in memory with contracts on one instrument, one user, and a price of 20,000. */
export class ContractsFixture {
  readonly store: MemoryStore;
  readonly harness: Harness;
  #assigned = 0;

  constructor(store = new MemoryStore(MODULES)) {
    this.store = store;
    this.harness = new Harness(store);
  }

  async start(options: { offer?: Partial<ContractOffer>; pool?: string; insurance?: string } = {}): Promise<void> {
    const { offer = {}, pool = '10000000', insurance = '1000000' } = options;
    await this.harness.start();
    await this.define(offer);
    await this.fund('pool.contracts', pool);
    await this.fund('pool.insurance', insurance);
    await this.harness.open(USER);
    await this.price(20_000);
  }

  async define(offer: Partial<ContractOffer>, id = 'contract'): Promise<CommandAnswer> {
    return this.harness.internal('contracts.define', { ...TEST_CONTRACT, ...offer }, id);
  }

  async fund(into: string, amount: string): Promise<void> {
    if (amount !== '0') await this.harness.internal('house.fund', { asset: 'USDT', amount, into }, `fund:${into}`);
  }

  /** Puts a user on a level of the fees. */
  async level(level: number, user = USER, book: Book = 'demo'): Promise<void> {
    const assignments = [{ userId: user, level, volume: '0' }];
    this.#assigned += 1;
    const { sequencer } = this.harness;
    const id = `level:${this.#assigned}`;
    await sequencer.submitInternal({ id, userId: 0, book, type: 'levels.assign', body: { assignments } });
  }

  /** A tick at this price in whole units of the quote asset; bid and ask are one point (0.01) beside it. */
  price(mid: number, afterMs = 1_000): Promise<Tick> {
    return this.harness.tick(Math.round(mid * 100), afterMs);
  }

  /** By default a market order that buys one lot at 50×. */
  buy(order: Partial<BuyBody> = {}, user = USER): Promise<CommandAnswer> {
    const body = { code: TEST_CODE, side: 'buy', type: 'market', lots: '1', leverage: 50, ...order } as Json;
    return this.harness.submit(user, 'contracts.buy', body);
  }

  async bought(order: Partial<BuyBody> = {}, user = USER): Promise<ContractOrderWire> {
    const answer = await this.buy(order, user);
    if (answer.code !== 200) throw new Error(`refused with ${answer.code}`);
    return answer.result as ContractOrderWire;
  }

  close(id: number, lots?: string, user = USER): Promise<CommandAnswer> {
    return this.harness.submit(user, 'contracts.close', lots === undefined ? { id } : { id, lots });
  }

  stops(id: number, stops: { stopLoss?: string | null; takeProfit?: string | null }): Promise<CommandAnswer> {
    return this.harness.submit(USER, 'contracts.stops', { id, ...stops });
  }

  cancel(id: number, user = USER): Promise<CommandAnswer> {
    return this.harness.submit(user, 'contracts.cancel', { id });
  }

  /** The order as its owner last heard of it. */
  latest(id: number): ContractOrderWire {
    const isOrder = ({ kind, data }: { kind: string; data: Json }): boolean =>
      kind === 'contracts.order' && (data as ContractOrderWire).id === id;
    const event = this.harness.events.findLast(isOrder);
    if (event === undefined) throw new Error(`nothing was heard of order ${id}`);
    return event.data as ContractOrderWire;
  }

  /** The evidence of an order, oldest first. */
  steps(id: number): ContractStep[] {
    const rows = [...(this.store.rows.get('contract_steps')?.values() ?? [])].filter((row) => row.order_id === id);
    return rows as ContractStep[];
  }

  /** Every order with its steps and the terms that it was placed under. */
  histories(): { order: ContractOrder; steps: ContractStep[]; terms: ContractTerms }[] {
    const rows = <Row>(table: string): Row[] => [...(this.store.rows.get(table)?.values() ?? [])] as Row[];
    const steps = Map.groupBy(rows<ContractStep>('contract_steps'), ({ order_id }) => order_id);
    const terms = new Map(
      rows<{ version: number; terms: ContractTerms }>('contract_terms').map((row) => [row.version, row.terms]),
    );
    return rows<ContractOrder>('contract_orders').map((order) => ({
      order,
      steps: steps.get(order.id) ?? [],
      terms: terms.get(order.terms_version) as ContractTerms,
    }));
  }

  available = (user = USER): bigint => this.user('available', user);

  user(kind: 'available' | 'held' | 'margin', user = USER): bigint {
    return this.harness.sequencer.state.accounts.get(`u${user}/demo/USDT/${kind}` as never)?.balance ?? 0n;
  }

  house = (kind: string): bigint => this.harness.house(kind);

  /** What is wrong with the money: it must sum to nothing, and margins and holds must be those of the live orders. */
  faults(): string[] {
    const faults = this.harness.bugs.map(String);
    const { state } = this.harness.sequencer;
    const sum = (kind: string): bigint =>
      [...state.accounts.values()]
        .filter(({ key }) => kind === '' || (key.startsWith('u') && key.endsWith(`/${kind}`)))
        .reduce((total, { balance }) => total + balance, 0n);
    if (sum('') !== 0n) faults.push(`accounts sum to ${sum('')}`);
    const live = [...(this.store.rows.get('contract_orders')?.values() ?? [])].filter((row) => row.settled_by === null);
    const of = (state: string, column: string): bigint =>
      live.filter((row) => row.state === state).reduce((total, row) => total + amountOf(row[column] as string), 0n);
    if (sum('margin') !== of('open', 'margin')) faults.push(`margin accounts hold ${sum('margin')}`);
    if (sum('held') !== of('waiting', 'held')) faults.push(`held accounts hold ${sum('held')}`);
    return faults;
  }
}
